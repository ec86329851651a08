import {describe, expect, it} from 'vitest';
import type {DemoScript, DemoStep} from '../../../source/core/models/demo/demo-script.ts';
import {
	createScriptedModel,
	type ScriptedModelDeps,
} from '../../../source/core/models/demo/scripted-model.ts';
import type {Message} from '../../../source/domain/message.ts';
import type {ModelEvent} from '../../../source/domain/model.ts';
import {createCounterIds} from '../../helpers/counter-ids.ts';
import {createFakeClock} from '../../helpers/fake-clock.ts';

const hello: Message = {role: 'user', text: 'hello'};

const setUp = (step: DemoStep, pace = 0, change: Partial<ScriptedModelDeps> = {}) => {
	const clock = createFakeClock();
	const script: DemoScript = {pace, turns: [{steps: [step]}]};
	const model = createScriptedModel('demo/test', script, {
		newId: createCounterIds('call'),
		now: clock.now,
		sleep: clock.sleep,
		...change,
	});
	const play = async (messages: readonly Message[] = [hello], signal = new AbortController().signal) => {
		const events: ModelEvent[] = [];
		for await (const event of model.stream({messages, tools: []}, signal)) {
			events.push(event);
		}
		return events;
	};
	return {clock, model, play};
};
const textOf = (events: readonly ModelEvent[], type: 'text' | 'thinking') =>
	events.map(event => (event.type === type ? event.text : '')).join('');

describe('the scripted model', () => {
	it('says what the script says, in small pieces, thinking first', async () => {
		const say = 'Hello, this is a sentence.\n\n  With a   paragraph ';
		const {play, model} = setUp({think: 'Hm, well.', say});
		const events = await play();
		expect(model.id).toBe('demo/test');
		expect(textOf(events, 'thinking')).toBe('Hm, well.');
		expect(textOf(events, 'text')).toBe(say);
		expect(events.map(({type}) => type).lastIndexOf('thinking')).toBeLessThan(
			events.findIndex(({type}) => type === 'text'),
		);
		expect(events.length).toBeGreaterThan(10);
	});

	it('ends with a reason and a guess of the tokens', async () => {
		const events = await setUp({say: 'Twelve chars'}).play();
		expect(events.at(-1)).toEqual({
			type: 'finished',
			reason: 'stop',
			usage: {inputTokens: Math.ceil(JSON.stringify([hello]).length / 4), outputTokens: 4, cost: 0},
		});
	});

	it('asks for tools after the text, each call with an id of its own', async () => {
		const calls = [
			{tool: 'files__read', arguments: {path: 'a'}},
			{tool: 'files__read', arguments: {path: 'b'}},
		];
		const events = await setUp({say: 'Hi', calls}).play();
		expect(events.slice(1)).toMatchObject([
			{type: 'tool-call', callId: 'call-1', modelName: 'files__read', arguments: {path: 'a'}},
			{type: 'tool-call', callId: 'call-2', modelName: 'files__read', arguments: {path: 'b'}},
			{type: 'finished', reason: 'tool-calls'},
		]);
	});

	it('ends without a reason, and without its calls, where the script cuts it', async () => {
		const events = await setUp({say: 'Hi', calls: [{tool: 'x', arguments: {}}], cut: true}).play();
		expect(events).toEqual([{type: 'text', text: 'Hi'}]);
	});

	it.each([
		['overloaded', {after: 3000}],
		['unreachable', {after: 3000}],
		['wrong-key', undefined],
		['context-full', undefined],
	] as const)('fails with %s as often as the script says, and then plays the step', async (kind, retry) => {
		const fail = {kind, message: 'No.', retryAfter: 3, tools: ['t'], times: 2};
		const {play} = setUp({fail, say: 'Hi'});
		const trouble = {
			kind,
			failure: {code: kind, message: 'No.', hint: 'The script wants it so.'},
			...(retry === undefined ? {} : {retry}),
			tools: ['t'],
		};
		expect([await play(), await play()]).toEqual([[{type: 'failed', trouble}], [{type: 'failed', trouble}]]);
		expect(textOf(await play(), 'text')).toBe('Hi');
	});

	it('says when it will be better only where the script does', async () => {
		const {play} = setUp({fail: {kind: 'overloaded', message: 'No.', times: 1}});
		expect(await play()).toMatchObject([{type: 'failed', trouble: {retry: {}}}]);
	});

	it('writes arguments that are none', async () => {
		const {play} = setUp({calls: [{tool: 'x', arguments: {a: 1}, invalid: '{"a":'}]});
		expect(await play()).toMatchObject([
			{type: 'tool-call', modelName: 'x', arguments: {}, invalid: '{"a":'},
			{type: 'finished', reason: 'tool-calls'},
		]);
	});

	it('ends and costs what the script says', async () => {
		const events = await setUp({say: 'Hi', finish: 'refusal', usage: {outputTokens: 9, cost: 0.25}}).play();
		expect(events.at(-1)).toMatchObject({
			reason: 'refusal',
			usage: {inputTokens: expect.any(Number), outputTokens: 9, cost: 0.25},
		});
	});

	it('knows how much it takes where the script says so', () => {
		expect(setUp({}).model.facts).toBeUndefined();
		const script: DemoScript = {pace: 0, contextTokens: 500, turns: [{steps: [{}]}]};
		const clock = createFakeClock();
		const model = createScriptedModel('demo/x', script, {
			newId: () => '',
			now: clock.now,
			sleep: clock.sleep,
		});
		expect(model.facts?.()).toEqual({contextTokens: 500});
	});

	it('finishes at once when the script has nothing to say', async () => {
		expect(await setUp({}).play()).toMatchObject([{type: 'finished', reason: 'stop'}]);
		const endless = setUp({say: 'once'});
		expect(await endless.play([hello, {role: 'assistant', blocks: []}])).toMatchObject([{type: 'finished'}]);
	});

	it('repeats what was said and what came back last', async () => {
		const result: Message = {
			role: 'tool',
			callId: 'c1',
			outcome: 'succeeded',
			content: [
				{type: 'text', text: 'it is $& noon '},
				{type: 'image', mimeType: 'image/png', data: ''},
				{type: 'text', text: 'bye\n'},
			],
		};
		const {play} = setUp({say: '{{prompt}}: {{result}} {{prompt}}'});
		expect(textOf(await play([result, hello]), 'text')).toBe('hello: it is $& noon \n[image]\nbye hello');
		expect(textOf(await play([]), 'text')).toBe(':  ');
	});
});

describe('the pace of the scripted model', () => {
	it('is that of the script', async () => {
		const {play, clock} = setUp({say: 'one two three four five six seven eight nine ten eleven'}, 10);
		const startedAt = clock.now();
		const events = await play();
		expect(events.filter(({type}) => type === 'text')).toHaveLength(11);
		// The first is there at once, the other ten take a tenth of a second each.
		expect(clock.now() - startedAt).toBe(1000);
	});

	it('wakes up at most sixty times a second, however fast it is', async () => {
		const {play, clock} = setUp({say: 'word '.repeat(1000)}, 1000);
		await play();
		expect(Math.min(...clock.slept)).toBeGreaterThanOrEqual(16);
		expect(clock.slept.length).toBeLessThanOrEqual(63);
	});

	it('catches up when it was held up', async () => {
		const clock = createFakeClock();
		const {play} = setUp({say: 'word '.repeat(100)}, 10, {
			now: clock.now,
			async sleep(milliseconds, signal) {
				await clock.sleep(milliseconds + 60_000, signal);
			},
		});
		await play();
		expect(clock.slept).toHaveLength(1);
	});

	it('lets others run now and then when there is none', async () => {
		const {play, clock} = setUp({say: 'word '.repeat(120)});
		await play();
		expect(clock.slept).toEqual([0, 0, 0]);
	});
});

describe('an interruption of the scripted model', () => {
	it.each([0, 50])('ends it without a reason at pace %d', async pace => {
		const controller = new AbortController();
		let naps = 0;
		const {play} = setUp({say: 'word '.repeat(200), calls: [{tool: 'x', arguments: {}}]}, pace, {
			async sleep() {
				naps += 1;
				if (naps === 2) {
					controller.abort();
				}
			},
		});
		const events = await play([hello], controller.signal);
		expect(events.length).toBeGreaterThan(0);
		expect(events.length).toBeLessThan(200);
		expect(events.every(({type}) => type === 'text')).toBe(true);
	});
});
