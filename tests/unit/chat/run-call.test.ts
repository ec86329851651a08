import {describe, expect, it} from 'vitest';
import {type CallDeps, runCall} from '../../../source/core/chat/run-call.ts';
import type {Verdict} from '../../../source/domain/approval.ts';
import type {Ask, AskAnswer} from '../../../source/domain/ask.ts';
import type {AppFact} from '../../../source/domain/event.ts';
import type {CallReport} from '../../../source/domain/ports.ts';
import type {ToolRef} from '../../../source/domain/tool.ts';
import {createCounterIds} from '../../helpers/counter-ids.ts';
import {createFakeServers, offerTool, runsUntilAborted, succeededWith} from '../../helpers/fake-servers.ts';
import {createRecordingSink} from '../../helpers/recording-sink.ts';

const block = {
	type: 'tool-call' as const,
	callId: 'c1',
	modelName: 'files__read',
	arguments: {path: 'a.txt'},
};
const offered = offerTool('files', 'read', {annotations: {readOnlyHint: true}});

type Options = {
	readonly verdict?: Verdict;
	readonly answer?: AskAnswer | {readonly type: 'aborted'};
	readonly onCall?: CallDeps['servers']['call'];
	readonly check?: CallDeps['servers']['check'];
	readonly save?: (fact: AppFact) => Promise<void>;
};

const setUp = ({
	verdict = {decision: 'allow', rule: 'a rule'},
	answer,
	onCall,
	check,
	save,
}: Options = {}) => {
	const sink = createRecordingSink(save);
	const servers = createFakeServers({
		...(onCall === undefined ? {} : {onCall}),
		...(check === undefined ? {} : {check}),
	});
	const asked: Ask[] = [];
	const granted: readonly ToolRef[] = [{server: 'other', tool: 'tool'}];
	const decidedWith: (readonly ToolRef[])[] = [];
	const controller = new AbortController();
	const deps: CallDeps = {
		sink,
		servers,
		policy: {
			decide(_tool, _args, _mode, grants) {
				decidedWith.push(grants);
				return verdict;
			},
		},
		approvalMode: () => 'always-ask',
		grants: () => granted,
		askUser: async ask => {
			asked.push(ask);
			return answer ?? {type: 'aborted'};
		},
		newId: createCounterIds('ask'),
	};
	return {
		sink,
		servers,
		asked,
		granted,
		decidedWith,
		controller,
		run: (tool: typeof offered | undefined = offered) => runCall(block, tool, deps, controller.signal),
		runUnknown: () => runCall(block, undefined, deps, controller.signal),
	};
};

const ask: Verdict = {decision: 'ask', rule: 'approval mode always-ask'};

describe('a call whose arguments cannot be right', () => {
	it('fails with the reason before anybody is asked to approve it', async () => {
		const failure = {code: 'invalid-arguments', message: '/path: must be a string'};
		const {sink, servers, asked, run} = setUp({verdict: ask, check: async () => failure});
		await expect(run()).resolves.toBe('continue');
		expect(sink.committed).toEqual([{type: 'call-failed', callId: 'c1', failure}]);
		expect(asked).toEqual([]);
		expect(servers.calls).toEqual([]);
	});
});

describe('a call to a tool that nobody offers', () => {
	it('fails with a sentence the model can use, and asks nobody', async () => {
		const {sink, servers, asked, runUnknown} = setUp({verdict: ask});
		await expect(runUnknown()).resolves.toBe('continue');
		expect(sink.committed).toEqual([
			{
				type: 'call-failed',
				callId: 'c1',
				failure: {
					code: 'unknown-tool',
					message: 'There is no tool called "files__read". Use one of the tools that were offered.',
				},
			},
		]);
		expect(servers.calls).toEqual([]);
		expect(asked).toEqual([]);
	});
});

describe('a call that the policy decides', () => {
	it('runs when it is allowed, with the arguments as they were', async () => {
		const {sink, servers, asked, run} = setUp();
		await expect(run()).resolves.toBe('continue');
		expect(sink.committed.map(({type}) => type)).toEqual(['call-started', 'call-succeeded']);
		expect(servers.calls).toEqual([{ref: {server: 'files', tool: 'read'}, args: {path: 'a.txt'}}]);
		expect(asked).toEqual([]);
	});

	it('is decided with what the session has granted so far', async () => {
		const {granted, decidedWith, run} = setUp();
		await run();
		expect(decidedWith).toEqual([granted]);
	});

	it('is denied with the rule that denies it', async () => {
		const {sink, servers, asked, run} = setUp({verdict: {decision: 'deny', rule: 'disallowed by "x"'}});
		await expect(run()).resolves.toBe('continue');
		expect(sink.facts).toEqual([{type: 'call-denied', callId: 'c1', rule: 'disallowed by "x"'}]);
		expect(servers.calls).toEqual([]);
		expect(asked).toEqual([]);
	});
});

describe('a call that the user decides', () => {
	it('shows the user the tool, the arguments, the claims of the server and the rule', async () => {
		const {asked, run} = setUp({verdict: ask, answer: {type: 'deny'}});
		await run();
		expect(asked).toEqual([
			{
				askId: 'ask-1',
				kind: 'approval',
				callId: 'c1',
				server: 'files',
				tool: 'read',
				arguments: {path: 'a.txt'},
				annotations: {readOnlyHint: true},
				rule: 'approval mode always-ask',
			},
		]);
	});

	it('runs once when it is allowed once', async () => {
		const {servers, run} = setUp({verdict: ask, answer: {type: 'allow', scope: 'once'}});
		await expect(run()).resolves.toBe('continue');
		expect(servers.calls).toHaveLength(1);
	});

	it('runs when it is allowed for the session', async () => {
		const {servers, run} = setUp({verdict: ask, answer: {type: 'allow', scope: 'session'}});
		await expect(run()).resolves.toBe('continue');
		expect(servers.calls).toHaveLength(1);
	});

	it('does not run when it is denied, and the turn goes on', async () => {
		const {sink, servers, run} = setUp({verdict: ask, answer: {type: 'deny'}});
		await expect(run()).resolves.toBe('continue');
		expect(sink.facts).toEqual([{type: 'call-denied', callId: 'c1', rule: 'denied by the user'}]);
		expect(servers.calls).toEqual([]);
	});

	it('keeps the words of the user who denies it', async () => {
		const {sink, run} = setUp({verdict: ask, answer: {type: 'deny', reason: 'Use b.txt.'}});
		await run();
		expect(sink.facts).toEqual([
			{type: 'call-denied', callId: 'c1', rule: 'denied by the user', reason: 'Use b.txt.'},
		]);
	});

	it('does not run, and ends the turn, when the user says stop', async () => {
		const {sink, servers, run} = setUp({verdict: ask, answer: {type: 'stop'}});
		await expect(run()).resolves.toBe('stop');
		expect(sink.types()).toEqual(['call-denied']);
		expect(servers.calls).toEqual([]);
	});

	it.each(['deny', 'stop'] as const)(
		'is not said to be denied by a user who was not there: %s',
		async type => {
			const {sink, run} = setUp({verdict: ask, answer: {type, rule: 'nobody could be asked'}});
			await run();
			expect(sink.facts).toEqual([{type: 'call-denied', callId: 'c1', rule: 'nobody could be asked'}]);
		},
	);

	it('is cancelled, as one that did not run, when the question is interrupted', async () => {
		const {sink, servers, run} = setUp({verdict: ask, answer: {type: 'aborted'}});
		await expect(run()).resolves.toBe('stop');
		expect(sink.facts).toEqual([{type: 'call-cancelled', callId: 'c1', outcomeUnknown: false}]);
		expect(servers.calls).toEqual([]);
	});

	it('is refused loudly when the answer is none that exists', async () => {
		const {run} = setUp({verdict: ask, answer: {type: 'maybe'} as never});
		await expect(run()).rejects.toThrow('maybe');
	});
});

describe('a call that runs', () => {
	it('is on disk as started before the request leaves', async () => {
		const order: string[] = [];
		let save = (): void => undefined;
		const {run, sink} = setUp({
			async save(fact) {
				if (fact.type === 'call-started') {
					await new Promise<void>(resolve => {
						save = resolve;
					});
					order.push('saved');
				}
			},
			async onCall() {
				order.push('called');
				return succeededWith('ok');
			},
		});
		const done = run();
		await sink.said('call-started');
		await new Promise(resolve => setImmediate(resolve));
		expect(order).toEqual([]);
		save();
		await done;
		expect(order).toEqual(['saved', 'called']);
	});

	it('says its progress without waiting for the disk', async () => {
		const {run, sink} = setUp({
			async onCall(_ref, _args, onProgress) {
				onProgress({progress: 1, total: 2});
				return succeededWith('ok');
			},
		});
		await run();
		expect(sink.types()).toEqual(['call-started', 'call-progressed', 'call-succeeded']);
		expect(sink.committed.map(({type}) => type)).not.toContain('call-progressed');
	});

	const failure = {code: 'broken', message: 'It broke.'};
	const result = {content: [{type: 'text' as const, text: 'x'}]};
	const reports: readonly (readonly [CallReport, AppFact, 'continue' | 'stop'])[] = [
		[{type: 'succeeded', result, raw: {}}, {type: 'call-succeeded', callId: 'c1', result}, 'continue'],
		[{type: 'failed', failure}, {type: 'call-failed', callId: 'c1', failure}, 'continue'],
		[{type: 'failed', failure, result}, {type: 'call-failed', callId: 'c1', failure, result}, 'continue'],
		[{type: 'cancelled', sent: true}, {type: 'call-cancelled', callId: 'c1', outcomeUnknown: true}, 'stop'],
		[{type: 'cancelled', sent: false}, {type: 'call-cancelled', callId: 'c1', outcomeUnknown: false}, 'stop'],
	];
	it.each(reports)('that ends as %o says so', async (report, fact, effect) => {
		const {run, sink} = setUp({onCall: async () => report});
		await expect(run()).resolves.toBe(effect);
		expect(sink.committed.at(-1)).toEqual(fact);
	});

	it('has an unknown outcome when it is interrupted', async () => {
		const {run, sink, controller} = setUp({onCall: runsUntilAborted});
		const done = run();
		await sink.said('call-started');
		await new Promise(resolve => setImmediate(resolve));
		controller.abort();
		await expect(done).resolves.toBe('stop');
		expect(sink.facts.at(-1)).toEqual({type: 'call-cancelled', callId: 'c1', outcomeUnknown: true});
	});

	it('is never sent when the interruption comes before it', async () => {
		const {run, sink, servers, controller} = setUp();
		controller.abort();
		await expect(run()).resolves.toBe('stop');
		expect(sink.facts).toEqual([{type: 'call-cancelled', callId: 'c1', outcomeUnknown: false}]);
		expect(servers.calls).toEqual([]);
	});

	it('is refused loudly when the report is none that exists', async () => {
		const {run} = setUp({onCall: async () => ({type: 'lost'}) as never});
		await expect(run()).rejects.toThrow('lost');
	});
});
