import {describe, expect, it} from 'vitest';
import {type ApprovalSettings, approvalModes} from '../../../source/domain/approval.ts';
import {
	decideOn as decide,
	fetchPage,
	grantFor,
	policyWith,
	read,
	rule,
	sessionGrantFor,
	tool,
	write,
} from './policy-harness.ts';

describe('the hints of a server', () => {
	const reads = tool('files', 'read', {readOnlyHint: true, openWorldHint: false});
	const rules = [rule({annotations: {readOnly: true}, decision: 'allow'})];
	const allowsReading = (settings: Partial<ApprovalSettings>, definition = reads, deps = {}) =>
		decide({tool: definition}, {rules, ...settings}, deps).decision === 'allow';

	it('count for nothing on a server that the user does not trust', () => {
		expect(allowsReading({})).toBe(false);
		expect(allowsReading({trustedServers: ['other'], trustedTools: ['files__read']})).toBe(false);
	});

	it('count on a server that is trusted by name or wholly', () => {
		expect(allowsReading({trustedServers: ['fi*']})).toBe(true);
		expect(allowsReading({trustedTools: ['files__*']})).toBe(true);
		expect(allowsReading({trustedTools: ['*']})).toBe(true);
	});

	it('count for nothing on a server that another file has brought under a trusted name', () => {
		expect(allowsReading({trustedServers: ['*']}, reads, {isOwnServer: () => false})).toBe(false);
	});

	it('count for our own toolbox', () => {
		const policy = policyWith({toolbox: 'files', isOwnServer: () => false});
		expect(policy.isReadOnly(reads)).toBe(true);
		expect(policy.isUntrusted(reads)).toBe(false);
	});

	it('that are missing are the worst, also where they would be believed', () => {
		const deny = (annotations: object, definition = read) =>
			decide(
				{mode: 'auto', tool: definition},
				{trustedServers: ['*'], rules: [rule({annotations, decision: 'deny'})]},
			).decision === 'deny';
		for (const annotations of [
			{destructive: true},
			{openWorld: true},
			{readOnly: false},
			{idempotent: false},
		]) {
			expect(deny(annotations)).toBe(true);
		}
		expect(deny({destructive: true}, tool('files', 'x', {destructiveHint: false}))).toBe(false);
		expect(deny({openWorld: true}, tool('files', 'x', {openWorldHint: false}))).toBe(false);
		expect(deny({idempotent: false}, tool('files', 'x', {idempotentHint: true}))).toBe(false);
		expect(deny({readOnly: false}, reads)).toBe(false);
		expect(deny({destructive: true}, reads)).toBe(false);
	});

	it('that nobody believes still count against the tool', () => {
		const rules = [rule({annotations: {readOnly: true}, decision: 'deny'})];
		expect(decide({mode: 'auto', tool: reads}, {rules}).decision).toBe('deny');
		expect(decide({mode: 'auto'}, {rules}).decision).toBe('allow');
	});

	it('that contradict themselves are not believed to read only', () => {
		const both = tool('files', 'x', {readOnlyHint: true, destructiveHint: true});
		expect(policyWith({}, {trustedServers: ['*']}).isReadOnly(both)).toBe(false);
	});

	it('do not make a tool run in mode trusted-only', () => {
		expect(decide({mode: 'trusted-only', tool: reads}, {trustedServers: ['*']}).decision).toBe('ask');
	});
});

describe('plan mode', () => {
	const reads = tool('files', 'read', {readOnlyHint: true});

	it('denies everything that is not known to read only, whatever else allows it', () => {
		const verdict = decide(
			{workMode: 'plan', mode: 'auto', tool: write, sessionGrants: [sessionGrantFor(write)]},
			{trustedServers: ['*'], rules: [rule({decision: 'allow'})]},
			{allowedTools: ['*'], grants: () => [grantFor('server', 'files', [write])]},
		);
		expect(verdict.decision).toBe('deny');
		expect(verdict.rule).toContain('plan mode');
		expect(decide({workMode: 'plan', mode: 'auto', tool: reads}).decision).toBe('deny');
	});

	it('leaves what reads to the rules', () => {
		const settings = {trustedServers: ['files']};
		expect(decide({workMode: 'plan', mode: 'auto', tool: reads}, settings).decision).toBe('allow');
		expect(decide({workMode: 'plan', tool: reads}, settings).decision).toBe('ask');
	});

	it('lets our own tools run', () => {
		expect(decide({workMode: 'plan'}, {}, {ownTools: [read]}).decision).toBe('allow');
	});
});

describe('a tool of our own', () => {
	const ownTools = [{server: 'toolbox', tool: 'read-result'}];

	it.each(approvalModes)('runs without a question in mode %s', mode => {
		expect(decide({mode, tool: tool('toolbox', 'read-result'), heard: [fetchPage]}, {}, {ownTools})).toEqual({
			decision: 'allow',
			rule: 'reads only what this session already has',
		});
	});

	it('is that tool of that server only', () => {
		for (const other of [tool('toolbox', 'write-file'), tool('evil', 'read-result')]) {
			expect(decide({tool: other}, {}, {ownTools}).decision).toBe('ask');
		}
	});

	it('is not reviewed, and brings no text of others by itself', () => {
		const policy = policyWith({ownTools}, {reviewResults: ['*']});
		expect(policy.isReviewed(tool('toolbox', 'read-result'))).toBe(false);
		expect(policy.isUntrusted(tool('toolbox', 'read-result'))).toBe(false);
		expect(policy.isReadOnly(tool('toolbox', 'read-result'))).toBe(true);
	});
});
