import {describe, expect, it, onTestFinished, vi} from 'vitest';
import {finishOf, hello, openAnthropic, readingTool} from '../../helpers/anthropic-harness.ts';
import {waitUntil} from '../../helpers/wait-until.ts';
import {
	answerOf,
	callBlock,
	messageEnd,
	messageStart,
	streamed,
	textBlock,
	thinkingBlock,
} from '../../servers/models/anthropic-server.ts';

describe('an answer of Anthropic', () => {
	it('streams, counts and costs', async () => {
		const usage = {
			input_tokens: 100,
			cache_creation_input_tokens: 200,
			cache_read_input_tokens: 3000,
			output_tokens: 1,
		};
		const {ask} = await openAnthropic(
			[
				streamed(
					messageStart(usage),
					{type: 'ping'},
					...thinkingBlock(0, 'Let me see.', 'c2ln'),
					...textBlock(1, 'I', ' read.'),
					...callBlock(2, {id: 'toolu_1', name: 'read'}, '', '{"pa', 'th":"', 'a"}'),
					...callBlock(3, {id: 'toolu_2', name: 'read'}, '{"path":"b"}'),
					...messageEnd('tool_use', {output_tokens: 50}),
				),
			],
			{price: {input: 1, output: 10, cached: 0.1, cacheWrite: 2}},
		);
		expect(await ask({...hello, tools: [readingTool('read')]})).toEqual([
			{type: 'thinking', text: 'Let me see.'},
			{type: 'text', text: 'I'},
			{type: 'text', text: ' read.'},
			{type: 'calling', modelName: 'read', characters: 0},
			{type: 'calling', modelName: 'read', characters: 0},
			{type: 'tool-call', callId: 'toolu_1', modelName: 'read', arguments: {path: 'a'}},
			{type: 'tool-call', callId: 'toolu_2', modelName: 'read', arguments: {path: 'b'}},
			{
				type: 'finished',
				reason: 'tool-calls',
				usage: {
					inputTokens: 3300,
					outputTokens: 50,
					cachedTokens: 3000,
					cacheWriteTokens: 200,
					cost: expect.closeTo((100 * 1 + 200 * 2 + 3000 * 0.1 + 50 * 10) / 1e6, 12),
				},
				raw: {
					format: 'anthropic',
					content: [
						{type: 'thinking', thinking: 'Let me see.', signature: 'c2ln'},
						{type: 'text', text: 'I read.'},
						{type: 'tool_use', id: 'toolu_1', name: 'read', input: {path: 'a'}},
						{type: 'tool_use', id: 'toolu_2', name: 'read', input: {path: 'b'}},
					],
				},
			},
		]);
	});

	it('is complete with its last event, even if the server never closes it', async () => {
		const {server, ask} = await openAnthropic([answerOf('Hello.', 'never')]);
		expect(finishOf(await ask())?.reason).toBe('stop');
		await waitUntil(() => server.openStreams() === 0);
	});

	it('leaves its connection to the next request', async () => {
		const {server, ask} = await openAnthropic([answerOf('Hello.', 'late')]);
		for (let count = 0; count < 5; count += 1) {
			expect(finishOf(await ask())?.reason).toBe('stop');
			await waitUntil(() => server.openStreams() === 0);
		}
		expect(server.requests).toHaveLength(5);
		expect(server.connections()).toBeLessThan(5);
	});

	it('of an old model writes nothing to the terminal', async () => {
		const said = vi.spyOn(console, 'warn');
		onTestFinished(() => said.mockRestore());
		const {ask} = await openAnthropic([answerOf('Hello.')], {model: 'claude-sonnet-4-5'});
		expect(finishOf(await ask())?.reason).toBe('stop');
		expect(said).not.toHaveBeenCalled();
	});

	it('keeps the order of sixty-four calls', async () => {
		const names = Array.from({length: 64}, (_, index) => `c${index}`);
		const {ask} = await openAnthropic([
			streamed(
				messageStart(),
				...names.flatMap((id, index) => callBlock(index, {id, name: 'read'}, `{"path":"${id}"}`)),
				...messageEnd('tool_use'),
			),
		]);
		const calls = (await ask()).filter(event => event.type === 'tool-call');
		expect(calls.map(({callId, arguments: args}) => [callId, args.path])).toEqual(
			names.map(name => [name, name]),
		);
	});
});
