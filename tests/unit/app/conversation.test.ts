import {describe, expect, it} from 'vitest';
import type {App} from '../../../source/app/app.ts';
import {createRedactor} from '../../../source/support/redactor.ts';
import {allowAll, createAppHarness} from '../../helpers/app-harness.ts';
import {createFakeServers, offerTool, runsUntilAborted} from '../../helpers/fake-servers.ts';
import {callsTools, hangsAfter, says, scriptModel, toolCall} from '../../helpers/scripted-model.ts';

const tools = [offerTool('files', 'read')];
const hanging = hangsAfter({type: 'text', text: 'Hel'});
const isStreaming = (state: {readonly streaming?: {readonly text: string}}) =>
	state.streaming?.text === 'Hel';

describe('a conversation', () => {
	it('answers a message', async () => {
		const {app, model} = createAppHarness({model: scriptModel(says('Hello.'))});
		app.submit('Hi');
		await expect(app.settled()).resolves.toEqual({type: 'finished'});
		expect([...app.getState().items]).toMatchObject([
			{type: 'user', text: 'Hi'},
			{type: 'answer', status: 'finished', text: 'Hello.'},
		]);
		expect(model.requests[0]?.messages).toEqual([{role: 'user', text: 'Hi'}]);
	});

	it('hides a known secret in a message from the model and the session, and says so', async () => {
		const {redactAll, learn} = createRedactor();
		learn('hunter2-of-ada');
		const {app, model, events} = createAppHarness({
			model: scriptModel(says('one'), says('two')),
			redact: redactAll,
		});
		app.submit('It is hunter2-of-ada, log in.');
		app.submit('Again: hunter2-of-ada!');
		expect(app.getState().queue[0]?.text).toBe('Again: hunter2-of-ada!');
		await app.settled();
		const texts = ['It is •••, log in.', 'Again: •••!'];
		const told = model.requests[1]?.messages.flatMap(each => (each.role === 'user' ? [each.text] : []));
		expect(told).toEqual(texts);
		const shown = [...app.getState().items].flatMap(item => (item.type === 'user' ? [item.text] : []));
		expect(shown).toEqual(texts);
		const notices = events.flatMap(event => (event.type === 'notice-raised' ? [event.text] : []));
		expect(notices).toHaveLength(2);
		expect(notices[0]).toContain('A known secret in your message was replaced by •••');
	});

	it('has the message of the user on disk before it asks the model', async () => {
		const saved: string[] = [];
		let sawSaved = false;
		const {app} = createAppHarness({
			journal: {
				append: () => undefined,
				flush: async () => {
					saved.push('flushed');
				},
				close: async () => undefined,
			},
			model: scriptModel(() => {
				sawSaved = saved.length > 0;
				return says('ok')({messages: [], tools: []}, new AbortController().signal);
			}),
		});
		app.submit('Hi');
		await app.settled();
		expect(sawSaved).toBe(true);
	});

	it('gives the model the results of its calls', async () => {
		const {app, model} = createAppHarness({
			model: scriptModel(callsTools(toolCall('c1', 'files__read', {path: 'a'})), says('Done')),
			servers: createFakeServers({tools}),
			approvalMode: 'auto',
		});
		app.submit('Hi');
		await app.settled();
		expect(model.requests[1]?.messages.slice(1)).toEqual([
			{role: 'assistant', blocks: [{...toolCall('c1', 'files__read', {path: 'a'})}]},
			{role: 'tool', callId: 'c1', outcome: 'succeeded', content: [{type: 'text', text: '{"path":"a"}'}]},
		]);
	});

	it('has nothing to wait for, and no outcome, before the first message', async () => {
		await expect(createAppHarness().app.settled()).resolves.toBeUndefined();
	});
});

describe('messages sent while a turn runs', () => {
	it('wait, in order, and each gets a turn of its own', async () => {
		const {app, model, until} = createAppHarness({model: scriptModel(hanging, says('two'), says('three'))});
		app.submit('one');
		app.submit('two');
		app.submit('three');
		expect(app.getState().queue.map(({text}) => text)).toEqual(['two', 'three']);
		await until(isStreaming);
		app.interrupt();
		await app.settled();
		expect(app.getState().queue).toEqual([]);
		expect(model.requests).toHaveLength(3);
		expect(
			[...app.getState().items].map(item =>
				'text' in item ? item.text : item.type === 'turn-end' && item.outcome,
			),
		).toEqual(['one', 'Hel', 'interrupted', 'two', 'two', 'three', 'three']);
	});

	it('can be taken back, and are then not sent', async () => {
		const {app, model, until} = createAppHarness({model: scriptModel(hanging)});
		app.submit('one');
		app.submit('two');
		app.submit('three\nlines');
		await until(isStreaming);
		expect(app.withdrawQueue()).toBe('two\nthree\nlines');
		expect(app.withdrawQueue()).toBe('');
		app.interrupt();
		await app.settled();
		expect(model.requests).toHaveLength(1);
	});

	it('leave no trace of being taken back when there were none', () => {
		const {app, events} = createAppHarness();
		const before = events.length;
		expect(app.withdrawQueue()).toBe('');
		expect(events).toHaveLength(before);
	});
});

describe('an interruption', () => {
	it('does nothing when nothing runs', async () => {
		const {app} = createAppHarness();
		expect(app.interrupt()).toBe(false);
		app.submit('Hi');
		await app.settled();
		expect(app.interrupt()).toBe(false);
	});

	it('ends the turn and keeps what was said', async () => {
		const {app, until} = createAppHarness({model: scriptModel(hanging)});
		app.submit('Hi');
		await until(isStreaming);
		expect(app.interrupt()).toBe(true);
		await expect(app.settled()).resolves.toEqual({type: 'interrupted'});
		const {items, turn, streaming} = app.getState();
		expect([turn, streaming]).toEqual([undefined, undefined]);
		expect(items.slice(1)).toMatchObject([
			{type: 'answer', status: 'cut', text: 'Hel'},
			{type: 'turn-end', outcome: 'interrupted'},
		]);
	});

	it('may come twice', async () => {
		const {app, until, events} = createAppHarness({model: scriptModel(hanging)});
		app.submit('Hi');
		await until(isStreaming);
		app.interrupt();
		app.interrupt();
		await app.settled();
		expect(events.filter(({type}) => type === 'turn-interrupted')).toHaveLength(1);
	});

	it('withdraws the question of a call that waits', async () => {
		const {app, until} = createAppHarness({
			model: scriptModel(callsTools(toolCall('c1', 'files__read'))),
			servers: createFakeServers({tools}),
		});
		app.submit('Hi');
		await until(({asks}) => asks.length === 1);
		app.interrupt();
		await app.settled();
		expect(app.getState().asks).toEqual([]);
		expect(app.getState().calls.get('c1')).toMatchObject({status: 'cancelled', outcomeUnknown: false});
	});

	it('leaves the outcome of a running call unknown', async () => {
		const {app, until} = createAppHarness({
			model: scriptModel(callsTools(toolCall('c1', 'files__read'))),
			servers: createFakeServers({tools, onCall: runsUntilAborted}),
			approvalMode: 'auto',
		});
		app.submit('Hi');
		await until(({calls}) => calls.get('c1')?.status === 'running');
		app.interrupt();
		await app.settled();
		expect(app.getState().calls.get('c1')).toMatchObject({status: 'cancelled', outcomeUnknown: true});
	});
});

describe('a defect', () => {
	it('in a dependency is a failed turn, and the chat goes on', async () => {
		let isBroken = true;
		const {app} = createAppHarness({
			servers: createFakeServers({
				tools,
				async listed() {
					if (isBroken) {
						throw new Error('oops');
					}
				},
			}),
		});
		app.submit('Hi');
		const failure = {code: 'internal', message: 'oops', hint: 'This is a bug in mcp-tui. The chat goes on.'};
		await expect(app.settled()).resolves.toEqual({type: 'failed', failure});
		expect(app.getState().turn).toBeUndefined();
		expect(app.getState().items.at(-1)).toMatchObject({type: 'turn-end', outcome: 'failed', failure});
		isBroken = false;
		app.submit('Again');
		await expect(app.settled()).resolves.toEqual({type: 'finished'});
	});

	it('of a policy leaves a history that the next turn can use', async () => {
		const {app, model} = createAppHarness({
			model: scriptModel(callsTools(toolCall('c1', 'files__read')), says('ok')),
			servers: createFakeServers({tools}),
			policy: {
				...allowAll,
				decide() {
					throw new Error('oops');
				},
			},
		});
		app.submit('Hi');
		await expect(app.settled()).resolves.toMatchObject({type: 'failed'});
		app.submit('Again');
		await app.settled();
		expect(model.requests[1]?.messages.map(({role}) => role)).toEqual(['user', 'assistant', 'tool', 'user']);
	});

	it('of the journal, which must not fail, is an outcome and no crash', async () => {
		const {app} = createAppHarness({
			journal: {
				append: () => undefined,
				flush: () => Promise.reject(new Error('disk gone')),
				close: async () => undefined,
			},
		});
		app.submit('Hi');
		app.submit('Queued');
		await expect(app.settled()).resolves.toMatchObject({type: 'failed', failure: {message: 'disk gone'}});
		// An unhandled rejection would fail the run here.
		await new Promise(resolve => setImmediate(resolve));
		await expect(app.close()).resolves.toBeUndefined();
	});

	it('of the disk, reported as it should be, does not disturb the turn', async () => {
		const failure = {code: 'ENOSPC', message: 'The disk is full.'};
		let report: App['report'] = () => undefined;
		const {app} = createAppHarness({
			journal: {
				append: () => report({type: 'saving-failed', failure}),
				flush: async () => undefined,
				close: async () => undefined,
			},
		});
		report = app.report;
		app.submit('Hi');
		await expect(app.settled()).resolves.toEqual({type: 'finished'});
		expect(app.getState().savingFailure).toEqual(failure);
	});
});
