import {describe, expect, it} from 'vitest';
import {plainFailure} from '../../../source/headless/plain-failure.ts';
import {sleep} from '../../../source/support/sleep.ts';
import {createFakeServers, offerTool} from '../../helpers/fake-servers.ts';
import {
	callsTools,
	events,
	fails,
	type ScriptedAnswer,
	says,
	scriptModel,
	toolCall,
	trouble,
} from '../../helpers/scripted-model.ts';
import {readObjects, setUpPrompt} from './prompt-run.ts';

const tools = [offerTool('files', 'read')];
const overloaded = trouble('overloaded', {
	failure: {code: 'overloaded', message: 'Anthropic is overloaded (529).'},
	retry: {after: 4000},
});
const full = trouble('context-full', {
	failure: {code: 'context-full', message: 'The conversation is too long for test/model.'},
});

describe('a provider that is overloaded', () => {
	it('is waited for, with a line for each wait', async () => {
		const model = scriptModel(fails(overloaded), fails(overloaded), says('Hello.'));
		const {run, written, clock} = setUpPrompt(model);
		await expect(run()).resolves.toBe(0);
		expect(written.out).toBe('Hello.\n');
		expect(written.error.trimEnd().split('\n')).toEqual([
			expect.stringMatching(/^Anthropic is overloaded \(529\)\. Trying again in 4 s, \d of \d\.$/),
			expect.stringMatching(/^Anthropic is overloaded \(529\)\. Trying again in 4 s, \d of \d\.$/),
		]);
		expect(clock.slept).toEqual([4000, 4000]);
	});

	it('is not waited for any more when the program is told to stop', async () => {
		const {run, app, until, written} = setUpPrompt(
			scriptModel(fails({...overloaded, retry: {after: 500_000}})),
			{sleep},
		);
		const code = run();
		await until(({retry}) => retry !== undefined);
		app.interrupt();
		await expect(code).resolves.toBe(1);
		expect(written.error).toContain('Interrupted.');
	});
});

describe('a context that is full', () => {
	it('is compacted without asking, and the prompt is answered', async () => {
		const {run, written, model} = setUpPrompt(
			scriptModel(
				callsTools(toolCall('c1', 'files__read')),
				fails(full),
				says('You asked for a file.'),
				says('Done.'),
			),
			{servers: createFakeServers({tools}), approvalMode: 'auto', format: 'json'},
		);
		await expect(run()).resolves.toBe(0);
		expect(readObjects(written.out)).toMatchObject([{ok: true, text: 'Done.'}]);
		expect(written.error).toContain('The conversation is too long for test/model. A summary takes the place');
		expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('You asked for a file.');
	});
});

describe('a model that goes round in circles', () => {
	it('is stopped, which is a failure like others', async () => {
		const again: ScriptedAnswer = callsTools(toolCall('', 'files__read', {path: 'a'}));
		const {run, written} = setUpPrompt(scriptModel(again), {
			servers: createFakeServers({tools}),
			approvalMode: 'auto',
			format: 'json',
			maxSteps: 50,
		});
		await expect(run()).resolves.toBe(1);
		expect(readObjects(written.out)).toMatchObject([{ok: false, error: {code: 'going-round'}}]);
	});
});

describe('what the user did not give', () => {
	it.each(['no-key', 'unknown-provider'])('is bad input: %s', async code => {
		const failure = {code, message: 'There is no key for Anthropic.', hint: 'Set ANTHROPIC_API_KEY.'};
		const {run, written} = setUpPrompt(scriptModel(fails({kind: 'no-key', failure})));
		await expect(run()).resolves.toBe(42);
		expect(written.error).toBe('There is no key for Anthropic.\nSet ANTHROPIC_API_KEY.\n');
	});

	it('is no bad input when a key is wrong', async () => {
		const {run} = setUpPrompt(scriptModel(fails(trouble('wrong-key'))));
		await expect(run()).resolves.toBe(1);
	});
});

describe('what a run used', () => {
	const answering = (usage: object): ScriptedAnswer =>
		events({type: 'text', text: 'ok'}, {type: 'finished', reason: 'stop', usage: usage as never});
	const usageOf = async (harness: ReturnType<typeof setUpPrompt>) => {
		await harness.run();
		return readObjects(harness.written.out).at(-1)?.usage;
	};

	it('has what came from a cache and what it cost, where that is known', async () => {
		const usage = {inputTokens: 5, outputTokens: 7, cachedTokens: 3, cacheWriteTokens: 1, cost: 0.25};
		await expect(usageOf(setUpPrompt(scriptModel(answering(usage)), {format: 'json'}))).resolves.toEqual({
			inputTokens: 5,
			outputTokens: 7,
			cachedTokens: 3,
			costUsd: 0.25,
		});
	});

	it('has no cost where a price is not known', async () => {
		const model = scriptModel(
			events(toolCall('c1', 'files__read'), {
				type: 'finished',
				reason: 'tool-calls',
				usage: {inputTokens: 1, outputTokens: 1, cost: 0.5},
			}),
			answering({inputTokens: 1, outputTokens: 1}),
		);
		const harness = setUpPrompt(model, {
			format: 'json',
			servers: createFakeServers({tools}),
			approvalMode: 'auto',
		});
		await expect(usageOf(harness)).resolves.toEqual({inputTokens: 2, outputTokens: 2});
	});

	it('is only that of this run when the session is older', async () => {
		const first = setUpPrompt(
			scriptModel(answering({inputTokens: 10, outputTokens: 1, cachedTokens: 2, cost: 0.1})),
		);
		await first.run();
		const second = setUpPrompt(
			scriptModel(answering({inputTokens: 20, outputTokens: 2, cachedTokens: 5, cost: 0.2})),
			{format: 'json', past: first.saved},
		);
		await expect(usageOf(second)).resolves.toEqual({
			inputTokens: 20,
			outputTokens: 2,
			cachedTokens: 5,
			costUsd: 0.2,
		});
	});
});

describe('the stream of events', () => {
	it('has everything but calls that are still being written', async () => {
		const model = {
			...scriptModel(
				events({type: 'calling', modelName: 'files__read', characters: 3}, toolCall('c1', 'files__read'), {
					type: 'finished',
					reason: 'tool-calls',
				}),
				says('Done.'),
			),
			facts: () => ({contextTokens: 1000}),
		};
		const {
			run,
			written,
			events: seen,
		} = setUpPrompt(model, {
			format: 'stream-json',
			servers: createFakeServers({tools}),
			approvalMode: 'auto',
		});
		await run();
		const types = readObjects(written.out).map(({type}) => type);
		expect(seen.map(({type}) => type)).toContain('call-drafted');
		expect(types).not.toContain('call-drafted');
		expect(types).toContain('model-learned');
		expect(types.at(-1)).toBe('result');
	});
});

describe('advice to somebody who is not in the chat', () => {
	it.each([
		['Nothing was run. /retry tries it again.', 'Nothing was run.'],
		['/compact makes room.', undefined],
		['Use /retry.', 'Try again.'],
		['Wait until it is loaded, then try again with /retry.', 'Wait until it is loaded, then try again.'],
		[
			'Something ended the connection: use /retry; a VPN may be the cause.',
			'Something ended the connection: try again; a VPN may be the cause.',
		],
		[
			'Come back in 2 hours and use /retry, or choose another model with /model.',
			'Come back in 2 hours and try again, or choose another model with --model.',
		],
		[
			'Add credit in your account, or choose another model with /model.',
			'Add credit in your account, or choose another model with --model.',
		],
		[
			'Wait and use /retry, shorten the conversation with /compact, or raise the limit in your account.',
			'Wait and try again, or raise the limit in your account.',
		],
		[
			'Lower "maxTools" in the config, or disable servers in /mcp.',
			'Lower "maxTools" in the config, or disable servers with mcp-tui mcp disable.',
		],
		[
			'/compact sums the conversation up; starting it with a larger -c gives it more room.',
			'Starting it with a larger -c gives it more room.',
		],
		['ollama pull qwen3. /model lists those there are.', 'ollama pull qwen3. --model names another.'],
		['export KEY=... and start again.', 'export KEY=... and start again.'],
		[
			'Set ANTHROPIC_API_KEY, or look into /home/me/model.',
			'Set ANTHROPIC_API_KEY, or look into /home/me/model.',
		],
		[undefined, undefined],
	])('says what to do outside of it, and leaves out what can only be typed there: %s', (hint, left) => {
		const failure = {code: 'x', message: 'It failed, see /retry.'};
		expect(plainFailure(hint === undefined ? failure : {...failure, hint})).toEqual(
			left === undefined ? failure : {...failure, hint: left},
		);
	});
});
