import {describe, expect, it} from 'vitest';
import {buildChatRequest, chatQuirks} from '../../../../source/core/models/openai/chat-request.ts';
import {noQuirks, type Quirks} from '../../../../source/core/models/openai/server-quirks.ts';
import {createToolSchemas} from '../../../../source/core/models/schema/tool-schemas.ts';
import type {Message} from '../../../../source/domain/message.ts';
import type {ModelRequest} from '../../../../source/domain/model.ts';
import {
	localProvider,
	offeredTool,
	openAiProvider,
	pixel,
	userSays,
} from '../../../helpers/openai-adapter.ts';
import {checkChatRequest} from '../../../helpers/strict-openai-chat.ts';

const build = (request: ModelRequest, quirks: Partial<Quirks> = {}, provider = localProvider()) =>
	buildChatRequest(
		request,
		{model: 'm', provider, schemas: createToolSchemas('openai')},
		{...chatQuirks(provider), ...quirks},
	);

const messagesOf = (messages: readonly Message[], quirks: Partial<Quirks> = {}) =>
	build({messages, tools: []}, quirks).body.messages;

const weatherCall = {type: 'tool-call', callId: 'a', modelName: 'weather', arguments: {city: 'Ulm'}} as const;
const timeCall = {type: 'tool-call', callId: 'b', modelName: 'time', arguments: {}} as const;
const image = {type: 'image', mimeType: 'image/png', data: pixel} as const;
const dataUrl = `data:image/png;base64,${pixel}`;

const conversation: readonly Message[] = [
	{role: 'user', text: 'What is it like in Ulm?'},
	{role: 'assistant', blocks: [{type: 'thinking', text: 'Hm.'}, weatherCall, timeCall]},
	{role: 'tool', callId: 'a', outcome: 'succeeded', content: [{type: 'text', text: 'Rain'}, image]},
	{role: 'tool', callId: 'b', outcome: 'failed', content: [{type: 'text', text: 'no clock'}]},
];

describe('a request to Chat Completions', () => {
	it('has the members that every server knows, and the tools', () => {
		const request = userSays('Hi', {
			instructions: 'Be brief.',
			tools: [offeredTool('weather', {city: {type: 'string'}})],
		});
		const {body, tools} = build(request);
		expect(body).toEqual({
			model: 'm',
			messages: [
				{role: 'system', content: 'Be brief.'},
				{role: 'user', content: 'Hi'},
			],
			stream: true,
			stream_options: {include_usage: true},
			tools: [
				{
					type: 'function',
					function: {
						name: 'weather',
						description: 'What weather does.',
						parameters: {type: 'object', properties: {city: {type: 'string'}}},
					},
				},
			],
		});
		expect(tools).toEqual(['weather']);
	});

	it('calls the limit of the answer as OpenAI does only at OpenAI', () => {
		const request = userSays('Hi', {
			maxTokens: 100,
			temperature: 0.5,
			stopSequences: ['a', 'b', 'c', 'd', 'e'],
		});
		expect(build(request).body).toMatchObject({
			max_tokens: 100,
			temperature: 0.5,
			stop: ['a', 'b', 'c', 'd'],
		});
		expect(build(request, {}, openAiProvider()).body).toMatchObject({max_completion_tokens: 100});
		expect(build(request, {}, openAiProvider()).body).not.toHaveProperty('max_tokens');
	});

	it('takes what the provider is set to where the request says nothing', () => {
		const provider = localProvider({temperature: 0.2, maxTokens: 50, thinking: 'off'});
		expect(build(userSays('Hi'), {}, provider).body).toMatchObject({
			temperature: 0.2,
			max_tokens: 50,
			reasoning_effort: 'none',
		});
	});

	it('has a temperature that is taken, whatever a server asks for', () => {
		expect(build(userSays('Hi', {temperature: 5})).body.temperature).toBe(2);
		expect(build(userSays('Hi', {temperature: -1})).body.temperature).toBe(0);
	});

	it('wants as little thinking as the model can do', () => {
		const {body, sent} = build(userSays('Hi'), {leastEffort: 'low'}, localProvider({thinking: 'off'}));
		expect(body.reasoning_effort).toBe('low');
		expect(sent.effort).toBe('low');
	});

	it('has the instructions in the first words of the user where there is no other place for them', () => {
		const {body, sent} = build(userSays('Hi', {instructions: 'Be brief.'}), {takesInstructions: false});
		expect(body.messages).toEqual([{role: 'user', content: 'Be brief.\n\nHi'}]);
		expect(sent.hasInstructions).toBe(false);
	});

	it('leaves out what the server refused', () => {
		const {body, sent} = build(userSays('Hi', {temperature: 0, maxTokens: 5}), {
			refused: new Set(['stream_options', 'temperature']),
		});
		expect(Object.keys(body).sort()).toEqual(['max_tokens', 'messages', 'model', 'stream']);
		expect(sent.optional).toEqual(['max_tokens']);
	});

	it('has a choice of tools only where there are tools', () => {
		const tools = [offeredTool('weather')];
		expect(build(userSays('Hi', {toolChoice: 'none'})).body).not.toHaveProperty('tool_choice');
		expect(build(userSays('Hi', {toolChoice: 'none', tools})).body).toMatchObject({tool_choice: 'none'});
	});

	it('leaves out a tool that cannot be sent', () => {
		const request = userSays('Hi', {tools: [offeredTool('bad name!'), offeredTool('weather')]});
		expect(build(request).tools).toEqual(['weather']);
	});
});

describe('the history', () => {
	it('has the results right after their calls, and their images after all of them', () => {
		const messages = messagesOf(conversation);
		expect(messages).toEqual([
			{role: 'user', content: 'What is it like in Ulm?'},
			{
				role: 'assistant',
				content: null,
				tool_calls: [
					{id: 'a', type: 'function', function: {name: 'weather', arguments: '{"city":"Ulm"}'}},
					{id: 'b', type: 'function', function: {name: 'time', arguments: '{}'}},
				],
			},
			{role: 'tool', tool_call_id: 'a', content: 'Rain'},
			{role: 'tool', tool_call_id: 'b', content: 'Error: no clock'},
			{
				role: 'user',
				content: [
					{type: 'text', text: '[from the result of weather, call a]'},
					{type: 'image_url', image_url: {url: dataUrl}},
				],
			},
		]);
		expect(checkChatRequest(build({messages: conversation, tools: []}).body)).toEqual([]);
	});

	it('says in the result itself where it is nothing but an image', () => {
		const result = {role: 'tool', callId: 'a', outcome: 'succeeded', content: [image]} as const;
		const messages = messagesOf([
			{role: 'user', text: 'x'},
			{role: 'assistant', blocks: [weatherCall]},
			result,
		]);
		expect(messages[2]).toEqual({
			role: 'tool',
			tool_call_id: 'a',
			content: '[the images of this result follow]',
		});
	});

	it('describes images to a model that cannot see', () => {
		const {body, sent} = build(
			{messages: [{role: 'user', text: 'Look', attachments: [image]}], tools: []},
			{seesImages: false},
		);
		expect(JSON.stringify(body)).not.toContain(pixel);
		expect(JSON.stringify(body)).toContain('[image image/png');
		expect(sent.images).toEqual([]);
	});

	it('has what is attached to a prompt beside its words', () => {
		const message: Message = {role: 'user', text: 'Look', attachments: [image]};
		expect(messagesOf([message])).toEqual([
			{
				role: 'user',
				content: [
					{type: 'text', text: 'Look'},
					{type: 'image_url', image_url: {url: dataUrl}},
				],
			},
		]);
		expect(build({messages: [message], tools: []}).sent.images).toEqual([{piece: image, message: 0}]);
	});

	it('has one message of the user at a time', () => {
		const messages = messagesOf([
			{role: 'user', text: 'Summary'},
			{role: 'user', text: 'Look', attachments: [image]},
			{role: 'user', text: 'Next'},
		]);
		expect(messages).toEqual([
			{
				role: 'user',
				content: [
					{type: 'text', text: 'Summary'},
					{type: 'text', text: 'Look'},
					{type: 'image_url', image_url: {url: dataUrl}},
					{type: 'text', text: 'Next'},
				],
			},
		]);
	});

	it('is nothing but text where there is no image', () => {
		const note = {type: 'resource', uri: 'file:///a', text: 'A note'} as const;
		const messages: readonly Message[] = [
			{role: 'user', text: 'Read', attachments: [note]},
			{role: 'user', text: 'Now'},
		];
		expect(messagesOf(messages)).toEqual([
			{role: 'user', content: 'Read\n\n[resource file:///a]\nA note\n\nNow'},
		]);
	});

	it('puts an answer between results and the user where the server wants one', () => {
		const roles = messagesOf([...conversation, {role: 'user', text: 'And?'}], {
			wantsAnswerAfterTools: true,
		}).map(({role}) => role);
		expect(roles).toEqual(['user', 'assistant', 'tool', 'tool', 'assistant', 'user']);
	});

	it('has ids and names that the server takes, the same for a call and its result', () => {
		const callId = 'x'.repeat(60);
		const odd: readonly Message[] = [
			{role: 'user', text: 'x'},
			{role: 'assistant', blocks: [{...weatherCall, callId, modelName: 'weather.get now'}]},
			{role: 'tool', callId, outcome: 'succeeded', content: [{type: 'text', text: 'Rain'}]},
		];
		const sent = build({messages: odd, tools: []}, {}, openAiProvider()).body;
		expect(checkChatRequest(sent)).toEqual([]);
		expect(JSON.stringify(sent)).toContain('weather_get_now');
		const [, short] = messagesOf(odd, {longestId: 9});
		expect(JSON.stringify(short)).toMatch(/"id":"[A-Za-z0-9]{9}"/);
		expect(messagesOf(odd)[2]).toMatchObject({tool_call_id: callId});
	});

	it('replaces half characters', () => {
		expect(messagesOf([{role: 'user', text: 'a\uD800b'}])).toEqual([{role: 'user', content: 'a\uFFFDb'}]);
	});
});

it('knows nothing about a server before it was asked', () => {
	expect(chatQuirks(localProvider())).toBe(noQuirks);
});
