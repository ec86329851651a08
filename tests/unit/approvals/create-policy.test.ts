import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {createPolicy, type PolicyRules} from '../../../source/core/approvals/create-policy.ts';
import {type ApprovalMode, approvalModes} from '../../../source/domain/approval.ts';
import type {ToolRef} from '../../../source/domain/tool.ts';
import {offerTool} from '../../helpers/fake-servers.ts';

const tool = (server: string, name: string) => offerTool(server, name).definition;
const read = tool('files', 'read');
const rules = (partial: Partial<PolicyRules> = {}): PolicyRules => ({
	trustedTools: [],
	trustedServers: ['files', 'a', 'b'],
	allowedTools: [],
	disallowedTools: [],
	...partial,
});
const decide = (
	partial: Partial<PolicyRules>,
	mode: ApprovalMode,
	definition = read,
	grants: readonly ToolRef[] = [],
) => createPolicy(rules(partial)).decide(definition, {any: 'arguments'}, mode, grants);

describe('the approval mode', () => {
	it.each([
		['always-ask', {decision: 'ask', rule: 'approval mode always-ask'}],
		['trusted-only', {decision: 'ask', rule: 'approval mode trusted-only'}],
		['auto', {decision: 'allow', rule: 'approval mode auto'}],
	] as const)('%s decides where no rule does', (mode, verdict) => {
		expect(decide({}, mode)).toEqual(verdict);
	});

	it('trusted-only lets trusted tools run, and names the rule', () => {
		expect(decide({trustedTools: ['other__*', 'files__*']}, 'trusted-only')).toEqual({
			decision: 'allow',
			rule: 'trusted by "files__*"',
		});
		expect(decide({trustedTools: ['other__*']}, 'trusted-only').decision).toBe('ask');
	});

	it('trusted-only asks for a server that only has the name of a trusted one', () => {
		const verdict = decide({trustedTools: ['*', 'files__*'], trustedServers: ['other']}, 'trusted-only');
		expect(verdict).toEqual({decision: 'ask', rule: 'approval mode trusted-only'});
	});

	it('always-ask asks for trusted tools too', () => {
		expect(decide({trustedTools: ['*']}, 'always-ask')).toEqual({
			decision: 'ask',
			rule: 'approval mode always-ask',
		});
	});
});

describe('a rule', () => {
	it.each(approvalModes)('that disallows a tool denies it in mode %s', mode => {
		expect(decide({disallowedTools: ['files__r*'], allowedTools: ['*'], trustedTools: ['*']}, mode)).toEqual({
			decision: 'deny',
			rule: 'disallowed by "files__r*"',
		});
	});

	it.each(approvalModes)('that allows a tool lets it run in mode %s', mode => {
		expect(decide({allowedTools: ['x', 'files__read']}, mode)).toEqual({
			decision: 'allow',
			rule: 'allowed by "files__read"',
		});
	});

	it('is about the server and the tool together', () => {
		expect(decide({allowedTools: ['read']}, 'always-ask').decision).toBe('ask');
		expect(decide({disallowedTools: ['files']}, 'auto').decision).toBe('allow');
		expect(decide({allowedTools: ['*__read']}, 'always-ask', tool('evil', 'read')).decision).toBe('allow');
	});

	it('that allows is not fooled by names that contain the separator', () => {
		expect(decide({allowedTools: ['a__b__c']}, 'always-ask', tool('a__b', 'c')).decision).toBe('ask');
		expect(decide({allowedTools: ['a__*']}, 'always-ask', tool('a__b', 'c')).decision).toBe('ask');
		expect(decide({allowedTools: ['a__b__c']}, 'always-ask', tool('a', 'b__c')).decision).toBe('allow');
		expect(decide({disallowedTools: ['a__b__c']}, 'auto', tool('a__b', 'c')).decision).toBe('deny');
		expect(decide({disallowedTools: ['a__b__c']}, 'auto', tool('a', 'b__c')).decision).toBe('deny');
	});

	it('does not look at what a server claims about its own tool', () => {
		const claims = {...read, annotations: {readOnlyHint: true, destructiveHint: false}};
		expect(decide({}, 'trusted-only', claims).decision).toBe('ask');
	});
});

describe('a tool of our own', () => {
	const ownTools = [{server: 'toolbox', tool: 'read-result'}];

	it.each(approvalModes)('runs without a question in mode %s', mode => {
		expect(decide({ownTools}, mode, tool('toolbox', 'read-result'))).toEqual({
			decision: 'allow',
			rule: 'reads only what this session already has',
		});
	});

	it('is that tool of that server only', () => {
		for (const other of [tool('toolbox', 'write-file'), tool('evil', 'read-result')]) {
			expect(decide({ownTools}, 'always-ask', other).decision).toBe('ask');
		}
	});

	it.each(approvalModes)('never runs where it is disallowed, in mode %s', mode => {
		const verdict = decide({ownTools, disallowedTools: ['toolbox__*']}, mode, tool('toolbox', 'read-result'));
		expect(verdict).toEqual({decision: 'deny', rule: 'disallowed by "toolbox__*"'});
	});
});

describe('a grant for the session', () => {
	it('lets the tool run', () => {
		expect(decide({}, 'always-ask', read, [{server: 'files', tool: 'read'}])).toEqual({
			decision: 'allow',
			rule: 'allowed for this session',
		});
	});

	it('is for that tool of that server only, whatever the names', () => {
		const grants = [
			{server: 'a', tool: 'b__c'},
			{server: 'x","y', tool: 'z'},
		];
		for (const definition of [tool('a__b', 'c'), tool('x', 'y","z'), tool('a', 'b')]) {
			expect(decide({}, 'always-ask', definition, grants).decision).toBe('ask');
		}
	});

	it('never wins over a rule that disallows', () => {
		expect(decide({disallowedTools: ['files__*']}, 'auto', read, [read]).decision).toBe('deny');
	});
});

describe('the policy', () => {
	const glob = fc.constantFrom('*', 'a__*', 'b__*', '*__x', 'a__x', 'b__y', 'nothing');
	const globs = fc.array(glob, {maxLength: 3});
	const given = fc.record({
		trustedTools: globs,
		trustedServers: fc.subarray(['a', 'b']),
		allowedTools: globs,
		disallowedTools: globs,
		ownTools: fc.subarray([
			{server: 'a', tool: 'x'},
			{server: 'b', tool: 'y'},
		]),
	});
	const ref = fc.constantFrom(tool('a', 'x'), tool('a', 'y'), tool('b', 'x'), tool('b', 'y'));
	const mode = fc.constantFrom(...approvalModes);

	it('never allows more when something is disallowed as well', () => {
		fc.assert(
			fc.property(given, glob, ref, fc.option(ref), mode, (base, denied, definition, granted, current) => {
				const grants = granted === null ? [] : [granted];
				const decideWith = (partial: PolicyRules) => decide(partial, current, definition, grants).decision;
				const before = decideWith(base);
				const after = decideWith({...base, disallowedTools: [...base.disallowedTools, denied]});
				expect([before, 'deny']).toContain(after);
				expect(before === 'deny' && after !== 'deny').toBe(false);
			}),
		);
	});

	it('never allows less when something is trusted or allowed as well, unless it is disallowed', () => {
		fc.assert(
			fc.property(given, glob, ref, mode, (base, added, definition, current) => {
				const before = decide(base, current, definition).decision;
				for (const more of [
					{...base, allowedTools: [...base.allowedTools, added]},
					{...base, trustedTools: [...base.trustedTools, added]},
				]) {
					expect([before, before === 'deny' ? 'deny' : 'allow']).toContain(
						decide(more, current, definition).decision,
					);
				}
			}),
		);
	});
});
