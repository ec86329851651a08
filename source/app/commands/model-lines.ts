import type {ModelList, ModelOffer, ProviderOffer} from '../../domain/model-ports.ts';
import {alignColumns} from '../../support/align-columns.ts';
import {groupDigits} from '../../support/group-digits.ts';
import {suggestion} from '../../support/nearest.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {failureText} from '../failure-text.ts';

/** What a provider answered when it was asked for its models. */
export type AskedProvider = {
	readonly name: string;
	readonly title: string;
	readonly list: ModelList;
};

const mark = (isCurrent: boolean): string => (isCurrent ? '›' : ' ');

const providerRow = (
	{name, title, baseUrl, isLocal, keySource}: ProviderOffer,
	current: string,
): readonly [string, string] => [
	sanitiseLine(`${mark(name === current)} ${name}`),
	sanitiseLine(
		[
			title,
			...(isLocal ? [`on this machine, ${baseUrl}`] : []),
			...(keySource === undefined ? [] : [`key from ${keySource}`]),
		].join(' · '),
	),
];

export const providerLines = (providers: readonly ProviderOffer[], current: string): readonly string[] =>
	alignColumns(providers.map(offer => providerRow(offer, current)));

const modelRow = ({id, title, contextTokens}: ModelOffer, current: string): readonly [string, string] => [
	sanitiseLine(`${mark(id === current)} ${id}`),
	sanitiseLine(
		[
			...(title === undefined ? [] : [title]),
			...(contextTokens === undefined ? [] : [`${groupDigits(contextTokens)} tokens`]),
		].join(' · '),
	),
];

const matching = ({list}: AskedProvider, filter: string): readonly ModelOffer[] => {
	const wanted = filter.toLowerCase();
	const models = list.type === 'listed' ? list.models : [];
	return models.filter(
		({id, title = ''}) => id.toLowerCase().includes(wanted) || title.toLowerCase().includes(wanted),
	);
};

/** The model that a text can only mean: it is the name of one, or a part of the name of no other. */
export const onlyMatch = (asked: readonly AskedProvider[], text: string): ModelOffer | undefined => {
	const found = asked.flatMap(provider =>
		matching(provider, text).map(offer => ({offer, name: offer.id.slice(provider.name.length + 1)})),
	);
	const exact = found.filter(({name}) => name.toLowerCase() === text.toLowerCase());
	const [first, second] = exact.length > 0 ? exact : found;
	return second === undefined ? first?.offer : undefined;
};

export type ShownModels = {
	readonly filter: string;
	readonly current: string;
	readonly most: number;
	/** What else to type where there are more than these; after it comes nothing. */
	readonly howToSeeMore: (provider: string) => string;
};

/** The models of a provider whose name has the filter in it, or why there are none. */
export const modelLines = (
	asked: AskedProvider,
	{filter, current, most, howToSeeMore}: ShownModels,
): readonly string[] => {
	const {name, title, list} = asked;
	if (list.type === 'failed') {
		return [failureText(list.failure)];
	}
	const found = matching(asked, filter);
	if (found.length === 0) {
		const ids = list.models.map(({id}) => id);
		return [
			filter === ''
				? `${title} lists no models.`
				: `No model of ${title} has "${filter}" in its name${suggestion(`${name}/${filter}`, ids) || '.'}`,
		].map(sanitiseLine);
	}
	const more = found.length - most;
	return [
		sanitiseLine(`models of ${title}:`),
		...alignColumns(found.slice(0, most).map(offer => modelRow(offer, current))),
		...(more > 0 ? [`  and ${more} more; ${howToSeeMore(name)}`] : []),
	];
};
