import type {Model} from '../../../domain/model.ts';
import type {AdapterOptions} from '../adapter.ts';
import {createOpenAiModel} from './openai-model.ts';
import {createResponsesReader} from './responses-reader.ts';
import {buildResponsesRequest, responsesQuirks} from './responses-request.ts';

/** A model behind OpenAI's Responses API. */
export const createResponsesModel = (options: AdapterOptions): Model =>
	createOpenAiModel(options, {
		path: '/responses',
		quirks: responsesQuirks,
		build: buildResponsesRequest,
		createReader: createResponsesReader,
	});
