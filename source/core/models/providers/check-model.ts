import type {ModelIssue} from '../../../domain/model-ports.ts';
import {editDistance} from '../../../support/edit-distance.ts';
import {nearest} from '../../../support/nearest.ts';
import {isKnownModel, knownModelNames, withoutDate} from './model-facts.ts';
import {providerPresets, withProvider} from './provider-table.ts';
import {type ProviderSources, providerNames, resolveProvider} from './resolve-provider.ts';

const wordsOf = (name: string): readonly string[] => (name.toLowerCase().match(/[a-z]+/g) ?? []).toSorted();

const numbersOf = (name: string): string => (name.match(/\d+/g) ?? []).join(' ');

/** Words in any order, each with one letter wrong at most. Another number is another version, which may be a newer one. */
const isSlipOf = (name: string, known: string): boolean => {
	const words = wordsOf(name);
	const meant = wordsOf(known);
	return (
		numbersOf(name) === numbersOf(known) &&
		words.length === meant.length &&
		words.every((word, index) => editDistance(word, meant[index] ?? '') <= (word.length > 2 ? 1 : 0))
	);
};

/** What is wrong with `provider/model` as far as that is known without asking the provider. */
export const checkModel = (id: string, sources: ProviderSources): ModelIssue | undefined => {
	const [provider = '', ...rest] = id.split('/');
	const model = rest.join('/');
	if (provider === 'demo') return undefined;
	const names = ['demo', ...providerNames(sources)];
	if (!names.includes(provider)) {
		const near = (model === '' ? withProvider(provider) : undefined) ?? nearest(provider, names);
		const advice =
			near === undefined
				? `. Known are ${names.join(', ')}; others are added under providers in your configuration`
				: `; did you mean ${near}?`;
		return {part: 'provider', message: `no provider is called "${provider}"${advice}`};
	}
	const resolved = resolveProvider(provider, sources);
	const {baseUrl, defaultModel = ''} = providerPresets.find(({name}) => name === provider) ?? {};
	// Behind an address of the user's own, models may have any names.
	if (model === '' || resolved.type === 'refused' || resolved.provider.baseUrl !== baseUrl) return undefined;
	const meant =
		isKnownModel(provider, model) || model === defaultModel
			? undefined
			: [...knownModelNames(provider), defaultModel].find(known => isSlipOf(withoutDate(model), known));
	return meant === undefined
		? undefined
		: {part: 'name', message: `${resolved.provider.title} has no model "${model}"; did you mean ${meant}?`};
};
