import {assertNever} from '../../domain/assert-never.ts';
import type {Model} from '../../domain/model.ts';
import type {AdapterOptions, WireProtocol} from './adapter.ts';

/** Only the adapter in use is loaded: each brings a large SDK. */
export const loadAdapter = async (api: WireProtocol): Promise<(options: AdapterOptions) => Model> => {
	switch (api) {
		case 'anthropic':
			return (await import('./anthropic/anthropic-model.ts')).createAnthropicModel;
		case 'responses':
			return (await import('./openai/responses-model.ts')).createResponsesModel;
		case 'chat':
			return (await import('./openai/chat-model.ts')).createChatModel;
		default:
			return assertNever(api);
	}
};
