import {onTestFinished} from 'vitest';
import {createModels, type ModelsDeps, type OpenModels} from '../../source/core/models/open-model.ts';
import type {ProviderSettings} from '../../source/domain/provider-settings.ts';
import {createFakeKeychain} from './provider-sources.ts';

/** Models as the program has them, apart from the wire protocols: what is opened here answers at once, with nothing. */
export const createLoopbackModels = (
	providers: Readonly<Record<string, ProviderSettings>>,
	change: Partial<ModelsDeps> = {},
): {readonly models: OpenModels; readonly keychain: ReturnType<typeof createFakeKeychain>} => {
	const keychain = createFakeKeychain();
	const models = createModels({
		providers: new Map(Object.entries(providers)),
		environment: {},
		credentials: keychain,
		newId: () => 'id',
		now: () => 0,
		sleep: async () => undefined,
		readTextFile: async () => '',
		// Enough on any machine: the code for it is loaded in this time, too.
		firstModelPatience: 20_000,
		loadAdapter: async () => options => ({
			id: options.id,
			facts: () => options.facts,
			async *stream() {
				yield {type: 'finished', reason: 'stop'};
			},
		}),
		...change,
	});
	onTestFinished(models.close);
	return {models, keychain};
};
