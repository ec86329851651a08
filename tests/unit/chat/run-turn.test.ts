import {describe, expect, it} from 'vitest';
import {createFakeServers, succeededWith} from '../../helpers/fake-servers.ts';
import {callsTools, events, says, scriptModel, throwsAfter, toolCall} from '../../helpers/scripted-model.ts';
import {
	allowsAll,
	readCall as read,
	createTurnHarness as setUp,
	turnTools as tools,
} from '../../helpers/turn-harness.ts';

describe('a turn', () => {
	it('is one step when the model just answers', async () => {
		const {run, sink, model} = setUp(scriptModel(says('Hello')));
		await expect(run()).resolves.toEqual({type: 'finished'});
		expect(sink.facts).toEqual([
			{type: 'step-started', turnId: 't1', stepId: 'id-1', model: 'test/model'},
			{type: 'answer-streamed', stepId: 'id-1', text: 'Hello'},
			{type: 'step-finished', stepId: 'id-1', reason: 'stop', blocks: [{type: 'text', text: 'Hello'}]},
			{type: 'turn-finished', turnId: 't1'},
		]);
		expect(model.requests).toEqual([{messages: [{role: 'user', text: 'Hi'}], tools}]);
	});

	it('goes on with the results until the model has nothing more to do', async () => {
		const {run, sink, servers, model} = setUp(
			scriptModel(
				callsTools(read('c1', {path: 'a'})),
				callsTools(toolCall('c2', 'files__write')),
				says('Done'),
			),
		);
		await expect(run()).resolves.toEqual({type: 'finished'});
		expect(servers.calls).toEqual([
			{ref: {server: 'files', tool: 'read'}, args: {path: 'a'}},
			{ref: {server: 'files', tool: 'write'}, args: {}},
		]);
		expect(model.requests).toHaveLength(3);
		expect(sink.types().filter(type => type !== 'answer-streamed')).toEqual([
			...['step-started', 'step-finished', 'call-requested', 'call-started', 'call-succeeded'],
			...['step-started', 'step-finished', 'call-requested', 'call-started', 'call-succeeded'],
			...['step-started', 'step-finished', 'turn-finished'],
		]);
	});

	it('has the answer on disk before anything in it is acted upon', async () => {
		const {run, sink} = setUp(scriptModel(callsTools(read('c1')), says('Done')));
		await run();
		const committed = sink.committed.map(({type}) => type);
		expect(committed.slice(0, 3)).toEqual(['step-finished', 'call-started', 'call-succeeded']);
	});

	it('asks for the history and the tools anew in every step', async () => {
		const served: (typeof tools)[] = [[], tools];
		const {run, model} = setUp(
			scriptModel(callsTools(toolCall('c1', 'nothing')), says('Done')),
			{...createFakeServers(), tools: () => served[Math.min(model.requests.length, 1)] ?? []},
			{
				history: () => [{role: 'user', text: `after ${model.requests.length}`}],
			},
		);
		await run();
		expect(model.requests).toEqual([
			{messages: [{role: 'user', text: 'after 0'}], tools: []},
			{messages: [{role: 'user', text: 'after 1'}], tools},
		]);
	});

	it('sends the model nothing but a valid history, with the instructions', async () => {
		const {run, model} = setUp(scriptModel(says('Hello')), undefined, {
			instructions: () => 'Be kind.',
			history: () => [
				{role: 'user', text: 'Hi'},
				{role: 'tool', callId: 'orphan', outcome: 'succeeded', content: [{type: 'text', text: 'x'}]},
			],
		});
		await run();
		expect(model.requests).toEqual([
			{instructions: 'Be kind.', messages: [{role: 'user', text: 'Hi'}], tools},
		]);
	});

	it('says which tool a call means, and goes on when nobody offers it', async () => {
		const {run, sink} = setUp(
			scriptModel(callsTools(read('c1'), toolCall('c2', 'files__fly')), says('Done')),
		);
		await expect(run()).resolves.toEqual({type: 'finished'});
		expect(sink.facts.filter(({type}) => type === 'call-requested')).toMatchObject([
			{callId: 'c1', server: 'files', tool: 'read', modelName: 'files__read'},
			{callId: 'c2', server: '', tool: 'files__fly', modelName: 'files__fly'},
		]);
		expect(sink.facts).toContainEqual(
			expect.objectContaining({
				type: 'call-failed',
				callId: 'c2',
				failure: expect.objectContaining({code: 'unknown-tool'}),
			}),
		);
	});

	it('goes on when a call is denied', async () => {
		const {run, sink, servers} = setUp(scriptModel(callsTools(read('c1')), says('Fine')), undefined, {
			policy: {...allowsAll, decide: () => ({decision: 'deny', rule: 'never'})},
		});
		await expect(run()).resolves.toEqual({type: 'finished'});
		expect(sink.facts).toContainEqual({type: 'call-denied', callId: 'c1', rule: 'never'});
		expect(servers.calls).toEqual([]);
	});

	it('goes on when a call fails', async () => {
		const failure = {code: 'broken', message: 'It broke.'};
		const servers = createFakeServers({tools, onCall: async () => ({type: 'failed', failure})});
		await expect(setUp(scriptModel(callsTools(read('c1')), says('Oh')), servers).run()).resolves.toEqual({
			type: 'finished',
		});
	});

	it('requests all calls of an answer before the first of them runs', async () => {
		const {run, sink} = setUp(scriptModel(callsTools(read('c1'), read('c2')), says('Done')));
		await run();
		const types = sink.types();
		expect(types.lastIndexOf('call-requested')).toBeLessThan(types.indexOf('call-started'));
	});

	it('runs the calls of one answer side by side', async () => {
		let running = 0;
		let goOn = (): void => undefined;
		const allRun = new Promise<void>(resolve => {
			goOn = resolve;
		});
		// Each call waits for all three: one after the other would wait for ever.
		const servers = createFakeServers({
			tools,
			async onCall() {
				running += 1;
				if (running === 3) {
					goOn();
				}
				await allRun;
				return succeededWith('ok');
			},
		});
		const {run} = setUp(scriptModel(callsTools(read('c1'), read('c2'), read('c3')), says('Done')), servers);
		await expect(run()).resolves.toEqual({type: 'finished'});
	});

	it('reads the approval mode when a call is decided, not when the turn began', async () => {
		const modes: string[] = [];
		let mode: 'always-ask' | 'auto' = 'always-ask';
		const {run} = setUp(
			scriptModel(callsTools(read('c1')), callsTools(read('c2')), says('Done')),
			undefined,
			{
				approvalMode: () => mode,
				policy: {
					...allowsAll,
					decide(question) {
						modes.push(question.mode);
						mode = 'auto';
						return {decision: 'allow', rule: 'test'};
					},
				},
			},
		);
		await run();
		expect(modes).toEqual(['always-ask', 'auto']);
	});
});

describe('a turn that fails', () => {
	it('runs nothing of a stream that was cut', async () => {
		const {run, sink, servers} = setUp(scriptModel(events({type: 'text', text: 'A'}, read('c1'))));
		const outcome = await run();
		expect(outcome).toMatchObject({type: 'failed', failure: {code: 'cut'}});
		expect(sink.types()).toEqual(['step-started', 'answer-streamed', 'turn-failed']);
		expect(servers.calls).toEqual([]);
	});

	it('counts what half an answer cost', async () => {
		const usage = {inputTokens: 1000, outputTokens: 8000, cost: 0.2};
		const {run, sink} = setUp(scriptModel(events(read('c1'), {type: 'finished', reason: 'length', usage})));
		await expect(run()).resolves.toMatchObject({type: 'failed', failure: {code: 'answer-truncated'}});
		expect(sink.facts.filter(({type}) => type === 'usage-counted')).toEqual([{type: 'usage-counted', usage}]);
	});

	it('says why when the model throws', async () => {
		const {run, sink} = setUp(scriptModel(throwsAfter(new Error('HTTP 500'))));
		await run();
		expect(sink.committed).toEqual([
			{type: 'turn-failed', turnId: 't1', failure: {code: 'model-failed', message: 'HTTP 500'}},
		]);
	});

	it('does not count a single step', async () => {
		const {run} = setUp(scriptModel(callsTools(read(''))), undefined, {maxSteps: 1});
		const message = 'The model used the only step of this turn without finishing.';
		await expect(run()).resolves.toMatchObject({failure: {message}});
	});

	it('reaches its limit after exactly that many steps', async () => {
		const {run, model, servers, sink} = setUp(scriptModel(callsTools(read(''))), undefined, {maxSteps: 3});
		await expect(run()).resolves.toEqual({
			type: 'failed',
			failure: {
				code: 'step-limit',
				message: 'The model used all 3 steps of this turn without finishing.',
				hint: 'Send another message to let it go on, or raise the limit with --max-steps.',
			},
		});
		expect(model.requests).toHaveLength(3);
		expect(servers.calls).toHaveLength(3);
		expect(sink.types().at(-1)).toBe('turn-failed');
	});
});
