import type {ModelTrouble} from '../../../domain/model.ts';
import type {KeyTrouble, Provider} from '../adapter.ts';
import {keyAdvice, keyAdviceWithoutStore} from './provider-advice.ts';

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

/** Of a provider that needs a key, where there is none or where none can be looked up. */
export const noKeyTrouble = (provider: Provider, trouble?: KeyTrouble): ModelTrouble => ({
	kind: 'no-key',
	failure: {
		code: 'no-key',
		message:
			trouble === undefined
				? `There is no key for ${provider.title}.`
				: `No key for ${provider.title} is set, and none can be looked up: ${trouble.problem}.`,
		hint: trouble === undefined ? keyAdvice(provider) : keyAdviceWithoutStore(provider, trouble.hint),
	},
});
