import {describe, expect, it} from 'vitest';
import type {ServerStatus} from '../../../source/domain/server.ts';
import {createAppHarness} from '../../helpers/app-harness.ts';
import {createFakeServers, readyStatus} from '../../helpers/fake-servers.ts';
import {callsTools, says, scriptModel, toolCall} from '../../helpers/scripted-model.ts';

/** An app with servers that are starting until the test says otherwise. */
const withStarting = (...names: readonly string[]) => {
	const statuses = new Map<string, ServerStatus>(names.map(name => [name, {type: 'connecting', since: 0}]));
	const isStarting = (name: string) => statuses.get(name)?.type === 'connecting';
	let finish = (): void => undefined;
	const returned: string[] = [];
	const model = scriptModel(callsTools(toolCall('c1', 'none')), says('Done'), says('Done'));
	const harness = createAppHarness({
		model,
		servers: createFakeServers({
			statuses,
			starting: () => names.filter(isStarting),
			connect: () =>
				new Promise<void>(resolve => {
					finish = resolve;
					if (!names.some(isStarting)) {
						resolve();
					}
				}),
		}),
	});
	const {app, clock} = harness;
	app.attachFrontEnd({copy: () => 'copied', putDraft: text => returned.push(text), open: () => undefined});
	const become = (server: string, status: ServerStatus): void => {
		statuses.set(server, status);
		app.report({type: 'server-status-changed', server, status});
		if (!names.some(isStarting)) {
			finish();
		}
	};
	return {
		...harness,
		returned,
		become,
		/** Sends a message and lets so much time pass that it is shown to wait. */
		async send(text: string) {
			app.submit(text);
			await Promise.resolve();
			clock.advance(200);
		},
		notices: () => [...app.getState().items].flatMap(item => (item.type === 'notice' ? [item.text] : [])),
		notes: () => model.requests.map(({messages}) => messages.filter(message => 'isNote' in message)),
	};
};

const failed: ServerStatus = {type: 'failed', failure: {code: 'x', message: 'It broke.'}, stderr: []};

describe('a message', () => {
	it('waits for the servers that are starting, and names those that it still waits for', async () => {
		const {app, model, send, become} = withStarting('a', 'b');
		await send('Hi');
		expect(app.getState().awaiting?.servers).toEqual(['a', 'b']);
		expect(app.getState().queue).toMatchObject([{text: 'Hi'}]);
		become('a', readyStatus());
		expect(app.getState().awaiting?.servers).toEqual(['b']);
		expect(model.requests).toEqual([]);
		become('b', readyStatus());
		await expect(app.settled()).resolves.toEqual({type: 'finished'});
		expect(app.getState()).toMatchObject({queue: []});
		expect(app.getState().awaiting).toBeUndefined();
	});

	it('goes on without them when the user says so, and the transcript and the model are told', async () => {
		const {app, send, become, notices, notes} = withStarting('a', 'b');
		await send('Hi');
		become('a', readyStatus());
		expect(app.stopWaiting()).toBe(true);
		await app.settled();
		expect(notices()).toEqual(['Sent without 1 server: b (still starting).']);
		expect(notes()[0]).toMatchObject([{text: expect.stringContaining('b (still starting)')}]);
		expect(app.stopWaiting()).toBe(false);
	});

	it('tells the model in every step what is missing, and no longer than it is', async () => {
		const {app, send, become, notes, until} = withStarting('a');
		await send('Hi');
		app.stopWaiting();
		await until(({calls}) => calls.get('c1') !== undefined);
		become('a', readyStatus());
		await app.settled();
		expect(notes().map(list => list.length)).toEqual([1, 0]);
	});

	it('waits again for those that were missing the last time', async () => {
		const {app, model, send, become} = withStarting('a');
		await send('Hi');
		app.stopWaiting();
		await app.settled();
		const {length} = model.requests;
		await send('Again');
		expect(app.getState().awaiting?.servers).toEqual(['a']);
		expect(model.requests).toHaveLength(length);
		become('a', readyStatus());
		await expect(app.settled()).resolves.toEqual({type: 'finished'});
	});

	it('names a server that failed while it waited', async () => {
		const {app, send, become, notices} = withStarting('a');
		await send('Hi');
		become('a', failed);
		await app.settled();
		expect(notices()).toContain('Sent without 1 server: a (failed).');
	});

	it('tells the model of a failed server with every message, and the transcript with the first', async () => {
		const {app, send, become, notices, notes} = withStarting('a');
		// It failed while the message was typed.
		become('a', failed);
		await send('Hi');
		await app.settled();
		await send('Again');
		await app.settled();
		expect(notices()).toEqual(['Sent without 1 server: a (failed).']);
		const note = [{text: expect.stringContaining('a (failed)')}];
		expect(notes()).toMatchObject([note, [], note]);
	});

	it('names ten of sixty servers that it was sent without, and counts the others', async () => {
		const {app, send, notices, notes} = withStarting(...Array.from({length: 60}, (_, index) => `s${index}`));
		await send('Hi');
		app.stopWaiting();
		await app.settled();
		expect(notices()).toEqual([
			expect.stringMatching(/^Sent without 60 servers: s0 \(still starting\), .*s9 \(.*\) and 50 more\.$/),
		]);
		expect(notes()[0]).toMatchObject([{text: expect.stringContaining('and 50 more')}]);
	});

	it('stands before a message that was sent right after it', async () => {
		const {app, send} = withStarting('a');
		app.submit('first');
		await send('second');
		expect(app.getState().queue.map(({text}) => text)).toEqual(['first', 'second']);
		expect(app.withdrawQueue()).toBe('first\nsecond');
	});

	it('is the draft again when it is stopped while it waits', async () => {
		const {app, model, send, returned} = withStarting('a');
		await send('Hi');
		app.interrupt();
		await expect(app.settled()).resolves.toEqual({type: 'interrupted'});
		expect(returned).toEqual(['Hi']);
		expect(model.requests).toEqual([]);
		expect(app.getState()).toMatchObject({queue: []});
	});

	it('is given back once by whoever takes the queue back before stopping it', async () => {
		const {app, send, returned} = withStarting('a');
		await send('Hi');
		app.submit('And then');
		expect(app.withdrawQueue()).toBe('Hi\nAnd then');
		app.interrupt();
		await app.settled();
		expect(returned).toEqual([]);
	});

	it('is followed by those that were sent while it waited', async () => {
		const {app, send, become} = withStarting('a');
		await send('One');
		app.submit('Two');
		become('a', readyStatus());
		await app.settled();
		const said = [...app.getState().items].flatMap(item => (item.type === 'user' ? [item.text] : []));
		expect(said).toEqual(['One', 'Two']);
	});
});
