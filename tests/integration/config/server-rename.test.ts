import {describe, expect, it} from 'vitest';
import {pinFileName} from '../../../source/core/approvals/pins/pin-file.ts';
import {renameInState} from '../../../source/core/approvals/rename-in-state.ts';
import {createOpenState} from '../../../source/core/config/state-file.ts';
import {openServerAdmin} from '../../helpers/server-admin.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';

const {signal} = new AbortController();
const entry = {command: 'node', args: ['s.js']};

const rename = (
	{admin}: Awaited<ReturnType<typeof openServerAdmin>>,
	scope: 'user' | 'project' = 'user',
	from = 's',
) => admin.save({name: 'docs', entry}, {scope, replaces: from}, signal);

describe('a server that gets another name', () => {
	it('takes along what its file says about it: rules, assistants and trust, with every comment', async () => {
		const text = `{
  "mcpServers": {
    "s": {"command": "node", "args": ["s.js"]}, // the first
    "o": {"command": "node"}
  },
  "approvals": [
    // nobody sleeps here
    {"server": "s", "tool": "sleep", "action": "deny"}
  ],
  "assistants": {"a": {"servers": ["s"], "trustedTools": ["s__echo"]}}
}
`;
		const harness = await openServerAdmin({own: text});
		const saved = await rename(harness);
		expect(saved).toMatchObject({type: 'changed'});
		expect(saved.type === 'changed' ? saved.notes.join('\n') : '').toContain(
			'What named it names it "docs" now: approvals[0].server, assistants.a.servers[0], assistants.a.trustedTools[0].',
		);
		expect(harness.ownText()).toBe(text.replaceAll('"s"', '"docs"').replace('"s__echo"', '"docs__echo"'));
		expect(harness.loaded().config.approvals.rules).toMatchObject([{server: 'docs', decision: 'deny'}]);
	});

	it('keeps its name while a deny of another file would stop counting, until that file says it for the new name', async () => {
		const own = JSON.stringify({mcpServers: {s: entry}});
		const rule = {server: 's', tool: 'sleep', decision: 'deny'};
		const harness = await openServerAdmin({own, project: JSON.stringify({approvals: [rule]})});
		const refused = await rename(harness);
		expect(refused).toMatchObject({type: 'refused', failure: {code: 'held-by-name'}});
		expect(refused.type === 'refused' ? refused.failure.message : '').toContain('approvals[0] of .mcp.json');
		expect(refused.type === 'refused' ? refused.failure.hint : '').toContain('say the same for "docs" there');
		expect(harness.ownText()).toBe(own);

		const both = [rule, {...rule, server: 'docs'}];
		const prepared = await openServerAdmin({own, project: JSON.stringify({approvals: both})});
		expect(await rename(prepared)).toMatchObject({type: 'changed'});
	});

	it('keeps its name while a pattern or a review of another file holds it back', async () => {
		const own = JSON.stringify({mcpServers: {s: entry}});
		for (const given of [{approvals: [{server: 's*', decision: 'ask'}]}, {reviewResults: ['s__fetch']}]) {
			const harness = await openServerAdmin({own, given: JSON.stringify(given)});
			expect(await rename(harness)).toMatchObject({type: 'refused', failure: {code: 'held-by-name'}});
			expect(harness.ownText()).toBe(own);
		}
	});

	it('of a project keeps its name while the own file holds something of it back', async () => {
		for (const own of [
			{approvals: [{server: 's', tool: 'sleep', decision: 'deny'}]},
			{assistants: {a: {excludeTools: ['s__write']}}},
		]) {
			const harness = await openServerAdmin({
				own: JSON.stringify(own),
				project: JSON.stringify({mcpServers: {s: entry}}),
				trustsProject: true,
			});
			expect(await rename(harness, 'project')).toMatchObject({
				type: 'refused',
				failure: {code: 'held-by-name'},
			});
		}
	});

	it('is told of assistants elsewhere that still call it by the old one', async () => {
		const harness = await openServerAdmin({
			own: JSON.stringify({assistants: {a: {servers: ['s']}}}),
			project: JSON.stringify({mcpServers: {s: entry}}),
			trustsProject: true,
		});
		const saved = await rename(harness, 'project');
		expect(saved.type === 'changed' ? saved.notes.join('\n') : '').toContain(
			`The assistant a of ${harness.ownFile} still calls it "s"`,
		);
	});

	it('is compared with what was accepted of it, and keeps its "always", both bound to what they were', async () => {
		const openState = createOpenState({folder: createTemporaryFolder()});
		const pins = {
			reached: {print: 'way', environment: []},
			tools: {echo: {print: 'p', seenAt: 1, parts: {}}},
		};
		const oldFile = pinFileName({server: 's'});
		await openState(oldFile).change(() => ({server: 's', ...pins}));
		const grant = {grantId: 'g', scope: 'tool', serverPrint: 'way', tools: {echo: 'p'}, createdAt: 1};
		await openState('state').change(() => ({
			pinned: {[oldFile]: 's'},
			grants: [
				{...grant, server: 's'},
				{...grant, server: 'other'},
			],
		}));
		expect(await renameInState(openState, {server: 's'}, {server: 'docs'})).toBeUndefined();
		const newFile = pinFileName({server: 'docs'});
		expect(await openState(newFile).read()).toMatchObject({server: 'docs', ...pins});
		expect(await openState('state').read()).toMatchObject({
			pinned: {[oldFile]: 's', [newFile]: 'docs'},
			grants: [
				{...grant, server: 'docs'},
				{...grant, server: 'other'},
			],
		});
	});
});

describe('a server that is reached like another', () => {
	it('is saved with a word about the rules that hold back the other only', async () => {
		const harness = await openServerAdmin({
			own: JSON.stringify({
				mcpServers: {s: entry},
				approvals: [{server: 's', tool: 'sleep', decision: 'deny'}],
			}),
		});
		const copy = await harness.admin.save({name: 's-2', entry}, {scope: 'user'}, signal);
		expect(copy.type === 'changed' ? copy.notes : []).toEqual([
			'It is reached like "s", but approvals[0] of config.json (deny) does not count for "s-2".',
		]);
	});

	it('and is there again after it was removed is held back as before', async () => {
		const rule = {server: 's', tool: 'sleep', decision: 'deny'};
		const harness = await openServerAdmin({own: JSON.stringify({mcpServers: {s: entry}, approvals: [rule]})});
		await harness.admin.remove('s', signal);
		expect(await harness.admin.save({name: 's', entry}, {scope: 'user'}, signal)).toMatchObject({
			type: 'changed',
			notes: [],
		});
		expect(harness.loaded().config.approvals.rules).toMatchObject([rule]);
	});
});
