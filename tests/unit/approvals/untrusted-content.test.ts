import {describe, expect, it} from 'vitest';
import type {PolicyDeps} from '../../../source/core/approvals/create-policy.ts';
import type {ApprovalSettings, PolicyQuestion} from '../../../source/domain/approval.ts';
import {decideOn, fetchPage, grantFor, rule, sessionGrantFor, tool, write} from './policy-harness.ts';

/** A call that writes, after a page was fetched. */
const decide = (
	change: Partial<PolicyQuestion>,
	...rest: readonly [settings?: Partial<ApprovalSettings>, deps?: Partial<PolicyDeps>]
) => decideOn({tool: write, heard: [fetchPage], ...change}, ...rest);

const fallenBack = {decision: 'ask', rule: 'text of web came into this turn', sources: ['web']};

describe('text of an untrusted server in the turn', () => {
	it('makes every automatic approval of a tool of another server ask', () => {
		expect(decide({mode: 'auto'})).toEqual(fallenBack);
		expect(decide({mode: 'trusted-only'}, {trustedTools: ['files__*']})).toEqual(fallenBack);
		expect(decide({}, {rules: [rule({decision: 'allow'})]})).toEqual(fallenBack);
		expect(decide({}, {}, {grants: () => [grantFor('tool', 'files', [write])]})).toEqual(fallenBack);
	});

	it('names every such server once', () => {
		const heard = [fetchPage, tool('mail', 'list'), tool('web', 'search')];
		expect(decide({mode: 'auto', heard})).toEqual({
			decision: 'ask',
			rule: 'text of web, mail came into this turn',
			sources: ['web', 'mail'],
		});
	});

	it('does not matter to the server that it came from', () => {
		expect(decide({mode: 'auto', tool: tool('web', 'post')}).decision).toBe('allow');
	});

	it('does not matter to what only reads', () => {
		const reads = tool('files', 'read', {readOnlyHint: true});
		expect(decide({mode: 'auto', tool: reads}, {trustedServers: ['files']}).decision).toBe('allow');
		expect(decide({mode: 'auto', tool: reads})).toEqual(fallenBack);
	});

	it('does not matter where the server is trusted and its tool reaches nobody else', () => {
		const closed = tool('notes', 'list', {openWorldHint: false});
		expect(decide({mode: 'auto', heard: [closed]}, {trustedServers: ['notes']}).decision).toBe('allow');
		expect(decide({mode: 'auto', heard: [closed]}).decision).toBe('ask');
		const open = tool('notes', 'fetch', {openWorldHint: true});
		expect(decide({mode: 'auto', heard: [open]}, {trustedServers: ['notes']}).decision).toBe('ask');
	});

	it('does not matter to what is allowed on the command line', () => {
		expect(decide({}, {}, {allowedTools: ['files__*']}).decision).toBe('allow');
	});

	it('leaves the rule that asks anyway', () => {
		expect(decide({})).toEqual({decision: 'ask', rule: 'approval mode always-ask'});
	});

	it('ends a grant for the session, unless the user gave it knowing of all such servers', () => {
		const grant = (...despite: string[]) => ({
			mode: 'auto' as const,
			sessionGrants: [sessionGrantFor(write, despite)],
		});
		expect(decide(grant())).toEqual(fallenBack);
		expect(decide(grant('web')).rule).toBe('allowed for this session');
		expect(decide({...grant('web'), heard: [fetchPage, tool('mail', 'list')]}).decision).toBe('ask');
		expect(decide({...grant('web', 'mail'), heard: [fetchPage, tool('mail', 'list')]}).decision).toBe(
			'allow',
		);
	});

	it('takes two grants not for one that knew of both', () => {
		const sessionGrants = ['web', 'mail'].map(server => sessionGrantFor(write, [server]));
		expect(decide({sessionGrants, heard: [fetchPage, tool('mail', 'list')]}).decision).toBe('ask');
	});
});
