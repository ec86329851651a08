import {describe, expect, it} from 'vitest';
import {createAppHarness} from '../../helpers/app-harness.ts';
import {replay} from '../../helpers/conversation-events.ts';
import {createFakeServers, offerTool, readyStatus, runsUntilAborted} from '../../helpers/fake-servers.ts';
import {callsTools, hangsAfter, says, scriptModel, toolCall} from '../../helpers/scripted-model.ts';

const tools = [offerTool('files', 'read'), offerTool('files', 'write'), offerTool('other', 'read')];

describe('a new app', () => {
	it('begins its session with what a reader of the file needs to know', async () => {
		const {saved, app} = createAppHarness({approvalMode: 'trusted-only'});
		app.submit('Hi');
		await app.settled();
		expect(saved.slice(0, 3)).toMatchObject([
			{
				type: 'session-started',
				sessionId: 'session-1',
				version: '1.2.3',
				model: 'test/model',
				cwd: '/home/test',
				at: 1000,
			},
			{type: 'approval-mode-changed', mode: 'trusted-only', at: 1000},
			{type: 'message-accepted', text: 'Hi'},
		]);
	});

	it('knows its session at once and leaves nothing on disk before the first message', async () => {
		const {saved, app} = createAppHarness({approvalMode: 'trusted-only'});
		app.submit('/help');
		expect(app.getState()).toMatchObject({
			sessionId: 'session-1',
			model: 'test/model',
			approvalMode: 'trusted-only',
			items: {length: 1},
		});
		app.cycleApprovalMode();
		await app.close();
		expect(saved).toEqual([]);
	});

	it('knows the servers as they are', () => {
		const status = readyStatus({toolCount: 3});
		const {app, saved} = createAppHarness({
			servers: createFakeServers({statuses: new Map([['files', status]])}),
		});
		expect(app.getState().servers.get('files')).toEqual(status);
		expect(saved.map(({type}) => type)).not.toContain('server-status-changed');
	});

	it('takes reports from outside a turn', () => {
		const {app} = createAppHarness();
		app.report({type: 'server-status-changed', server: 'late', status: {type: 'idle'}});
		expect(app.getState().servers.get('late')).toEqual({type: 'idle'});
	});

	it('tells its listeners until they leave', () => {
		const {app, clock} = createAppHarness();
		clock.advance(100);
		let told = 0;
		const leave = app.subscribe(() => {
			told += 1;
		});
		app.cycleApprovalMode();
		clock.advance(100);
		expect(told).toBe(1);
		leave();
		app.cycleApprovalMode();
		expect(told).toBe(1);
	});
});

describe('an app with a past', () => {
	it('goes on where the session was, and says so instead of starting it', async () => {
		const before = createAppHarness({model: scriptModel(says('Hello.'))});
		before.app.submit('Hi');
		await before.app.settled();
		const {app, saved, model} = createAppHarness({past: before.saved});
		expect(saved).toEqual([]);
		app.submit('And now?');
		await app.settled();
		expect(saved.map(({type}) => type).slice(0, 3)).toEqual([
			'session-resumed',
			'approval-mode-changed',
			'message-accepted',
		]);
		expect(model.requests[0]?.messages).toEqual([
			{role: 'user', text: 'Hi'},
			{role: 'assistant', blocks: [{type: 'text', text: 'Hello.'}]},
			{role: 'user', text: 'And now?'},
		]);
	});

	it('uses the approval mode of today', async () => {
		const {saved, app} = createAppHarness({approvalMode: 'auto'});
		app.submit('Hi');
		await app.settled();
		expect(replay(saved).approvalMode).toBe('auto');
		expect(createAppHarness({past: saved}).app.getState().approvalMode).toBe('always-ask');
	});
});

describe('the approval mode', () => {
	it('cycles through plan and all of them, from wherever it is', () => {
		const {app} = createAppHarness({approvalMode: 'trusted-only'});
		const modes = Array.from({length: 5}, () => {
			app.cycleApprovalMode();
			const {workMode, approvalMode} = app.getState();
			return `${workMode} ${approvalMode}`;
		});
		expect(modes).toEqual(['act auto', 'plan auto', 'act always-ask', 'act trusted-only', 'act auto']);
	});

	it('never leads through act and auto on the way out of plan mode', () => {
		const {app, events} = createAppHarness({approvalMode: 'auto', workMode: 'plan'});
		const before = events.length;
		app.cycleApprovalMode();
		expect(events.slice(before)).toMatchObject([
			{type: 'approval-mode-changed', mode: 'always-ask'},
			{type: 'work-mode-changed', mode: 'act'},
		]);
	});

	it('counts from the next call on, even in a turn that runs', async () => {
		const {app, until, servers} = createAppHarness({
			model: scriptModel(
				callsTools(toolCall('c1', 'files__read')),
				callsTools(toolCall('c2', 'files__read')),
				says('Done'),
			),
			servers: createFakeServers({tools}),
		});
		app.submit('Hi');
		await until(({asks}) => asks.length === 1);
		app.submit('/approvals auto');
		app.answer(app.getState().asks[0]?.askId ?? '', {type: 'allow', scope: 'once'});
		await expect(app.settled()).resolves.toEqual({type: 'finished'});
		expect(servers.calls).toHaveLength(2);
	});
});

describe('an answer to a question', () => {
	const setUp = async (...names: readonly string[]) => {
		const harness = createAppHarness({
			model: scriptModel(
				callsTools(...names.map((name, index) => toolCall(`c${index}`, name))),
				callsTools(toolCall('later', names[0] ?? '')),
				says('Done'),
			),
			servers: createFakeServers({tools}),
		});
		harness.app.submit('Hi');
		await harness.until(({asks}) => asks.length === names.length);
		const answer = (index: number, given: Parameters<typeof harness.app.answer>[1]) =>
			harness.app.answer(harness.app.getState().asks[index]?.askId ?? '', given);
		return {...harness, answer};
	};

	it('lets one call run when it is for once', async () => {
		const {app, answer, servers, until} = await setUp('files__read', 'files__read');
		answer(0, {type: 'allow', scope: 'once'});
		await until(({calls}) => calls.get('c0')?.status === 'succeeded');
		expect(app.getState().asks).toHaveLength(1);
		expect(servers.calls).toHaveLength(1);
		app.interrupt();
		await app.settled();
	});

	it('for the session answers the waiting questions about that tool too, and no others', async () => {
		const {app, answer, until} = await setUp('files__read', 'files__write', 'files__read', 'other__read');
		answer(0, {type: 'allow', scope: 'session'});
		await until(({calls}) => ['c0', 'c2'].every(id => calls.get(id)?.status === 'succeeded'));
		expect(app.getState().asks.map(ask => ask.kind === 'approval' && `${ask.server} ${ask.tool}`)).toEqual([
			'files write',
			'other read',
		]);
		app.interrupt();
		await app.settled();
	});

	it('for the session spares the questions that would come later', async () => {
		const {app, answer, servers} = await setUp('files__read');
		answer(0, {type: 'allow', scope: 'session'});
		await expect(app.settled()).resolves.toEqual({type: 'finished'});
		expect(servers.calls).toHaveLength(2);
	});

	it('does nothing under an unknown id', async () => {
		const {app, events} = await setUp('files__read');
		const before = events.length;
		app.answer('nobody', {type: 'allow', scope: 'session'});
		expect(events).toHaveLength(before);
		app.interrupt();
		await app.settled();
	});

	it('may end the turn', async () => {
		const {app, answer, servers} = await setUp('files__read', 'files__write');
		answer(1, {type: 'stop'});
		await expect(app.settled()).resolves.toEqual({type: 'interrupted'});
		expect(servers.calls).toEqual([]);
		expect([...app.getState().calls.values()].map(({status}) => status)).toEqual(['cancelled', 'denied']);
	});
});

describe('the suggestion', () => {
	it('follows the conversation and is worked out once per change of it', async () => {
		let asked = 0;
		const {app} = createAppHarness({
			suggestPrompt(messages) {
				asked += 1;
				return `after ${messages.length}`;
			},
		});
		expect([app.suggestion(), app.suggestion()]).toEqual(['after 0', 'after 0']);
		expect(asked).toBe(1);
		app.submit('Hi');
		await app.settled();
		expect(app.suggestion()).toBe('after 2');
		expect(asked).toBe(2);
	});
});

describe('the end', () => {
	it('is asked for by a command', async () => {
		const {app} = createAppHarness();
		app.submit('/exit');
		await expect(app.exitRequested).resolves.toBeUndefined();
	});

	it('closes the servers and the journal', async () => {
		const {app, servers, isJournalClosed} = createAppHarness();
		await app.close();
		expect([servers.isClosed(), isJournalClosed()]).toEqual([true, true]);
	});

	it('ends what runs and drops what waits', async () => {
		const {app, model, saved, until} = createAppHarness({
			model: scriptModel(hangsAfter({type: 'text', text: 'Hel'})),
		});
		app.submit('one');
		app.submit('two');
		await until(({streaming}) => streaming !== undefined);
		await app.close();
		expect(model.requests).toHaveLength(1);
		expect(saved.at(-1)).toMatchObject({type: 'turn-interrupted'});
	});

	it('cancels a running call before the servers go', async () => {
		const servers = createFakeServers({tools, onCall: runsUntilAborted});
		const {app, until, saved} = createAppHarness({
			model: scriptModel(callsTools(toolCall('c1', 'files__read'))),
			servers,
			approvalMode: 'auto',
		});
		app.submit('Hi');
		await until(({calls}) => calls.get('c1')?.status === 'running');
		await app.close();
		expect(saved.map(({type}) => type).slice(-2)).toEqual(['call-cancelled', 'turn-interrupted']);
	});
});
