import {describe, expect, it} from 'vitest';
import {createFakeServers, runsUntilAborted, succeededWith} from '../../helpers/fake-servers.ts';
import {callsTools, hangsAfter, says, scriptModel, toolCall} from '../../helpers/scripted-model.ts';
import {
	allowsAll,
	readCall as read,
	createTurnHarness as setUp,
	turnTools as tools,
} from '../../helpers/turn-harness.ts';

describe('a turn that is stopped', () => {
	it('while the servers connect never asks the model', async () => {
		const servers = createFakeServers({
			tools,
			connect: signal => new Promise(resolve => signal.addEventListener('abort', () => resolve())),
		});
		const {run, controller, model, sink} = setUp(scriptModel(says('Hello')), servers);
		const done = run();
		controller.abort();
		await expect(done).resolves.toEqual({type: 'interrupted'});
		expect(model.requests).toEqual([]);
		expect(sink.facts).toEqual([{type: 'turn-interrupted', turnId: 't1'}]);
	});

	it('while the model answers leaves the step unfinished', async () => {
		const {run, controller, sink} = setUp(scriptModel(hangsAfter({type: 'text', text: 'Hel'}, read('c1'))));
		const done = run();
		await sink.said('answer-streamed');
		controller.abort();
		await expect(done).resolves.toEqual({type: 'interrupted'});
		expect(sink.types()).toEqual(['step-started', 'answer-streamed', 'turn-interrupted']);
	});

	it('between the answer and its calls sends none of them', async () => {
		const {run, controller, servers, sink} = setUp(
			scriptModel(callsTools(read('c1'), read('c2'))),
			createFakeServers({tools}),
			{
				policy: {
					...allowsAll,
					decide() {
						controller.abort();
						return {decision: 'allow', rule: 'test'};
					},
				},
			},
		);
		await expect(run()).resolves.toEqual({type: 'interrupted'});
		expect(servers.calls).toEqual([]);
		expect(sink.facts.filter(({type}) => type === 'call-cancelled')).toEqual([
			{type: 'call-cancelled', callId: 'c1', outcomeUnknown: false},
			{type: 'call-cancelled', callId: 'c2', outcomeUnknown: false},
		]);
	});

	it('while calls run cancels all of them and asks the model no more', async () => {
		const servers = createFakeServers({tools, onCall: runsUntilAborted});
		const {run, controller, sink, model} = setUp(scriptModel(callsTools(read('c1'), read('c2'))), servers);
		const done = run();
		await sink.said('call-started');
		await new Promise(resolve => setImmediate(resolve));
		expect(servers.calls).toHaveLength(2);
		controller.abort();
		await expect(done).resolves.toEqual({type: 'interrupted'});
		expect(sink.types().slice(-3)).toEqual(['call-cancelled', 'call-cancelled', 'turn-interrupted']);
		expect(model.requests).toHaveLength(1);
	});

	it('goes no further when a call ended well in spite of the interruption', async () => {
		const servers = createFakeServers({
			tools,
			async onCall() {
				controller.abort();
				return succeededWith('ok');
			},
		});
		const {run, controller, sink, model} = setUp(scriptModel(callsTools(read('c1')), says('Done')), servers);
		await expect(run()).resolves.toEqual({type: 'interrupted'});
		expect(sink.types().slice(-2)).toEqual(['call-succeeded', 'turn-interrupted']);
		expect(model.requests).toHaveLength(1);
	});

	it('in its last step is interrupted, not out of steps', async () => {
		const servers = createFakeServers({
			tools,
			async onCall() {
				controller.abort();
				return succeededWith('ok');
			},
		});
		const {run, controller} = setUp(scriptModel(callsTools(read('c1'))), servers, {maxSteps: 1});
		await expect(run()).resolves.toEqual({type: 'interrupted'});
	});

	it('by one denied call cancels the calls beside it', async () => {
		const servers = createFakeServers({tools, onCall: runsUntilAborted});
		const {run, sink, model} = setUp(
			scriptModel(callsTools(read('c1'), toolCall('c2', 'files__write'))),
			servers,
			{
				policy: {
					...allowsAll,
					decide: ({tool}) => ({decision: tool.tool === 'write' ? 'ask' : 'allow', rule: 'test'}),
				},
				async askUser() {
					await sink.said('call-started');
					return {type: 'stop'};
				},
			},
		);
		await expect(run()).resolves.toEqual({type: 'interrupted'});
		expect(sink.facts).toContainEqual({type: 'call-cancelled', callId: 'c1', outcomeUnknown: true});
		expect(sink.facts).toContainEqual({type: 'call-denied', callId: 'c2', rule: 'denied by the user'});
		expect(sink.types().at(-1)).toBe('turn-interrupted');
		expect(model.requests).toHaveLength(1);
	});

	it('by a defect in one call still waits for the calls beside it', async () => {
		const {run, sink} = setUp(
			scriptModel(callsTools(read('c1'), toolCall('c2', 'files__write'))),
			createFakeServers({
				tools,
				onCall: (ref, args, onProgress, signal) =>
					ref.tool === 'write'
						? Promise.reject(new Error('a bug'))
						: runsUntilAborted(ref, args, onProgress, signal),
			}),
		);
		await expect(run()).rejects.toThrow('a bug');
		expect(sink.facts.at(-1)).toEqual({type: 'call-cancelled', callId: 'c1', outcomeUnknown: true});
	});
});
