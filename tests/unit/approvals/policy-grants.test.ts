import {describe, expect, it} from 'vitest';
import type {PolicyDeps} from '../../../source/core/approvals/create-policy.ts';
import {decideOn as decide, grantFor, read, rule, tool, write} from './policy-harness.ts';

describe('a grant for the session', () => {
	it('lets the tool run, also where a rule asks', () => {
		const sessionGrants = [{server: 'files', tool: 'read'}];
		for (const rules of [[], [rule({decision: 'ask'})]]) {
			expect(decide({sessionGrants}, {rules})).toEqual({
				decision: 'allow',
				rule: 'allowed for this session',
			});
		}
	});

	it('is for that tool of that server only, whatever the names', () => {
		const sessionGrants = [
			{server: 'a', tool: 'b__c'},
			{server: 'x","y', tool: 'z'},
		];
		for (const definition of [tool('a__b', 'c'), tool('x', 'y","z'), tool('a', 'b')]) {
			expect(decide({tool: definition, sessionGrants}).decision).toBe('ask');
		}
	});

	it('is suspended while the definition is not accepted', () => {
		expect(decide({sessionGrants: [read], mode: 'auto'}, {}, {isChanged: () => true})).toEqual({
			decision: 'ask',
			rule: 'the definition of the tool has changed',
		});
	});
});

describe('a grant for good', () => {
	const grants = (...list: ReturnType<typeof grantFor>[]) => ({grants: () => list});

	it.each(['tool', 'server'] as const)('lets the tool run and is named: %s', scope => {
		const verdict = decide({}, {rules: [rule({decision: 'ask'})]}, grants(grantFor(scope, 'files', [read])));
		expect(verdict).toEqual({decision: 'allow', rule: `your "always" for this ${scope}`});
	});

	it('does not cover what it does not name, not even under a name that every object has', () => {
		const given = grants(grantFor('server', 'files', [read]), grantFor('tool', 'web', [write]));
		for (const other of [write, tool('files', 'constructor'), tool('files', '__proto__')]) {
			expect(decide({tool: other}, {}, given)).toEqual({
				decision: 'ask',
				rule: 'approval mode always-ask',
			});
		}
	});

	it.each([
		[
			'the server is reached in another way',
			{serverPrintOf: () => 'otherwise'},
			'not reached in the same way',
		],
		[
			'nobody knows how the server is reached',
			{serverPrintOf: () => undefined},
			'not reached in the same way',
		],
		['the tool is not what was accepted', {isChanged: () => true}, 'the definition of the tool has changed'],
	] satisfies readonly (readonly [string, Partial<PolicyDeps>, string])[])(
		'is suspended when %s, and that is said',
		(_why, deps, words) => {
			const verdict = decide({}, {}, {...grants(grantFor('tool', 'files', [read])), ...deps});
			expect(verdict.decision).toBe('ask');
			expect(verdict.rule).toContain('approval mode always-ask; your "always" for this tool is suspended: ');
			expect(verdict.rule).toContain(words);
		},
	);

	it('is suspended when the definition is another than then', () => {
		const given = grants(grantFor('tool', 'files', [read]));
		expect(decide({tool: {...read, description: 'Now with words.'}}, {}, given).decision).toBe('ask');
	});

	it('holds if any of several does', () => {
		const given = grants(
			grantFor('server', 'files', [read], {serverPrint: 'otherwise'}),
			grantFor('tool', 'files', [read]),
		);
		expect(decide({}, {}, given).rule).toBe('your "always" for this tool');
	});
});

describe('a tool whose definition is suspicious', () => {
	const deps = {flagsOf: () => ['its description hides text']};

	it('is never allowed by a mode, a rule or a trusted name alone', () => {
		const asks = {decision: 'ask', rule: 'the tool is suspicious: its description hides text'};
		expect(decide({mode: 'auto'}, {}, deps)).toEqual(asks);
		expect(decide({}, {rules: [rule({decision: 'allow'})]}, deps)).toEqual(asks);
		expect(decide({mode: 'trusted-only'}, {trustedTools: ['*']}, deps)).toEqual(asks);
	});

	it('runs when the user says so', () => {
		expect(decide({sessionGrants: [read]}, {}, deps).decision).toBe('allow');
		expect(decide({}, {}, {...deps, allowedTools: ['files__read']}).decision).toBe('allow');
		const given = {...deps, grants: () => [grantFor('tool', 'files', [read])]};
		expect(decide({}, {}, given).decision).toBe('allow');
	});
});
