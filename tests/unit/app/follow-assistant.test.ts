import {describe, expect, it} from 'vitest';
import {noApprovals} from '../../../source/domain/approval.ts';
import type {Assistant} from '../../../source/domain/assistant.ts';
import {createAppHarness} from '../../helpers/app-harness.ts';
import {createFakeModels, nameModel} from '../../helpers/fake-models.ts';

const before: Assistant = {name: 'coder', excludeTools: [], trustedTools: [], toolApproval: 'trusted-only'};
const never = new AbortController().signal;

const setUp = async (options: Parameters<typeof createAppHarness>[0] = {}) => {
	const used: (readonly string[] | undefined)[] = [];
	let known: readonly Assistant[] = [before];
	const {app} = createAppHarness({
		assistants: () => known,
		useServers: names => used.push(names),
		approvals: () => ({...noApprovals, toolApproval: 'always-ask'}),
		...options,
	});
	await app.changeAssistant(before, never);
	used.length = 0;
	return {
		app,
		used,
		follow(now: Assistant, by: 'user' | 'file') {
			known = [now];
			return app.followAssistant({before, now, by}, never);
		},
	};
};

describe('the assistant in use, when it has changed', () => {
	it.each([
		['user', 'auto', 'auto'],
		['user', 'always-ask', 'always-ask'],
		['file', 'auto', 'trusted-only'],
		['file', 'always-ask', 'always-ask'],
	] as const)('by the %s to %s has the mode %s', async (by, toolApproval, mode) => {
		const {app, follow} = await setUp();
		await follow({...before, toolApproval}, by);
		expect(app.getState().approvalMode).toBe(mode);
	});

	it('has the usual mode when it no longer names one', async () => {
		const {app, follow} = await setUp();
		const {toolApproval: _, ...plain} = before;
		await follow(plain, 'user');
		expect(app.getState().approvalMode).toBe('always-ask');
	});

	it('leaves the mode that the user has chosen where its own stays the same', async () => {
		const {app, follow} = await setUp();
		app.setApprovalMode('auto');
		await follow({...before, description: 'new'}, 'user');
		expect(app.getState().approvalMode).toBe('auto');
	});

	it('has other servers at once, and keeps its place under another name', async () => {
		const {app, used, follow} = await setUp();
		const now = {...before, name: 'author', servers: ['files']};
		await follow(now, 'user');
		expect(used).toEqual([['files']]);
		expect(app.assistant()).toBe(now);
	});

	it('talks to another model', async () => {
		const {app, follow} = await setUp({models: createFakeModels({models: [nameModel('other/big')]})});
		await follow({...before, model: 'other/big'}, 'file');
		expect(app.getState().model).toBe('other/big');
	});

	it('changes nothing when another one is in use by then', async () => {
		const {app, used, follow} = await setUp();
		await app.changeAssistant(undefined, never);
		used.length = 0;
		await follow({...before, toolApproval: 'auto', servers: []}, 'user');
		expect(app.getState()).toMatchObject({approvalMode: 'always-ask'});
		expect(used).toEqual([]);
	});
});
