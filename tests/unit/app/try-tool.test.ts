import {describe, expect, it} from 'vitest';
import type {ToolTry} from '../../../source/domain/tool-desk.ts';
import type {ToolUse} from '../../../source/domain/tool-statistics.ts';
import {modelContext} from '../../../source/state/model-context.ts';
import {allowAll, createAppHarness} from '../../helpers/app-harness.ts';
import {createFakeServers, offerTool, runsUntilAborted, succeededWith} from '../../helpers/fake-servers.ts';
import {createFakePins} from '../../helpers/fake-trust.ts';
import {callsTools, hangsAfter, says, scriptModel, toolCall} from '../../helpers/scripted-model.ts';

const {definition} = offerTool('files', 'read');

const start = (
	options: Parameters<typeof createAppHarness>[0] = {},
	servers: Parameters<typeof createFakeServers>[0] = {},
) => {
	const tries: ToolTry[] = [];
	const uses: ToolUse[] = [];
	const harness = createAppHarness({
		servers: createFakeServers({tools: [offerTool('files', 'read')], ...servers}),
		policy: allowAll,
		tries: {add: (_, tried) => void tries.push(tried)},
		uses: {note: use => void uses.push(use), all: () => [], refresh: async () => undefined},
		...options,
	});
	const attempt = (args = {path: 'a'}, isConfirmed = false, signal = new AbortController().signal) =>
		harness.app.explorer.run(definition, args, {isConfirmed, onProgress: () => undefined}, signal);
	return {...harness, attempt, tries, uses};
};

describe('trying a tool', () => {
	it('sends what was filled in, keeps it as a call of the user, and tells the model nothing', async () => {
		const {attempt, app, events, servers, model, tries, uses} = start();
		const before = modelContext(app.getState());
		expect(await attempt()).toMatchObject({type: 'succeeded'});
		expect(servers.calls).toEqual([{ref: {server: 'files', tool: 'read'}, args: {path: 'a'}}]);
		expect(events.map(({type}) => type).filter(type => type.startsWith('call-'))).toEqual([
			'call-requested',
			'call-started',
			'call-succeeded',
		]);
		expect([...app.getState().calls.values()]).toMatchObject([{allowed: 'you, who tried it'}]);
		expect(modelContext(app.getState())).toEqual(before);
		expect(model.requests).toHaveLength(0);
		expect(tries).toMatchObject([{arguments: {path: 'a'}, outcome: 'succeeded'}]);
		expect(uses).toMatchObject([{server: 'files', tool: 'read', outcome: 'succeeded', bytes: 12}]);
	});

	it('is refused while the model is at work', async () => {
		const {attempt, app, servers, until} = start({model: scriptModel(hangsAfter())});
		app.submit('Go on.');
		await until(({streaming}) => streaming !== undefined);
		expect(app.explorer.whyNotNow()).toContain('at work');
		expect(await attempt()).toMatchObject({
			type: 'failed',
			failure: {message: expect.stringContaining('The model is at work')},
		});
		expect(servers.calls).toHaveLength(0);
		await app.close();
	});

	it('says what is waited for while a question is open', async () => {
		const {app, until} = start({
			model: scriptModel(callsTools(toolCall('1', 'files__read')), says('Done.')),
			policy: {...allowAll, decide: () => ({decision: 'ask', rule: 'it asks'})},
		});
		app.submit('Go on.');
		await until(({asks}) => asks.length === 1);
		expect(app.explorer.whyNotNow()).toContain('waits for your answer');
		await app.close();
	});

	it('makes messages wait until it is over', async () => {
		let finish = (): void => undefined;
		const {attempt, app, model} = start(
			{},
			{onCall: () => new Promise(resolve => (finish = () => resolve(succeededWith('late'))))},
		);
		const trying = attempt();
		app.submit('Hello.');
		expect(model.requests).toHaveLength(0);
		await Promise.resolve();
		while (app.getState().calls.live().length === 0) {
			await new Promise(setImmediate);
		}
		finish();
		await trying;
		await app.settled();
		expect(model.requests).toHaveLength(1);
	});

	it('sends nothing that a rule forbids, and names the rule', async () => {
		const {attempt, servers, tries} = start({
			policy: {...allowAll, decide: () => ({decision: 'deny', rule: 'approvals[2] of config.json'})},
		});
		expect(await attempt({path: 'a'}, true)).toMatchObject({
			type: 'failed',
			failure: {message: 'read of files is not tried: approvals[2] of config.json.'},
		});
		expect(servers.calls).toHaveLength(0);
		expect(tries).toHaveLength(0);
	});

	it('needs no rule that allows it: whoever fills in a call has been asked', async () => {
		const {attempt} = start({
			policy: {...allowAll, decide: () => ({decision: 'ask', rule: 'approval mode always-ask'})},
		});
		expect(await attempt()).toMatchObject({type: 'succeeded'});
	});

	it('sends nothing that the tool does not take', async () => {
		const failure = {code: 'bad-arguments', message: 'path must be a string'};
		const {attempt, servers, app} = start({}, {check: async () => ({type: 'wrong', failure})});
		expect(await attempt()).toEqual({type: 'failed', failure});
		expect(servers.calls).toHaveLength(0);
		expect([...app.getState().calls.values()]).toEqual([]);
	});

	it('wants a yes for a tool that has changed or is suspicious, in plan mode, and for what stands for a secret', async () => {
		const pins = createFakePins({flags: {'files read': ['it hides text']}});
		await pins.check([{...definition, description: 'as it was'}], new AbortController().signal);
		const {attempt, app, servers} = start({pins, workMode: 'plan'});
		const doubts = app.explorer.doubts(definition, {token: ['•••']});
		expect(doubts).toHaveLength(4);
		expect(await attempt()).toMatchObject({failure: {code: 'not-confirmed'}});
		expect(servers.calls).toHaveLength(0);
		expect(await attempt({path: 'a'}, true)).toMatchObject({type: 'succeeded'});
	});

	it('runs the tool that the user has seen, or none', async () => {
		const {attempt, servers} = start({}, {tools: [offerTool('files', 'read', {description: 'another one'})]});
		expect(await attempt()).toMatchObject({failure: {code: 'tool-changed'}});
		expect(servers.calls).toHaveLength(0);
	});

	it('ends with the signal, and with everything that runs', async () => {
		const {attempt, app, tries, uses} = start({}, {onCall: runsUntilAborted});
		const controller = new AbortController();
		const first = attempt({path: 'a'}, false, controller.signal);
		const second = attempt({path: 'b'});
		while (app.getState().calls.live().length < 2) {
			await new Promise(setImmediate);
		}
		controller.abort();
		expect(await first).toEqual({type: 'cancelled', sent: true});
		expect(app.interrupt()).toBe(true);
		expect(await second).toEqual({type: 'cancelled', sent: true});
		expect(tries.map(({outcome}) => outcome)).toEqual(['cancelled', 'cancelled']);
		expect(uses.map(({outcome}) => outcome)).toEqual(['cancelled', 'cancelled']);
	});
});

describe('the use of tools', () => {
	it('is noted of the calls of the model, and not of those that were never sent', async () => {
		const model = scriptModel(
			callsTools(toolCall('call-1', 'files__read', {}), toolCall('call-2', 'files__unknown', {})),
			says('Done.'),
		);
		const {app, uses} = start({model});
		app.submit('Read it.');
		await app.settled();
		expect(uses).toMatchObject([{server: 'files', tool: 'read', outcome: 'succeeded'}]);
	});
});
