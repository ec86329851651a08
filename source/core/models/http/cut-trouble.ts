import type {ModelTrouble} from '../../../domain/model.ts';
import type {Provider} from '../adapter.ts';
import {keyAdvice} from './provider-advice.ts';

/** Of a stream that ended without its finish reason. */
export const cutTrouble = (provider: Provider, model: string): ModelTrouble => ({
	kind: 'cut',
	failure: {
		code: 'cut',
		message: `${provider.title} ended the answer of "${model}" before it was finished.`,
		hint: 'Nothing of it was acted upon. Use /retry.',
	},
	retry: {},
});

/** Of a provider that needs a key, where there is none. */
export const noKeyTrouble = (provider: Provider): ModelTrouble => ({
	kind: 'no-key',
	failure: {
		code: 'no-key',
		message: `There is no key for ${provider.title}.`,
		hint: keyAdvice(provider),
	},
});
