import {describe, expect, it} from 'vitest';
import {type CompactionDeps, compactHistory} from '../../../source/core/chat/compact-history.ts';
import type {Message} from '../../../source/domain/message.ts';
import type {ModelRequest} from '../../../source/domain/model.ts';
import {createCounterIds} from '../../helpers/counter-ids.ts';
import {createFakeClock} from '../../helpers/fake-clock.ts';
import {createRecordingSink} from '../../helpers/recording-sink.ts';
import {
	events,
	fails,
	hangsAfter,
	type ScriptedAnswer,
	says,
	scriptModel,
	throwsAfter,
	toolCall,
	trouble,
} from '../../helpers/scripted-model.ts';
import {sleepsUntilAborted} from '../../helpers/turn-harness.ts';

const talk: readonly Message[] = [
	{role: 'user', text: 'Rename a.txt to b.txt.'},
	{
		role: 'assistant',
		blocks: [
			{type: 'text', text: 'I look.'},
			{type: 'tool-call', callId: 'c1', modelName: 'files__read', arguments: {path: 'a.txt'}},
		],
	},
	{role: 'tool', callId: 'c1', outcome: 'succeeded', content: [{type: 'text', text: 'The text of a.'}]},
];

const setUp = (answers: ScriptedAnswer | readonly ScriptedAnswer[], change: Partial<CompactionDeps> = {}) => {
	const model = scriptModel(...(Array.isArray(answers) ? answers : [answers]));
	const sink = createRecordingSink();
	const clock = createFakeClock();
	const controller = new AbortController();
	const deps: CompactionDeps = {
		model,
		sink,
		newId: createCounterIds(),
		history: () => talk,
		facts: () => ({}),
		sleep: clock.sleep,
		random: () => 0.5,
		...change,
	};
	return {model, sink, clock, controller, run: () => compactHistory(deps, controller.signal)};
};

const textOf = (request: ModelRequest | undefined): string => {
	const [message] = request?.messages ?? [];
	return message?.role === 'user' ? message.text : '';
};

describe('a summary of the conversation', () => {
	it('takes its place, with the last message of the user word for word', async () => {
		const usage = {inputTokens: 90, outputTokens: 8};
		const {run, sink} = setUp(
			events(
				{type: 'text', text: 'They rename '},
				{type: 'text', text: 'a file.\n'},
				{type: 'finished', reason: 'stop', usage},
			),
		);
		await expect(run()).resolves.toEqual({type: 'compacted'});
		expect(sink.types()).toEqual(['compaction-started', 'history-compacted']);
		expect(sink.committed).toEqual([
			{
				type: 'history-compacted',
				compactionId: 'id-1',
				summary: expect.stringMatching(
					/^This is a summary of the conversation so far\..*\n\nThey rename a file\.\n\n.*word for word.*:\n\nRename a\.txt to b\.txt\.$/,
				),
				tokensBefore: expect.any(Number),
				tokensAfter: expect.any(Number),
				usage,
			},
		]);
	});

	it('is asked for with all that happened, and without tools', async () => {
		const {run, model} = setUp(says('Short.'), {focus: 'the file names'});
		await run();
		const [request] = model.requests;
		expect(request?.tools).toEqual([]);
		expect(request?.instructions).toContain('GOALS');
		expect(request?.messages).toHaveLength(1);
		const asked = textOf(request);
		for (const words of [
			'USER:\n> Rename a.txt to b.txt.',
			'ASSISTANT:\n> I look.',
			'ASSISTANT CALLS:\n> files__read: {"path":"a.txt"}',
			'RESULT (succeeded):\n> The text of a.',
			'The user wants this kept above all: the file names',
		]) {
			expect(asked).toContain(words);
		}
	});

	it('keeps the last message through a summary of a summary', async () => {
		const first = setUp(says('First.'));
		await first.run();
		const [fact] = first.sink.committed;
		const summary = fact?.type === 'history-compacted' ? fact.summary : '';
		const second = setUp(says('Second.'), {
			history: () => [
				{role: 'user', text: summary},
				{role: 'assistant', blocks: [{type: 'text', text: 'Hm.'}]},
			],
		});
		await second.run();
		const [again] = second.sink.committed;
		const text = again?.type === 'history-compacted' ? again.summary : '';
		expect(text).toMatch(/:\n\nRename a\.txt to b\.txt\.$/);
		expect(text).not.toContain('First.');
	});

	it('is asked for with no more than the model can take', async () => {
		const history = Array.from(
			{length: 200},
			(_, index): Message => ({role: 'user', text: `${index}: ${'word '.repeat(400)}`}),
		);
		const {run, model} = setUp(says('Short.'), {
			history: () => history,
			facts: () => ({contextTokens: 10_000}),
		});
		await run();
		const asked = textOf(model.requests[0]);
		expect(asked.length / 4).toBeLessThan(6500);
		expect(asked).toContain('USER:\n> 199:');
		expect(asked).toMatch(/\[\d+ messages left out\]/);
	});

	it('is asked for with less when that is still too much', async () => {
		const history = Array.from({length: 50}, (): Message => ({role: 'user', text: 'word '.repeat(4000)}));
		const full = fails(trouble('context-full'));
		const {run, model} = setUp([full, full, says('Short.')], {history: () => history});
		await expect(run()).resolves.toEqual({type: 'compacted'});
		const lengths = model.requests.map(request => textOf(request).length);
		expect(lengths[1]).toBeLessThan((lengths[0] ?? 0) * 0.6);
		expect(lengths[2]).toBeLessThan((lengths[1] ?? 0) * 0.7);
	});

	it('is tried again after a wait that is told', async () => {
		const {run, clock, sink} = setUp([fails(trouble('overloaded')), says('Short.')]);
		await expect(run()).resolves.toEqual({type: 'compacted'});
		expect(clock.slept).toEqual([1000]);
		expect(sink.facts).toContainEqual({
			type: 'notice-raised',
			tone: 'info',
			text: 'The summary is tried again in 1 s: The provider is overloaded.',
		});
	});
});

describe('a summary that does not come about', () => {
	const cases: readonly (readonly [string, ScriptedAnswer, string])[] = [
		['is empty', says(' \n'), 'test/model wrote no summary.'],
		[
			'is a tool call',
			events(toolCall('c1', 'x'), {type: 'finished', reason: 'tool-calls'}),
			'test/model wrote no summary.',
		],
		[
			'is refused',
			events({type: 'text', text: 'No.'}, {type: 'finished', reason: 'refusal'}),
			'test/model wrote no summary.',
		],
		[
			'is too long',
			events({type: 'text', text: 'Half'}, {type: 'finished', reason: 'length'}),
			'test/model reached its output limit in the middle of the summary.',
		],
		['is cut', events({type: 'text', text: 'Half'}), 'test/model stopped in the middle of the summary.'],
		['fails', fails(trouble('wrong-key')), 'The provider is wrong-key.'],
		['breaks', throwsAfter(new Error('a bug')), 'a bug'],
		['never fits', fails(trouble('context-full')), 'The provider is context-full.'],
	];
	it.each(cases)('because it %s changes nothing and says why', async (_, answer, message) => {
		const {run, sink} = setUp(answer);
		const outcome = await run();
		expect(outcome).toMatchObject({type: 'failed', failure: {message}});
		expect(sink.types()).toEqual(['compaction-started', 'compaction-failed']);
		expect(sink.facts[1]).toEqual({...outcome, type: 'compaction-failed', compactionId: 'id-1'});
	});

	it.each(['length', 'refusal'] as const)('is paid for all the same when it ends with %s', async reason => {
		const usage = {inputTokens: 90, outputTokens: 8};
		const {run, sink} = setUp(events({type: 'text', text: 'Half'}, {type: 'finished', reason, usage}));
		await expect(run()).resolves.toMatchObject({type: 'failed', failure: {code: 'no-summary'}});
		expect(sink.facts).toContainEqual({type: 'usage-counted', usage});
	});

	it('is not asked for where there is nothing to summarise', async () => {
		const {run, model} = setUp(says('Short.'), {history: () => talk.slice(0, 1)});
		await expect(run()).resolves.toMatchObject({type: 'failed', failure: {code: 'nothing-to-compact'}});
		expect(model.requests).toEqual([]);
	});

	it('because the user stops it is no failure, at any point', async () => {
		const streaming = setUp(hangsAfter({type: 'text', text: 'Half'}));
		const waiting = setUp(fails(trouble('overloaded')), {sleep: sleepsUntilAborted});
		for (const {run, sink, controller} of [streaming, waiting]) {
			const done = run();
			await new Promise(resolve => setImmediate(resolve));
			controller.abort();
			await expect(done).resolves.toEqual({type: 'aborted'});
			expect(sink.facts.at(-1)).toEqual({type: 'compaction-failed', compactionId: 'id-1'});
			expect(sink.committed).toEqual([]);
		}
	});

	it('because the user stops it in its last moment changes nothing', async () => {
		const {run, controller, sink} = setUp(async function* () {
			yield {type: 'text', text: 'Short.'};
			controller.abort();
			yield {type: 'finished', reason: 'stop'};
		});
		await expect(run()).resolves.toEqual({type: 'aborted'});
		expect(sink.committed).toEqual([]);
	});

	it('because the user stops it when it is all there is paid for all the same', async () => {
		const usage = {inputTokens: 90, outputTokens: 8};
		const {run, controller, sink} = setUp(async function* () {
			yield {type: 'text', text: 'Short.'};
			try {
				yield {type: 'finished', reason: 'stop', usage};
			} finally {
				controller.abort();
			}
		});
		await expect(run()).resolves.toEqual({type: 'aborted'});
		expect(sink.types()).toEqual(['compaction-started', 'usage-counted', 'compaction-failed']);
	});

	it('because it was stopped before it began asks nobody', async () => {
		const {run, controller, model} = setUp(says('Short.'));
		controller.abort();
		await expect(run()).resolves.toEqual({type: 'aborted'});
		expect(model.requests).toEqual([]);
	});
});
