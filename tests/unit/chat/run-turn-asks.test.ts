import {describe, expect, it} from 'vitest';
import type {CompactionOutcome} from '../../../source/core/chat/compact-history.ts';
import type {Message} from '../../../source/domain/message.ts';
import type {ModelRequest} from '../../../source/domain/model.ts';
import type {AskUser} from '../../../source/domain/ports.ts';
import {createFakeServers, succeededWith} from '../../helpers/fake-servers.ts';
import {callsTools, fails, says, scriptModel, toolCall, trouble} from '../../helpers/scripted-model.ts';
import {
	answersTurn,
	readCall as read,
	createTurnHarness as setUp,
	turnTools as tools,
} from '../../helpers/turn-harness.ts';

/** What the model is told in a request besides the conversation. */
const noteIn = ({messages}: ModelRequest): string | undefined => {
	const last = messages.at(-1);
	return last?.role === 'user'
		? /^\[A note of the program, not of the user: (.*)\]$/.exec(last.text)?.[1]
		: undefined;
};

const wrapUpNote =
	'You cannot use tools any more in this turn. Answer now with what you have, and say what is missing.';

/** A question that nobody answers before the turn is stopped. */
const neverAnswers: AskUser = (_ask, signal) =>
	new Promise(resolve => signal.addEventListener('abort', () => resolve({type: 'aborted'})));

/** Each call gets another result, so that nothing is a repetition. */
const changingServers = () => {
	let count = 0;
	return createFakeServers({
		tools,
		async onCall() {
			count += 1;
			return succeededWith(`result ${count}`);
		},
	});
};

describe('a turn that has used its steps', () => {
	it('asks how it is to go on', async () => {
		const {asked, askUser} = answersTurn('stop');
		const {run} = setUp(scriptModel(callsTools(read(''))), changingServers(), {maxSteps: 2, askUser});
		await expect(run()).resolves.toMatchObject({type: 'failed', failure: {code: 'step-limit'}});
		expect(asked).toMatchObject([
			{
				kind: 'turn',
				turnId: 't1',
				reason: 'steps-used',
				message: 'The model used all 2 steps of this turn without finishing.',
			},
		]);
	});

	it('has as many again when it may continue, and then asks again', async () => {
		const {asked, askUser} = answersTurn('continue', 'continue');
		const {run, model} = setUp(scriptModel(callsTools(read(''))), changingServers(), {maxSteps: 2, askUser});
		await expect(run()).resolves.toMatchObject({
			failure: {code: 'step-limit', message: expect.stringContaining('all 6 steps')},
		});
		expect(model.requests).toHaveLength(6);
		expect(asked).toHaveLength(3);
	});

	it('ends with one more answer without tools when it is to wrap up', async () => {
		const {askUser} = answersTurn('wrap-up');
		const {run, model} = setUp(scriptModel(callsTools(read('c1')), says('So far')), undefined, {
			maxSteps: 1,
			askUser,
			instructions: () => 'Be kind.',
		});
		await expect(run()).resolves.toEqual({type: 'finished'});
		expect(model.requests[0]).toMatchObject({instructions: 'Be kind.'});
		expect(model.requests[0]?.toolChoice).toBeUndefined();
		expect(model.requests[1]).toMatchObject({toolChoice: 'none', tools, instructions: 'Be kind.'});
		expect(model.requests.map(noteIn)).toEqual([undefined, wrapUpNote]);
	});

	it('runs nothing of a model that calls tools although it was to wrap up', async () => {
		const {askUser} = answersTurn('wrap-up');
		const {run, model, servers, sink} = setUp(
			scriptModel(callsTools(read('c1')), callsTools(read('c2'), toolCall('c3', 'files__fly'))),
			undefined,
			{maxSteps: 1, askUser},
		);
		await expect(run()).resolves.toMatchObject({type: 'failed', failure: {code: 'step-limit'}});
		expect(servers.calls).toHaveLength(1);
		expect(model.requests).toHaveLength(2);
		expect(sink.facts.filter(({type}) => type === 'call-denied')).toMatchObject([
			{callId: 'c2'},
			{callId: 'c3'},
		]);
	});

	it.each(['allow', 'compact', 'dismiss'] as const)('stops when the answer is none: %s', async type => {
		const {askUser} = answersTurn(type);
		const {run} = setUp(scriptModel(callsTools(read('c1'))), undefined, {maxSteps: 1, askUser});
		await expect(run()).resolves.toMatchObject({failure: {code: 'step-limit'}});
	});

	it('is interrupted at once while it asks', async () => {
		const {run, controller, sink, model} = setUp(scriptModel(callsTools(read('c1'))), undefined, {
			maxSteps: 1,
			askUser: (ask, signal) => {
				queueMicrotask(() => controller.abort());
				return neverAnswers(ask, signal);
			},
		});
		await expect(run()).resolves.toEqual({type: 'interrupted'});
		expect(model.requests).toHaveLength(1);
		expect(sink.types().at(-1)).toBe('turn-interrupted');
	});
});

describe('a turn that goes round', () => {
	const maxSteps = 50;

	it('tells the model after three times, and asks after eight', async () => {
		const {asked, askUser} = answersTurn('stop');
		const {run, model, sink} = setUp(scriptModel(callsTools(read('', {path: 'a'}))), undefined, {
			maxSteps,
			askUser,
			instructions: () => 'Be kind.',
		});
		await expect(run()).resolves.toMatchObject({
			type: 'failed',
			failure: {
				code: 'going-round',
				message:
					'The model called files__read 8 times with the same arguments and got the same result each time.',
			},
		});
		expect(asked).toMatchObject([{reason: 'going-round'}]);
		expect(model.requests.map(request => /\((\d) times\)/.exec(noteIn(request) ?? '')?.[1])).toEqual([
			...[undefined, undefined, undefined, '3', '4', '5', '6', '7'],
		]);
		expect(noteIn(model.requests[3] ?? {messages: [], tools: []})).toContain('files__read (3 times)');
		// Whatever changes at the beginning of a request costs the provider's cache, and the thinking that it signed.
		expect(new Set(model.requests.map(({instructions}) => instructions))).toEqual(new Set(['Be kind.']));
		for (const {messages} of model.requests) {
			expect(messages[0]).toEqual({role: 'user', text: 'Hi'});
			expect(messages.length).toBeLessThanOrEqual(2);
		}
		// What is kept of the results is what came.
		const results = sink.facts.flatMap(fact => (fact.type === 'call-succeeded' ? [fact.result] : []));
		expect(new Set(results.map(result => JSON.stringify(result))).size).toBe(1);
	});

	it('counts anew when it may continue', async () => {
		const {askUser, asked} = answersTurn('continue', 'stop');
		const {run, model} = setUp(scriptModel(callsTools(read(''))), undefined, {maxSteps, askUser});
		await run();
		expect(asked).toHaveLength(2);
		expect(model.requests).toHaveLength(16);
		expect(model.requests[8]?.messages).toEqual([{role: 'user', text: 'Hi'}]);
	});

	it('ends with one more answer without tools when it is to wrap up', async () => {
		const {askUser} = answersTurn('wrap-up');
		const calls = Array.from({length: 8}, () => callsTools(read('')));
		const {run, model} = setUp(scriptModel(...calls, says('Well')), undefined, {maxSteps: 8, askUser});
		await expect(run()).resolves.toEqual({type: 'finished'});
		expect(model.requests[8]?.toolChoice).toBe('none');
		expect(model.requests.map(noteIn).at(-1)).toBe(wrapUpNote);
	});

	it('does not mistake waiting for something to change', async () => {
		const {askUser, asked} = answersTurn('stop');
		const answers = Array.from({length: 12}, () => callsTools(read('')));
		const {run, model} = setUp(scriptModel(...answers, says('Done')), changingServers(), {maxSteps, askUser});
		await expect(run()).resolves.toEqual({type: 'finished'});
		expect(asked).toEqual([]);
		expect(model.requests.every(request => noteIn(request) === undefined)).toBe(true);
	});
});

describe('a conversation that is too long for the model', () => {
	const full = fails(trouble('context-full'));
	const talk: readonly Message[] = [
		{role: 'user', text: 'All of it'},
		{role: 'assistant', blocks: [{type: 'text', text: 'Yes.'}]},
		{role: 'user', text: 'More'},
	];
	const compacting = (outcome: CompactionOutcome) => {
		let summaries = 0;
		return {
			count: () => summaries,
			compact: async () => {
				summaries += 1;
				return outcome;
			},
			history: (): readonly Message[] => (summaries === 0 ? talk : [{role: 'user', text: 'In short'}]),
		};
	};

	it('is summarised when the user wants it, and the turn goes on', async () => {
		const {asked, askUser} = answersTurn('compact');
		const {count, ...deps} = compacting({type: 'compacted'});
		const {run, model} = setUp(scriptModel(full, says('Hello')), undefined, {askUser, ...deps});
		await expect(run()).resolves.toEqual({type: 'finished'});
		expect(asked).toMatchObject([{reason: 'context-full', message: 'The provider is context-full.'}]);
		expect(count()).toBe(1);
		expect(model.requests.map(({messages}) => messages)).toEqual([talk, [{role: 'user', text: 'In short'}]]);
	});

	it('is summarised once in a step', async () => {
		const {asked, askUser} = answersTurn('compact', 'compact');
		const {count, ...deps} = compacting({type: 'compacted'});
		const {run, model} = setUp(scriptModel(full), undefined, {askUser, ...deps});
		await expect(run()).resolves.toEqual({type: 'failed', failure: trouble('context-full').failure});
		expect([count(), asked.length, model.requests.length]).toEqual([1, 1, 2]);
	});

	it('fails the turn when the user does not want that', async () => {
		const {askUser, asked} = answersTurn('stop');
		const {run, sink} = setUp(scriptModel(full), undefined, {askUser, history: () => talk});
		await expect(run()).resolves.toEqual({type: 'failed', failure: trouble('context-full').failure});
		expect(asked).toHaveLength(1);
		expect(sink.types()).toEqual(['step-started', 'turn-failed']);
	});

	it('fails the turn as too long when there is no summary, and says why there is none', async () => {
		const failure = {code: 'no-summary', message: 'It wrote none.', hint: '/compact tries it again.'};
		const {askUser} = answersTurn('compact');
		const {run} = setUp(scriptModel(full), undefined, {askUser, ...compacting({type: 'failed', failure})});
		await expect(run()).resolves.toEqual({
			type: 'failed',
			failure: {
				code: 'context-full',
				message: 'The provider is context-full. It could not be summarised either: It wrote none.',
				hint: '/compact tries it again.',
			},
		});
	});

	it('is not to be summarised when it is a single message', async () => {
		const {askUser, asked} = answersTurn('compact');
		const {count, ...deps} = compacting({type: 'compacted'});
		const {run} = setUp(scriptModel(full), undefined, {
			askUser,
			...deps,
			history: () => [{role: 'user', text: 'A whole book'}],
		});
		await expect(run()).resolves.toEqual({
			type: 'failed',
			failure: {
				...trouble('context-full').failure,
				hint: 'Send a shorter message or a smaller image, or choose a model with a larger context with /model.',
			},
		});
		expect([asked.length, count()]).toEqual([0, 0]);
	});

	it('can be interrupted while it is summarised, and while the user is asked', async () => {
		const {askUser} = answersTurn('compact');
		const {run} = setUp(scriptModel(full), undefined, {askUser, ...compacting({type: 'aborted'})});
		await expect(run()).resolves.toEqual({type: 'interrupted'});
		const asking = setUp(scriptModel(full), undefined, {
			history: () => talk,
			askUser: (ask, signal) => {
				queueMicrotask(() => asking.controller.abort());
				return neverAnswers(ask, signal);
			},
		});
		await expect(asking.run()).resolves.toEqual({type: 'interrupted'});
	});
});
