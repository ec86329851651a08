import {describe, expect, it} from 'vitest';
import type {Message} from '../../../source/domain/message.ts';
import type {ToolContent} from '../../../source/domain/tool.ts';
import {callsOf, lastOf, offeredTool, pixel, textOf, userSays} from '../../helpers/openai-adapter.ts';
import {ask, chatOverHttp, type ModelOverHttp, responsesOverHttp} from '../../helpers/openai-over-http.ts';
import {refusal, streamOf} from '../../servers/models/openai-server.ts';

const hello = streamOf({choices: [{index: 0, delta: {content: 'Hello'}, finish_reason: 'stop'}]});
const completed = (...output: readonly object[]) =>
	streamOf({type: 'response.completed', response: {object: 'response', status: 'completed', output}});
const greeting = completed({
	type: 'message',
	id: 'msg_1',
	role: 'assistant',
	content: [{type: 'output_text', text: 'Hello'}],
});

const bodiesOf = ({server}: ModelOverHttp) => server.requests.map(({body}) => body);
const imagesIn = (body: unknown): number => JSON.stringify(body).split(pixel).length - 1;

const image = (): ToolContent => ({type: 'image', mimeType: 'image/png', data: pixel});
const look = (...attachments: readonly ToolContent[]): Message => ({role: 'user', text: 'Look', attachments});
const seen: Message = {role: 'assistant', blocks: [{type: 'text', text: 'I see.'}]};

describe('a value that a server does not take', () => {
	it('is left out of this request only, so that the settings of the user count again', async () => {
		const chat = await chatOverHttp(
			[
				refusal(400, {message: 'max_tokens is too large: 999999. At most 16384.', param: 'max_tokens'}),
				refusal(400, {message: "Invalid 'temperature': above maximum value.", param: 'temperature'}),
				hello,
			],
			{temperature: 0.2, maxTokens: 500},
		);
		expect(textOf(await ask(chat, userSays('Hi', {temperature: 1.9, maxTokens: 999_999})))).toBe('Hello');
		await ask(chat, userSays('Hi'));
		const [first, , third, fourth] = bodiesOf(chat);
		expect(first).toMatchObject({temperature: 1.9, max_tokens: 999_999});
		expect(Object.keys(third ?? {}).sort()).toEqual(['messages', 'model', 'stream', 'stream_options']);
		expect(fourth).toMatchObject({temperature: 0.2, max_tokens: 500});
	});

	it('is replaced by the least thinking that the model can do', async () => {
		const message = "Unsupported value: 'none' is not supported with the 'gpt-5' model.";
		const chat = await responsesOverHttp(
			[refusal(400, {message, param: 'reasoning.effort', code: 'unsupported_value'}), greeting],
			{thinking: 'off'},
		);
		expect(textOf(await ask(chat, userSays('Hi')))).toBe('Hello');
		await ask(chat, userSays('Hi'));
		expect(bodiesOf(chat).map(({reasoning}) => reasoning)).toEqual([
			{effort: 'none'},
			{effort: 'minimal'},
			{effort: 'minimal'},
		]);
	});
});

describe('an image that a server does not take', () => {
	it('is not sent again, and others are', async () => {
		const bad = image();
		const chat = await chatOverHttp([
			hello,
			refusal(400, {message: 'Unable to process input image.'}),
			hello,
			hello,
		]);
		const history = [look(image()), seen, look(bad)];
		await ask(chat, {messages: history.slice(0, 1), tools: []});
		expect(textOf(await ask(chat, {messages: history, tools: []}))).toBe('Hello');
		await ask(chat, {messages: [...history, seen, look(image())], tools: []});
		expect(bodiesOf(chat).map(imagesIn)).toEqual([1, 2, 1, 2]);
		expect(chat.model.facts?.()).toEqual({});
	});

	it('is sent again where the server took it before', async () => {
		const chat = await chatOverHttp([hello, refusal(400, {message: 'Could not process image'}), hello]);
		const request = {messages: [look(image())], tools: []};
		for (let times = 0; times < 3; times += 1) await ask(chat, request);
		expect(bodiesOf(chat).map(imagesIn)).toEqual([1, 1, 0, 1]);
	});

	it('is one of too many: the newest are sent, from then on', async () => {
		const message = 'At most 1 image(s) may be provided in one prompt.';
		const chat = await chatOverHttp([refusal(400, {message}), hello]);
		const messages = [look(image(), image()), seen, look(image())];
		expect(textOf(await ask(chat, {messages, tools: []}))).toBe('Hello');
		await ask(chat, {messages, tools: []});
		expect(bodiesOf(chat).map(imagesIn)).toEqual([3, 1, 1]);
		expect(imagesIn(bodiesOf(chat)[1]?.messages.at(-1))).toBe(1);
		expect(chat.model.facts?.()).toEqual({});
	});

	it('becomes words in a plain text, for a server that takes nothing else', async () => {
		const chat = await chatOverHttp([refusal(400, {message: 'messages.0.content must be a string'}), hello]);
		expect(textOf(await ask(chat, {messages: [look(image())], tools: []}))).toBe('Hello');
		expect(bodiesOf(chat)[1]?.messages).toEqual([
			{role: 'user', content: expect.stringMatching(/^Look\n\n\[image image\/png/)},
		]);
	});
});

describe('reasoning that a server cannot read', () => {
	it('is left out alone: that of later answers goes back', async () => {
		const reasoning = (name: string) => ({
			type: 'reasoning',
			id: `rs_${name}`,
			summary: [],
			encrypted_content: name,
		});
		const call = (name: string) => ({
			type: 'function_call',
			id: `fc_${name}`,
			call_id: name,
			name: 'weather',
			arguments: '{}',
		});
		const broken = refusal(400, {
			message: 'The encrypted content OLD could not be verified.',
			code: 'invalid_encrypted_content',
		});
		const chat = await responsesOverHttp([
			completed(reasoning('OLD'), call('one')),
			broken,
			completed(reasoning('NEW'), call('two')),
			greeting,
		]);
		const tools = [offeredTool('weather')];
		const messages: Message[] = [{role: 'user', text: 'Weather?'}];
		const step = async (): Promise<void> => {
			const events = await ask(chat, {messages: [...messages], tools});
			const last = lastOf(events);
			if (last.type !== 'finished' || last.raw === undefined) throw new Error('There is no answer.');
			messages.push({role: 'assistant', blocks: callsOf(events), raw: last.raw});
			for (const {callId} of callsOf(events))
				messages.push({role: 'tool', callId, outcome: 'succeeded', content: [{type: 'text', text: 'Rain'}]});
		};
		await step();
		await step();
		await step();
		const contents = bodiesOf(chat).map(({input}) => input.flatMap(item => item.encrypted_content ?? []));
		expect(contents).toEqual([[], ['OLD'], [], ['NEW']]);
	});
});

describe('a template that is strict about roles', () => {
	it('gets the instructions in the words of the user, from then on', async () => {
		const chat = await chatOverHttp([refusal(500, {message: 'System role not supported'}), hello]);
		const request = userSays('Hi', {instructions: 'Be brief.'});
		expect(textOf(await ask(chat, request))).toBe('Hello');
		await ask(chat, request);
		expect(bodiesOf(chat).map(({messages}) => messages.length)).toEqual([2, 1, 1]);
		expect(bodiesOf(chat)[2]?.messages).toEqual([{role: 'user', content: 'Be brief.\n\nHi'}]);
	});

	it.each([
		['the refusal of OpenAI', refusal(400, {message: "'messages[0].role' does not support 'system'."})],
		[
			'an error of LM Studio, in a stream with status 200',
			streamOf(
				'event: error\ndata: {"error":{"message":"Error rendering prompt with jinja template: \\"System role not supported\\"."}}\n\n',
			),
		],
		[
			'an error without a name in a stream with status 200',
			streamOf({error: {message: 'Only user and assistant roles are supported!'}}),
		],
		[
			'an error in place of a stream with status 200',
			{type: 'body', body: {error: 'Only user and assistant roles are supported!'}},
		],
	] as const)('gets the instructions in the words of the user after %s', async (_what, first) => {
		const chat = await chatOverHttp([first, hello]);
		const events = await ask(chat, userSays('Hi', {instructions: 'Be brief.'}));
		expect(textOf(events)).toBe('Hello');
		expect(bodiesOf(chat)[1]?.messages).toEqual([{role: 'user', content: 'Be brief.\n\nHi'}]);
	});

	it('gets the instructions in the words of the user where it counts them as a turn', async () => {
		const message = 'Conversation roles must alternate user/assistant/user/assistant/...';
		const chat = await chatOverHttp([refusal(400, {message}), refusal(400, {message}), hello]);
		expect(textOf(await ask(chat, userSays('Hi', {instructions: 'Be brief.'})))).toBe('Hello');
		expect(bodiesOf(chat)[2]?.messages).toEqual([{role: 'user', content: 'Be brief.\n\nHi'}]);
	});

	it('gets the instructions in the words of the user over Responses, too', async () => {
		const message = 'System role not supported';
		const chat = await responsesOverHttp([refusal(400, {message}), greeting]);
		expect(textOf(await ask(chat, userSays('Hi', {instructions: 'Be brief.'})))).toBe('Hello');
		expect(bodiesOf(chat)[1]).not.toHaveProperty('instructions');
		expect(JSON.stringify(bodiesOf(chat)[1]?.input)).toContain('Be brief.\\n\\nHi');
	});

	it('is told as it is where an error in a stream teaches nothing', async () => {
		const chat = await chatOverHttp([streamOf({error: {message: 'The GPU is on fire.'}})]);
		expect(lastOf(await ask(chat, userSays('Hi')))).toMatchObject({
			type: 'failed',
			trouble: {failure: {message: expect.stringContaining('The GPU is on fire.')}},
		});
		expect(chat.server.requests).toHaveLength(1);
	});

	it('gets an answer between results and images, although it fails with a status of its own', async () => {
		const message = 'Conversation roles must alternate user/assistant/user/assistant/...';
		const chat = await chatOverHttp([refusal(500, {message}), hello]);
		const messages: readonly Message[] = [
			{role: 'user', text: 'Look'},
			{role: 'assistant', blocks: [{type: 'tool-call', callId: 'a', modelName: 'see', arguments: {}}]},
			{role: 'tool', callId: 'a', outcome: 'succeeded', content: [image()]},
		];
		expect(textOf(await ask(chat, {messages, tools: []}))).toBe('Hello');
		expect(bodiesOf(chat)[1]?.messages.map(({role}) => role)).toEqual([
			'user',
			'assistant',
			'tool',
			'assistant',
			'user',
		]);
	});
});

describe('a server that was not told to let models use tools', () => {
	it('is asked without them, and it is known from then on', async () => {
		const message = '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set';
		const chat = await chatOverHttp([refusal(400, {message}), hello]);
		expect(textOf(await ask(chat, userSays('Hi', {tools: [offeredTool('weather')]})))).toBe('Hello');
		expect(chat.model.facts?.()).toEqual({takesTools: false});
	});
});
