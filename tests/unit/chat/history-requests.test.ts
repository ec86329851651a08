import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {normaliseHistory} from '../../../source/core/chat/normalise-history.ts';
import type {Provider} from '../../../source/core/models/adapter.ts';
import {buildBody} from '../../../source/core/models/anthropic/request-body.ts';
import {buildChatRequest, chatQuirks} from '../../../source/core/models/openai/chat-request.ts';
import {
	buildResponsesRequest,
	responsesQuirks,
} from '../../../source/core/models/openai/responses-request.ts';
import {createToolSchemas} from '../../../source/core/models/schema/tool-schemas.ts';
import type {Message} from '../../../source/domain/message.ts';
import type {OfferedTool} from '../../../source/domain/tool.ts';
import {checkAnthropicRequest} from '../../helpers/strict-anthropic.ts';
import {checkChatRequest} from '../../helpers/strict-openai-chat.ts';
import {checkResponsesRequest} from '../../helpers/strict-openai-responses.ts';
import {arbitraryHistory, wildIds} from './arbitrary-history.ts';

const provider = (name: string, api: Provider['api'], thinking: Provider['thinking']): Provider => ({
	name,
	title: name,
	api,
	baseUrl: 'http://127.0.0.1:9',
	isLocal: false,
	needsKey: true,
	headers: {},
	idleLimit: 1000,
	...(thinking === undefined ? {} : {thinking}),
});

const tools: readonly OfferedTool[] = ['files__read', 'search'].map(modelName => ({
	modelName,
	definition: {
		server: 'files',
		tool: modelName,
		description: 'A tool.',
		inputSchema: {type: 'object'},
		annotations: {},
	},
}));

const anthropicBody = (messages: readonly Message[], thinking: 'budget' | undefined) =>
	buildBody(
		{instructions: 'Be kind.', messages, tools},
		{
			model: 'claude-test',
			provider: provider('anthropic', 'anthropic', thinking === undefined ? 'off' : 'high'),
			schemas: createToolSchemas('anthropic'),
			form: {
				seesImages: true,
				takesTemperature: true,
				takesCacheMarks: true,
				takesInstructions: true,
				takesForcedCalls: true,
				takesForgiving: true,
				isRefused: () => false,
				...(thinking === undefined ? {} : {thinking}),
			},
		},
	);

const openAiContext = (api: Provider['api']) => ({
	model: 'gpt-test',
	provider: provider('openai', api, 'medium'),
	schemas: createToolSchemas('openai'),
});

/** What the turn tells the model in one request only. */
const note: Message = {role: 'user', text: '[A note of the program.]'};

const whateverHappened = (check: (messages: readonly Message[]) => void): void =>
	fc.assert(
		fc.property(arbitraryHistory(wildIds), fc.boolean(), (history, hasNote) =>
			check(hasNote ? [...normaliseHistory(history), note] : normaliseHistory(history)),
		),
		{numRuns: 500},
	);

describe('the requests that are made of a history', () => {
	it('are taken by the Messages API', () => {
		whateverHappened(messages => {
			expect(checkAnthropicRequest(anthropicBody(messages, undefined))).toEqual([]);
		});
	});

	it('are taken by the Messages API while the model thinks, with the thinking as it was signed', () => {
		const signed = [{thinking: 'Hm', signature: 'signed'}];
		whateverHappened(messages => {
			expect(checkAnthropicRequest(anthropicBody(messages, 'budget'), {signed})).toEqual([]);
		});
	});

	it('are taken by the Chat Completions API', () => {
		whateverHappened(messages => {
			const context = openAiContext('chat');
			const {body} = buildChatRequest({messages, tools}, context, chatQuirks(context.provider));
			expect(checkChatRequest(body)).toEqual([]);
		});
	});

	it('are taken by the Responses API', () => {
		whateverHappened(messages => {
			const {body} = buildResponsesRequest({messages, tools}, openAiContext('responses'), responsesQuirks);
			expect(checkResponsesRequest(body)).toEqual([]);
		});
	});
});
