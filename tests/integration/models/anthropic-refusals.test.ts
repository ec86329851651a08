import {describe, expect, it} from 'vitest';
import type {Message} from '../../../source/domain/message.ts';
import type {ToolContent} from '../../../source/domain/tool.ts';
import {
	finishOf,
	hello,
	openAnthropic,
	readingTool,
	troubleOf,
	userSays,
} from '../../helpers/anthropic-harness.ts';
import {type AnthropicAnswer, answerOf, refused, streamed} from '../../servers/models/anthropic-server.ts';

const invalid = (message: string): AnthropicAnswer => refused(400, 'invalid_request_error', message);

const png = Buffer.from('\x89PNG\r\n\x1A\n-and-more', 'latin1').toString('base64');
const image = (): ToolContent => ({type: 'image', mimeType: 'image/png', data: png});
const hasImage = (body: unknown): boolean => JSON.stringify(body).includes('"base64"');

describe('a request that is refused for its form', () => {
	it('is asked again with the longest answer that the model gives, and so are those after it', async () => {
		const {server, model, ask} = await openAnthropic(({body}) =>
			body.max_tokens > 8192
				? invalid(
						`max_tokens: ${body.max_tokens} > 8192, which is the maximum allowed number of output tokens for m`,
					)
				: answerOf('Hello.'),
		);
		expect(finishOf(await ask())?.reason).toBe('stop');
		expect(finishOf(await ask({...hello, maxTokens: 20_000}))?.reason).toBe('stop');
		expect(server.requests.map(({body}) => body.max_tokens)).toEqual([16_000, 8192, 8192]);
		expect(model.facts?.()).toMatchObject({outputTokens: 8192});
	});

	it('is asked again with the room that is left, and remembers how large the context is', async () => {
		const {server, model, ask} = await openAnthropic(({body}) =>
			body.max_tokens > 11_760
				? invalid(
						`input length and \`max_tokens\` exceed context limit: 188240 + ${body.max_tokens} > 200000, decrease input length or \`max_tokens\` and try again`,
					)
				: answerOf('Hello.'),
		);
		expect(finishOf(await ask())?.reason).toBe('stop');
		expect(server.requests.map(({body}) => body.max_tokens)).toEqual([16_000, 11_760]);
		expect(model.facts?.()).toEqual({contextTokens: 200_000});
	});

	it('is not asked again when the conversation itself is too long', async () => {
		const {server, model, ask} = await openAnthropic([
			invalid('prompt is too long: 208310 tokens > 200000 maximum'),
		]);
		expect(troubleOf(await ask())?.kind).toBe('context-full');
		expect(server.requests).toHaveLength(1);
		expect(model.facts?.()).toEqual({contextTokens: 200_000});
	});

	it.each([400, 500])(
		'is asked again with the instructions in the words of the user by a model that takes no others (%i)',
		async status => {
			const {server, ask} = await openAnthropic(({body}) =>
				'system' in body ? refused(status, 'api_error', 'System role not supported') : answerOf('Hello.'),
			);
			const request = {...hello, instructions: 'Be brief.'};
			expect(finishOf(await ask(request))?.reason).toBe('stop');
			expect(finishOf(await ask(request))?.reason).toBe('stop');
			expect(server.requests.map(({body}) => 'system' in body)).toEqual([true, false, false]);
			expect(JSON.stringify(server.requests[2]?.body.messages)).toContain('Be brief.\\n\\nhello');
		},
	);

	it('is asked again without images by a model that sees none, which is remembered', async () => {
		const {server, model, ask} = await openAnthropic(({body}) =>
			hasImage(body) ? invalid('This model does not support image input.') : answerOf('Hello.'),
		);
		const request = {messages: [userSays('what is this?', [image()])], tools: []};
		expect(finishOf(await ask(request))?.reason).toBe('stop');
		expect(finishOf(await ask(request))?.reason).toBe('stop');
		expect(server.requests.map(({body}) => hasImage(body))).toEqual([true, false, false]);
		expect(JSON.stringify(server.requests[1]?.body)).toContain(
			'[image image/png, 17 bytes: not shown to the model]',
		);
		expect(model.facts?.()).toEqual({seesImages: false});
	});

	it('goes without the image that cannot be read, and shows the next', async () => {
		const broken = image();
		const {server, model, ask} = await openAnthropic(({body}) =>
			JSON.stringify(body).split('"base64"').length === 2 && !JSON.stringify(body).includes('not shown')
				? invalid('messages.0.content.0.image.source.base64: Could not process image')
				: answerOf('Hello.'),
		);
		expect(finishOf(await ask({messages: [userSays('a', [broken])], tools: []}))?.reason).toBe('stop');
		await ask({messages: [userSays('a', [broken]), userSays('b', [image()])], tools: []});
		expect(server.requests.map(({body}) => hasImage(body))).toEqual([true, false, true]);
		expect(model.facts?.()).toEqual({});
	});

	it('is asked again without a temperature by a model that takes none', async () => {
		const {server, ask} = await openAnthropic(({body}) =>
			'temperature' in body ? invalid('`temperature` is deprecated for this model.') : answerOf('Hello.'),
		);
		expect(finishOf(await ask({...hello, temperature: 0.5}))?.reason).toBe('stop');
		expect(finishOf(await ask({...hello, temperature: 0.5}))?.reason).toBe('stop');
		expect(server.requests.map(({body}) => 'temperature' in body)).toEqual([true, false, false]);
	});

	it.each([
		['claude-sonnet-5-5', 'adaptive', 'enabled', 'adaptive thinking is not supported on this model'],
		[
			'claude-sonnet-4-5',
			'enabled',
			'adaptive',
			'"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort".',
		],
	])('is asked again to think in the other form: %s', async (model, first, second, message) => {
		const {server, ask} = await openAnthropic(
			({body}) => (body.thinking?.type === first ? invalid(message) : answerOf('Hello.')),
			{model, provider: {thinking: 'medium'}},
		);
		expect(finishOf(await ask())?.reason).toBe('stop');
		expect(finishOf(await ask())?.reason).toBe('stop');
		expect(server.requests.map(({body}) => body.thinking?.type)).toEqual([first, second, second]);
	});

	it('is asked again without thinking by a model that cannot think', async () => {
		const {server, ask} = await openAnthropic(
			({body}) =>
				'thinking' in body ? invalid('thinking: Extra inputs are not permitted') : answerOf('Hello.'),
			{provider: {thinking: 'high'}},
		);
		expect(finishOf(await ask())?.reason).toBe('stop');
		expect(server.requests.map(({body}) => body.thinking?.type)).toEqual(['adaptive', 'enabled', undefined]);
	});

	it('is asked without a word about thinking by a model that cannot be told to show it', async () => {
		const {server, ask} = await openAnthropic(({body}) =>
			'thinking' in body ? invalid('adaptive thinking is not supported on this model') : answerOf('Hello.'),
		);
		expect(finishOf(await ask())?.reason).toBe('stop');
		expect(finishOf(await ask())?.reason).toBe('stop');
		expect(server.requests.map(({body}) => body.thinking?.type)).toEqual(['adaptive', undefined, undefined]);
	});

	it.each([
		['claude-sonnet-5-5', 'between_tools'],
		['claude-opus-4-6', 'disabled'],
	])('is asked again without a word about thinking by %s that does not know "%s"', async (model, form) => {
		const {server, ask} = await openAnthropic(
			({body}) =>
				'thinking' in body
					? invalid(`thinking.type: \`${form}\` is not supported on this model`)
					: answerOf('Hello.'),
			{model, provider: {thinking: 'off'}},
		);
		expect(finishOf(await ask())?.reason).toBe('stop');
		expect(finishOf(await ask())?.reason).toBe('stop');
		expect(server.requests.map(({body}) => body.thinking?.type)).toEqual([form, undefined, undefined]);
	});

	it.each([
		'thinking.adaptive.block_binding: Extra inputs are not permitted',
		'Unexpected value(s) `thinking-binding-controls-2026-08-01` for the `anthropic-beta` header.',
	])('goes on thinking where only its binding is not known: %s', async message => {
		const {server, ask} = await openAnthropic(({body}) =>
			'block_binding' in (body.thinking ?? {}) ? invalid(message) : answerOf('Hello.'),
		);
		expect(finishOf(await ask())?.reason).toBe('stop');
		expect(finishOf(await ask())?.reason).toBe('stop');
		expect(server.requests).toHaveLength(3);
		expect(server.requests.map(({body}) => body.thinking?.type)).toEqual([
			'adaptive',
			'adaptive',
			'adaptive',
		]);
		expect(server.requests[2]?.headers).not.toHaveProperty('anthropic-beta');
	});

	it.each([
		'tool_choice: forced tool use is not supported by this model',
		'Thinking may not be enabled when tool_choice forces tool use.',
	])('lets a model choose that cannot be made to call a tool: %s', async message => {
		const {server, ask} = await openAnthropic(({body}) =>
			body.tool_choice?.type === 'any' ? invalid(message) : answerOf('Hello.'),
		);
		const request = {...hello, tools: [readingTool('read')], toolChoice: 'required'} as const;
		expect(finishOf(await ask(request))?.reason).toBe('stop');
		expect(finishOf(await ask(request))?.reason).toBe('stop');
		expect(server.requests.map(({body}) => body.tool_choice?.type)).toEqual(['any', undefined, undefined]);
		expect(server.requests[1]?.body.thinking).toMatchObject({type: 'adaptive'});
	});

	it('is asked again without marks for the cache by a server that knows none', async () => {
		const {server, ask} = await openAnthropic(({body}) =>
			JSON.stringify(body).includes('cache_control')
				? invalid('messages.0.content.0.text.cache_control: Extra inputs are not permitted')
				: answerOf('Hello.'),
		);
		expect(finishOf(await ask())?.reason).toBe('stop');
		expect(server.requests).toHaveLength(2);
	});

	it('loses its marks for the cache, and no tool, where the mark of the last tool is refused', async () => {
		const {server, ask} = await openAnthropic(({body}) =>
			JSON.stringify(body).includes('cache_control')
				? invalid('tools.0.custom.cache_control: Extra inputs are not permitted')
				: answerOf('Hello.'),
		);
		expect(finishOf(await ask({...hello, tools: [readingTool('read')]}))?.reason).toBe('stop');
		expect(server.requests[1]?.body.tools).toHaveLength(1);
	});

	it.each([
		'tools.0.custom.input_schema.properties.thinking.temperature: Input should be a valid dictionary',
		'tools.0.custom.input_schema: cache_control, image and thinking are not what they should be',
		'The JSON schema of a tool is wrong: "temperature" has no type, "image" is not supported',
		'Tool `read` cannot be used: thinking, effort and temperature are no types',
	])('teaches nothing about the rest of it where a tool is refused: %s', async message => {
		const {server, model, ask} = await openAnthropic(
			({body}) => (body.tools === undefined ? answerOf('Hello.') : invalid(message)),
			{model: 'claude-sonnet-4-6', provider: {thinking: 'high'}},
		);
		const messages = [userSays('what is this?', [image()])];
		expect(troubleOf(await ask({messages, tools: [readingTool('read')], temperature: 0.3}))).toBeDefined();
		expect(server.requests).toHaveLength(1);
		await ask({messages, tools: []});
		expect(server.requests[1]?.body.thinking).toMatchObject({type: 'adaptive'});
		expect(hasImage(server.requests[1]?.body)).toBe(true);
		expect(JSON.stringify(server.requests[1]?.body)).toContain('cache_control');
		expect(model.facts?.()).toEqual({});
	});

	it('teaches nothing where what it seemed to teach did not help', async () => {
		const wrong = invalid('messages: image, temperature, cache_control, thinking, everything is wrong');
		let isBroken = true;
		const {server, model, ask} = await openAnthropic(() => (isBroken ? wrong : answerOf('Hello.')), {
			provider: {thinking: 'high'},
		});
		const request = {messages: [userSays('what is this?', [image()])], tools: []};
		expect(troubleOf(await ask(request))?.kind).toBe('bad-request');
		expect(server.requests.length).toBeGreaterThan(2);
		expect(server.requests.at(-1)?.body).not.toHaveProperty('thinking');
		isBroken = false;
		expect(finishOf(await ask(request))?.reason).toBe('stop');
		expect(server.requests.at(-1)?.body).toEqual(server.requests[0]?.body);
		expect(model.facts?.()).toEqual({});
	});

	it('teaches nothing where the answer turns out to be an error', async () => {
		let isBroken = true;
		const failing = streamed({type: 'error', error: {type: 'api_error', message: 'Internal server error'}});
		const {server, ask} = await openAnthropic(
			({body}) => {
				if (!isBroken) return answerOf('Hello.');
				return 'thinking' in body ? invalid('thinking: something is wrong') : failing;
			},
			{model: 'claude-opus-4-6'},
		);
		expect(troubleOf(await ask())?.kind).toBe('provider-error');
		isBroken = false;
		expect(finishOf(await ask())?.reason).toBe('stop');
		expect(server.requests.map(({body}) => 'thinking' in body)).toEqual([true, false, true]);
	});

	it('goes without old thinking where its signature does not hold any more, and keeps the new', async () => {
		const answered = (text: string): Message => ({
			role: 'assistant',
			blocks: [{type: 'text', text}],
			raw: {
				format: 'anthropic',
				content: [
					{type: 'thinking', thinking: '', signature: `signature of ${text}`},
					{type: 'text', text},
				],
			},
		});
		const old = answered('old');
		const {server, ask} = await openAnthropic(({body}) =>
			JSON.stringify(body).includes('signature of old')
				? invalid(
						'messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation.',
					)
				: answerOf('Hello.'),
		);
		expect(finishOf(await ask({messages: [userSays('1'), old, userSays('2')], tools: []}))?.reason).toBe(
			'stop',
		);
		await ask({messages: [userSays('1'), old, userSays('2'), answered('new'), userSays('3')], tools: []});
		const signatures = server.requests.map(({body}) => JSON.stringify(body).match(/signature of \w+/g) ?? []);
		expect(signatures).toEqual([['signature of old'], [], ['signature of new']]);
	});

	it('is not asked again when nothing was learned, nor for ever', async () => {
		const deaf = await openAnthropic([invalid('messages: something else is wrong')]);
		expect(troubleOf(await deaf.ask())?.kind).toBe('bad-request');
		expect(deaf.server.requests).toHaveLength(1);
		const teasing = await openAnthropic(({body}) =>
			invalid(`max_tokens: ${body.max_tokens} > ${body.max_tokens - 1}, which is the maximum`),
		);
		expect(troubleOf(await teasing.ask())?.kind).toBe('bad-request');
		expect(teasing.server.requests).toHaveLength(8);
	});
});
