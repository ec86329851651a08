import {describe, expect, it} from 'vitest';
import {createGrantBook} from '../../../source/core/approvals/grant-book.ts';
import {type ApprovalSettings, type Grant, noApprovals} from '../../../source/domain/approval.ts';
import type {Failure} from '../../../source/domain/failure.ts';
import type {JsonObject} from '../../../source/domain/json.ts';
import {createAppHarness} from '../../helpers/app-harness.ts';
import {grant} from '../../helpers/conversation-events.ts';
import {createCounterIds} from '../../helpers/counter-ids.ts';
import {createFakeServers, offerTool} from '../../helpers/fake-servers.ts';
import {createFakeGrantBook} from '../../helpers/fake-trust.ts';
import {callsTools, says, scriptModel, toolCall} from '../../helpers/scripted-model.ts';

const server: Grant = {
	...grant,
	grantId: 'g2',
	scope: 'server',
	server: 'web',
	tools: {fetch: 'p1', search: 'p2'},
	createdAt: Date.UTC(2026, 9, 2),
};

const setUp = (grants: readonly Grant[] = [], settings?: Partial<ApprovalSettings>, failure?: Failure) => {
	const harness: ReturnType<typeof createAppHarness> = createAppHarness({
		grantBook: createFakeGrantBook(
			grants,
			next => harness.app.report({type: 'grants-changed', grants: next}),
			failure,
		),
		approvals: () => ({...noApprovals, ...settings}),
		servers: createFakeServers({tools: [offerTool('files', 'read'), offerTool('files', 'write')]}),
		model: scriptModel(
			callsTools(toolCall('c1', 'files__read')),
			callsTools(toolCall('c2', 'files__read')),
			says('Done.'),
		),
	});
	const {app, events} = harness;
	const last = () => {
		const item = app.getState().items.at(-1);
		return item?.type === 'notice' ? {text: item.text, tone: item.tone} : undefined;
	};
	return {
		...harness,
		last,
		/** Types a command that takes time, and waits for what it says. */
		async type(text: string) {
			const before = events.filter(({type}) => type === 'notice-raised').length;
			app.submit(text);
			await harness.until(() => events.filter(({type}) => type === 'notice-raised').length > before);
			return last();
		},
	};
};

describe('/approvals', () => {
	it('shows what is allowed for good, by number, and since when', async () => {
		const {type} = setUp([grant, server, {...grant, grantId: 'g3', where: '/work'}]);
		expect((await type('/approvals'))?.text.split('\n')).toEqual([
			'› always-ask    every tool call asks first',
			'  trusted-only  tools you trust run, the others ask',
			'  auto          every tool call runs, unless a rule or a changed or suspicious definition makes it ask',
			'',
			'always allowed:',
			'  1  files read           since 2026-11-16',
			'  2  web: 2 tools         since 2026-10-02',
			'  3  files read in /work  since 2026-11-16',
			'/approvals revoke <number> takes one back, /approvals revoke all takes back all of them.',
			'',
			'/approvals <mode> chooses one; in the chat shift+tab cycles through plan and these.',
		]);
	});

	it('shows what is allowed for the session, and despite whose text', async () => {
		const {app, until, type} = setUp();
		app.submit('Hi');
		await until(({asks}) => asks.length === 1);
		app.answer(app.getState().asks[0]?.askId ?? '', {type: 'allow', scope: 'session'});
		await app.settled();
		const lines = (await type('/approvals'))?.text.split('\n') ?? [];
		expect(lines.slice(3, 6)).toEqual(['', 'allowed until the program ends:', '  1  files read']);
		await type('/approvals revoke 1');
		expect(app.getState().grants).toEqual([]);
	});

	it('shows how much the configuration says, and what keeps the mode down', async () => {
		const rule = {place: 'approvals[0] of config.json', decision: 'deny'} as const;
		const {type} = setUp([], {rules: [rule, rule], reviewResults: ['web__*'], modeLimit: 'trusted-only'});
		const text = (await type('/approvals'))?.text ?? '';
		expect(text).toContain(
			'Entries in the configuration that count as well: rules 2, reviewResults 1.\n\nA file that is not your own allows no more than trusted-only, whatever is chosen here.\n',
		);
	});

	it('says that nothing of it matters in plan mode but reading', async () => {
		const {app, type} = setUp();
		app.submit('/mode plan');
		expect((await type('/approvals'))?.text).toContain(
			'In plan mode nothing but reading is possible; /mode act ends it.',
		);
		await expect(type('/approvals auto')).resolves.toEqual({
			text: 'Approval mode auto: every tool call runs, unless a rule or a changed or suspicious definition makes it ask. This counts when plan mode ends: /mode act.',
			tone: 'info',
		});
		expect(app.getState().workMode).toBe('plan');
	});
});

describe('/approvals revoke', () => {
	it('takes one back', async () => {
		const {app, type} = setUp([grant, server]);
		await expect(type('/approvals revoke 2')).resolves.toEqual({
			text: 'Not allowed any more:\n  web: 2 tools',
			tone: 'info',
		});
		expect(app.getState().alwaysGrants).toEqual([grant]);
	});

	it('takes all of them back', async () => {
		const {app, type} = setUp([grant, server]);
		await expect(type('/approvals revoke all')).resolves.toEqual({
			text: 'Not allowed any more:\n  files read\n  web: 2 tools',
			tone: 'info',
		});
		expect(app.getState().alwaysGrants).toEqual([]);
	});

	it('says when that could not be saved', async () => {
		const failure = {code: 'disk', message: 'The disk is full.', hint: 'Make room.'};
		const {type} = setUp([grant, server], {}, failure);
		await expect(type('/approvals revoke all')).resolves.toEqual({
			text: 'Not allowed any more:\n  files read\n  web: 2 tools\nThe disk is full.\nMake room.',
			tone: 'warning',
		});
	});

	it.each([
		'/approvals revoke',
		'/approvals revoke 3',
		'/approvals revoke 0',
		'/approvals revoke -1',
		'/approvals revoke one',
	])('takes nothing back that it does not know: %s', async text => {
		const {app, type} = setUp([grant, server]);
		await expect(type(text)).resolves.toEqual({
			text: '/approvals revoke takes a number from 1 to 2, or all. /approvals lists them.',
			tone: 'warning',
		});
		expect(app.getState().alwaysGrants).toEqual([grant, server]);
	});

	it('names the one number where there is only one', async () => {
		await expect(setUp([grant]).type('/approvals revoke 2')).resolves.toMatchObject({
			text: '/approvals revoke takes 1, or all. /approvals lists them.',
		});
	});

	it('says when there is nothing to take back', async () => {
		await expect(setUp().type('/approvals revoke all')).resolves.toMatchObject({
			text: 'Nothing is allowed for this session or for good.',
		});
	});
});

describe('an answer for good', () => {
	/** The real book over a file in memory. */
	const setUpBook = () => {
		const servers = createFakeServers({tools: [offerTool('files', 'read'), offerTool('files', 'write')]});
		let content: JsonObject = {};
		const harness: ReturnType<typeof createAppHarness> = createAppHarness({
			servers,
			model: scriptModel(
				callsTools(
					toolCall('c1', 'files__read'),
					toolCall('c2', 'files__write'),
					toolCall('c3', 'files__read'),
				),
				callsTools(toolCall('c4', 'files__read')),
				says('Done.'),
			),
			grantBook: createGrantBook({
				state: {
					read: async () => content,
					async change(edit) {
						content = edit(content);
						return undefined;
					},
				},
				now: () => 0,
				newId: createCounterIds(),
				toolsOf: () => servers.tools().map(({definition}) => definition),
				printOf: () => 'print',
				onChange: grants => harness.app.report({type: 'grants-changed', grants}),
			}),
		});
		return harness;
	};

	it('for a tool answers the waiting questions about it and spares the next, and no others', async () => {
		const {app, until, servers} = setUpBook();
		app.submit('Hi');
		await until(({asks}) => asks.length === 3);
		app.answer(app.getState().asks[0]?.askId ?? '', {type: 'allow', scope: 'tool'});
		await until(({calls}) => ['c1', 'c3'].every(id => calls.get(id)?.status === 'succeeded'));
		expect(app.getState().asks).toMatchObject([{tool: 'write'}]);
		expect(app.getState().alwaysGrants).toMatchObject([{scope: 'tool', server: 'files'}]);
		expect(app.getState().grants).toEqual([]);
		app.answer(app.getState().asks[0]?.askId ?? '', {type: 'deny'});
		await app.settled();
		expect(servers.calls.map(({ref}) => ref.tool)).toEqual(['read', 'read', 'read']);
	});

	it('for a server answers the waiting questions of it and spares the next', async () => {
		const {app, until, servers} = setUpBook();
		app.submit('Hi');
		await until(({asks}) => asks.length === 3);
		app.answer(app.getState().asks[0]?.askId ?? '', {type: 'allow', scope: 'server'});
		await expect(app.settled()).resolves.toEqual({type: 'finished'});
		expect(app.getState().alwaysGrants).toMatchObject([{scope: 'server', server: 'files'}]);
		expect(servers.calls).toHaveLength(4);
	});

	it('is asked again once it is taken back', async () => {
		const {app, until} = setUpBook();
		app.submit('Hi');
		await until(({asks}) => asks.length === 3);
		app.answer(app.getState().asks[0]?.askId ?? '', {type: 'allow', scope: 'tool'});
		await until(({alwaysGrants}) => alwaysGrants.length === 1);
		app.submit('/approvals revoke 1');
		await until(({alwaysGrants}) => alwaysGrants.length === 0);
		app.answer(app.getState().asks[0]?.askId ?? '', {type: 'deny'});
		await until(({asks}) => asks.length === 1);
		expect(app.getState().asks).toMatchObject([{callId: 'c4', tool: 'read'}]);
		app.interrupt();
		await app.settled();
	});
});
