import {describe, expect, it} from 'vitest';
import {chatFormat} from '../../../../source/core/models/openai/chat-messages.ts';
import {buildChatRequest} from '../../../../source/core/models/openai/chat-request.ts';
import {noQuirks, type Quirks} from '../../../../source/core/models/openai/server-quirks.ts';
import {createToolSchemas} from '../../../../source/core/models/schema/tool-schemas.ts';
import type {Message} from '../../../../source/domain/message.ts';
import type {ModelRequest} from '../../../../source/domain/model.ts';
import {localProvider} from '../../../helpers/openai-adapter.ts';

const build = (request: ModelRequest, quirks: Partial<Quirks> = {}, provider = localProvider()) =>
	buildChatRequest(
		request,
		{model: 'm', provider, schemas: createToolSchemas('openai')},
		{...noQuirks, ...quirks},
	);

const messagesOf = (messages: readonly Message[], quirks: Partial<Quirks> = {}) =>
	build({messages, tools: []}, quirks).body.messages;

const weatherCall = {type: 'tool-call', callId: 'a', modelName: 'weather', arguments: {city: 'Ulm'}} as const;

describe('an answer that is kept as it came', () => {
	const raw = {
		format: chatFormat,
		content: {
			provider: 'ollama',
			role: 'assistant',
			content: null,
			reasoning_content: 'Let me see.',
			reasoning_details: [{type: 'reasoning.encrypted', data: 'AAAA'}],
			tool_calls: [
				{
					id: 'theirs',
					type: 'function',
					function: {name: 'weather', arguments: '{ "city" : "Ulm" }'},
					extra_content: {google: {thought_signature: 'c2ln'}},
				},
			],
		},
	};
	const answer: Message = {role: 'assistant', blocks: [weatherCall], raw};

	it('goes back with what the server wants to see again, and our ids', () => {
		expect(messagesOf([answer])).toEqual([
			{
				role: 'assistant',
				content: null,
				reasoning_content: 'Let me see.',
				reasoning_details: [{type: 'reasoning.encrypted', data: 'AAAA'}],
				tool_calls: [
					{
						id: 'a',
						type: 'function',
						function: {name: 'weather', arguments: '{ "city" : "Ulm" }'},
						extra_content: {google: {thought_signature: 'c2ln'}},
					},
				],
			},
		]);
		expect(build({messages: [answer], tools: []}).sent.hasReasoning).toBe(true);
	});

	const bare = {
		role: 'assistant',
		content: null,
		tool_calls: [{id: 'a', type: 'function', function: {name: 'weather', arguments: '{ "city" : "Ulm" }'}}],
	};

	it('goes back without the reasoning where the server refused it', () => {
		expect(messagesOf([answer], {reasoning: 'never'})).toEqual([bare]);
		expect(messagesOf([answer], {leftOut: new Set([raw])})).toEqual([bare]);
	});

	it('goes to another provider without what only its own wants back', () => {
		const groq = build({messages: [answer], tools: []}, {}, localProvider({name: 'groq'}));
		expect(groq.body.messages).toEqual([bare]);
		expect(groq.sent).toMatchObject({hasReasoning: false, answers: []});
		const {provider: _, ...content} = raw.content;
		expect(messagesOf([{...answer, raw: {...raw, content}}])).toEqual([bare]);
	});

	it('counts as reasoning where only a call is signed', () => {
		const {reasoning_content: _, reasoning_details: __, ...content} = raw.content;
		const signed = {...raw, content};
		expect(build({messages: [{...answer, raw: signed}], tools: []}).sent).toMatchObject({
			hasReasoning: true,
			answers: [signed],
		});
	});

	it('has an object for its arguments where the server had written null', () => {
		const written = [{id: 'a', type: 'function', function: {name: 'weather', arguments: 'null'}}];
		const own = {...raw, content: {...raw.content, tool_calls: written}};
		const none = {...weatherCall, arguments: {}};
		expect(messagesOf([{role: 'assistant', blocks: [none], raw: own}])).toMatchObject([
			{tool_calls: [{function: {arguments: '{}'}}]},
		]);
	});

	it('is built anew where it belongs to another protocol, or does not match', () => {
		const plain = messagesOf([{role: 'assistant', blocks: [weatherCall]}]);
		expect(messagesOf([{...answer, raw: {...raw, format: 'anthropic'}}])).toEqual(plain);
		expect(messagesOf([{...answer, raw: {...raw, content: {...raw.content, tool_calls: []}}}])).toEqual(
			plain,
		);
		expect(messagesOf([{...answer, raw: {format: chatFormat, content: 'nonsense'}}])).toEqual(plain);
	});

	it('has reasoning with every answer where the server wants it', () => {
		const message: Message = {role: 'assistant', blocks: [{type: 'thinking', text: 'Hm.'}, weatherCall]};
		expect(messagesOf([message], {reasoning: 'always'})).toMatchObject([{reasoning_content: 'Hm.'}]);
	});

	it('has the arguments of a call that was not run because of a long number as the model wrote them', () => {
		const written = '{"city": "Ulm", "id": 12345678901234567890}';
		const call = {...weatherCall, arguments: {}, invalid: written};
		const content = {tool_calls: [{function: {name: 'weather', arguments: written}}]};
		expect(
			messagesOf([{role: 'assistant', blocks: [call], raw: {format: chatFormat, content}}]),
		).toMatchObject([{tool_calls: [{function: {arguments: written}}]}]);
	});

	it('never sends arguments that are not JSON', () => {
		const call = {...weatherCall, arguments: {}, invalid: '{"ci'};
		const content = {tool_calls: [{function: {name: 'weather', arguments: '{"ci'}}]};
		expect(
			messagesOf([{role: 'assistant', blocks: [call], raw: {format: chatFormat, content}}]),
		).toMatchObject([{tool_calls: [{function: {arguments: '{}'}}]}]);
	});
});
