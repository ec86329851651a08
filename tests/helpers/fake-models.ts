import type {
	KeyCheck,
	ModelList,
	Models,
	OpenedModel,
	ProviderOffer,
} from '../../source/domain/model-ports.ts';
import {type ScriptedModel, says, scriptModel} from './scripted-model.ts';

type FakeModelsOptions = {
	readonly providers?: readonly ProviderOffer[];
	readonly lists?: Readonly<Record<string, ModelList>>;
	readonly models?: readonly ScriptedModel[];
	/** Those that can be named; the ones that can be used, where nothing is said. */
	readonly known?: readonly string[];
	/** By the name of the provider; the others have what they need. */
	readonly keys?: Readonly<Record<string, KeyCheck>>;
};

export const offerProvider = (name: string, change: Partial<ProviderOffer> = {}): ProviderOffer => ({
	name,
	title: name.slice(0, 1).toUpperCase() + name.slice(1),
	baseUrl: `https://${name}.example`,
	isLocal: false,
	...change,
});

/** A model under another name. */
export const nameModel = (
	id: string,
	model: ScriptedModel = scriptModel(says(`I am ${id}.`)),
): ScriptedModel => ({
	...model,
	id,
});

/** Everything that can be chosen, without any network. What it was asked for is kept. */
export const createFakeModels = ({
	providers = [],
	lists = {},
	models = [],
	known = providers.map(({name}) => name),
	keys = {},
}: FakeModelsOptions = {}): Models & {
	readonly asked: readonly string[];
} => {
	const asked: string[] = [];
	return {
		asked,
		async open(id): Promise<OpenedModel> {
			asked.push(`open ${id}`);
			const model = models.find(candidate => candidate.id === id);
			return model === undefined
				? {
						type: 'refused',
						failure: {
							code: 'unknown-provider',
							message: `There is no provider for ${id}.`,
							hint: 'Try another.',
						},
					}
				: {type: 'opened', model, suggestPrompt: () => `Ask ${id}.`};
		},
		async providers() {
			asked.push('providers');
			return providers;
		},
		async localProviders() {
			asked.push('local providers');
			return providers.filter(({isLocal}) => isLocal);
		},
		known: () => known.map(name => offerProvider(name)),
		checkKey: async provider => keys[provider] ?? {type: 'fine'},
		async list(provider) {
			asked.push(`list ${provider}`);
			return (
				lists[provider] ?? {type: 'failed', failure: {code: 'none', message: `${provider} lists nothing.`}}
			);
		},
	};
};
