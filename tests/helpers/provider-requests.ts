import type {Provider, WireProtocol} from '../../source/core/models/adapter.ts';
import {buildBody} from '../../source/core/models/anthropic/request-body.ts';
import {buildChatRequest, chatQuirks} from '../../source/core/models/openai/chat-request.ts';
import {buildResponsesRequest, responsesQuirks} from '../../source/core/models/openai/responses-request.ts';
import {createToolSchemas} from '../../source/core/models/schema/tool-schemas.ts';
import type {ModelRequest} from '../../source/domain/model.ts';
import {checkAnthropicRequest} from './strict-anthropic.ts';
import {checkChatRequest} from './strict-openai-chat.ts';
import {checkResponsesRequest} from './strict-openai-responses.ts';

const providerOf = (api: WireProtocol, thinking?: Provider['thinking']): Provider => ({
	name: api === 'anthropic' ? 'anthropic' : 'openai',
	title: 'Test',
	api,
	baseUrl: 'http://127.0.0.1:1',
	isLocal: false,
	needsKey: false,
	headers: {},
	idleLimit: 1000,
	...(thinking === undefined ? {} : {thinking}),
});

const schemas = {anthropic: createToolSchemas('anthropic'), openai: createToolSchemas('openai')};

const anthropicBody = (request: ModelRequest, thinking?: Provider['thinking']): unknown =>
	buildBody(request, {
		model: 'test',
		provider: providerOf('anthropic', thinking),
		schemas: schemas.anthropic,
		form: {
			seesImages: true,
			takesTemperature: true,
			takesCacheMarks: true,
			takesInstructions: true,
			takesForcedCalls: true,
			takesForgiving: true,
			thinking: 'budget',
			isRefused: () => false,
		},
	});

const openAi = (api: WireProtocol) => ({
	model: 'test',
	provider: providerOf(api),
	schemas: schemas.openai,
});

/** What the three protocols would refuse about a request, after it went through our own adapters as JSON. */
export const providerProblems = (request: ModelRequest): readonly string[] => {
	const parse = (body: unknown): unknown => JSON.parse(JSON.stringify(body));
	return [
		...checkAnthropicRequest(parse(anthropicBody(request))).map(problem => `anthropic: ${problem}`),
		...checkAnthropicRequest(parse(anthropicBody(request, 'low'))).map(
			problem => `anthropic with thinking: ${problem}`,
		),
		...checkChatRequest(
			parse(buildChatRequest(request, openAi('chat'), chatQuirks(providerOf('chat'))).body),
		).map(problem => `chat: ${problem}`),
		...checkResponsesRequest(
			parse(buildResponsesRequest(request, openAi('responses'), responsesQuirks).body),
		).map(problem => `responses: ${problem}`),
	];
};
