import {describe, expect, it} from 'vitest';
import {planInstructions} from '../../../source/app/instructions.ts';
import {noApprovals} from '../../../source/domain/approval.ts';
import {createAppHarness} from '../../helpers/app-harness.ts';
import {createFakeServers, offerTool} from '../../helpers/fake-servers.ts';
import {callsTools, says, scriptModel, toolCall} from '../../helpers/scripted-model.ts';

const reads = {annotations: {readOnlyHint: true}};
const tools = [
	offerTool('files', 'read', reads),
	offerTool('files', 'write'),
	offerTool('web', 'fetch', reads),
];
const approvals = () => ({...noApprovals, trustedServers: ['files']});

const setUp = (options: Parameters<typeof createAppHarness>[0] = {}) => {
	const harness = createAppHarness({servers: createFakeServers({tools}), approvals, ...options});
	return {
		...harness,
		type(text: string) {
			harness.app.submit(text);
			const item = harness.app.getState().items.at(-1);
			return item?.type === 'notice' ? item.text : '';
		},
	};
};

describe('/mode', () => {
	it('shows the modes and which one it is', () => {
		expect(setUp({workMode: 'plan'}).type('/mode').split('\n')).toEqual([
			'› plan  the model is offered only tools that read, and says what it would do',
			'  act   the model is offered all tools; /approvals says which of them ask first',
			'',
			'/mode <name> chooses one; in the chat shift+tab cycles through plan and the approval modes.',
		]);
	});

	it('sets the mode, keeps that of approvals, and says what is left', () => {
		const {app, type} = setUp({approvalMode: 'auto'});
		expect(type('/mode plan').split('\n')).toEqual([
			'Mode plan: the model is offered only tools that read, and says what it would do.',
			'It sees 1 of 3 tools.',
			'What a tool says about itself is believed only of servers in trustedServers of the configuration.',
		]);
		expect(app.getState()).toMatchObject({workMode: 'plan', approvalMode: 'auto'});
		expect(type('/mode act')).toBe(
			'Mode act: the model is offered all tools; /approvals says which of them ask first.',
		);
		expect(app.getState()).toMatchObject({workMode: 'act', approvalMode: 'auto'});
	});

	it('keeps the mode when it does not know the new one', () => {
		const {app, type} = setUp();
		expect(type('/mode plam')).toBe('There is no mode "plam"; did you mean plan? Choose plan or act.');
		expect(app.getState().workMode).toBe('act');
	});
});

describe('plan mode', () => {
	it('offers the model what reads, tells it so, and runs nothing else', async () => {
		const {app, model, servers} = setUp({
			workMode: 'plan',
			approvalMode: 'auto',
			model: scriptModel(
				callsTools(toolCall('c1', 'files__read'), toolCall('c2', 'files__write')),
				says('I would write.'),
			),
		});
		app.submit('Write');
		await app.settled();
		expect(model.requests[0]?.tools.map(({modelName}) => modelName)).toEqual(['files__read']);
		expect(model.requests[0]?.instructions).toContain(planInstructions);
		expect(servers.calls.map(({ref}) => ref.tool)).toEqual(['read']);
		expect(app.getState().calls.get('c2')).toMatchObject({
			failure: {message: expect.stringContaining('in plan mode only tools are offered')},
		});
	});

	it('ends a call that waits for approval when it begins', async () => {
		const {app, until, servers} = setUp({
			model: scriptModel(callsTools(toolCall('c1', 'files__write')), says('Done.')),
		});
		app.submit('Write');
		await until(({asks}) => asks.length === 1);
		app.submit('/mode plan');
		app.answer(app.getState().asks[0]?.askId ?? '', {type: 'allow', scope: 'once'});
		await app.settled();
		expect(servers.calls).toEqual([]);
	});

	it('is shown with the tools that it keeps, and why', () => {
		const {type} = setUp({workMode: 'plan'});
		expect(
			type('/tools')
				.split('\n')
				.map(line => line.replace(/\s+/, ' ')),
		).toEqual([
			'files read',
			'files write  ✘ not offered: in plan mode only tools are offered that are known to do nothing but read',
			'web fetch    ✘ not offered: in plan mode only tools are offered that are known to do nothing but read',
		]);
	});

	it('is that of the session when it goes on, unless the start says otherwise', async () => {
		const {app, saved} = setUp({workMode: 'plan'});
		app.submit('Hi');
		await app.settled();
		expect(saved.map(({type}) => type).slice(0, 3)).toEqual([
			'session-started',
			'approval-mode-changed',
			'work-mode-changed',
		]);
		expect(setUp({past: saved}).app.getState().workMode).toBe('plan');
		expect(setUp({past: saved, workMode: 'act'}).app.getState().workMode).toBe('act');
	});

	it('is not mentioned in a session that never was in it', async () => {
		const {app, saved, model} = setUp();
		app.submit('Hi');
		await app.settled();
		expect(saved.map(({type}) => type)).not.toContain('work-mode-changed');
		expect(model.requests[0]?.instructions).not.toContain('plan mode');
	});
});
