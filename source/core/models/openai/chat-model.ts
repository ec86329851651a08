import type {Model} from '../../../domain/model.ts';
import type {AdapterOptions} from '../adapter.ts';
import {createChatReader} from './chat-reader.ts';
import {buildChatRequest, chatQuirks} from './chat-request.ts';
import {createOpenAiModel} from './openai-model.ts';

/** A model behind Chat Completions: OpenAI's, and that of every server that is called compatible with it. */
export const createChatModel = (options: AdapterOptions): Model =>
	createOpenAiModel(options, {
		path: '/chat/completions',
		quirks: chatQuirks(options.provider),
		build: buildChatRequest,
		createReader: createChatReader,
	});
