import {describe, expect, it} from 'vitest';
import type {PolicyDeps} from '../../../source/core/approvals/create-policy.ts';
import {changeSinceAlways} from '../../../source/core/approvals/standing-grants.ts';
import {
	decideOn as decide,
	grantFor,
	policyWith,
	question,
	read,
	rule,
	sessionGrantFor,
	tool,
	write,
} from './policy-harness.ts';

describe('a grant for the session', () => {
	it('lets the tool run, also where a rule asks', () => {
		const sessionGrants = [sessionGrantFor(read)];
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
			const {boundTo} = policyWith().decide(question({tool: definition}));
			const bound = sessionGrants.map(grant => ({...grant, ...(boundTo === undefined ? {} : {boundTo})}));
			expect(decide({tool: definition, sessionGrants: bound}).decision).toBe('ask');
		}
	});

	it('is suspended while the definition is not accepted', () => {
		const sessionGrants = [sessionGrantFor(read)];
		expect(decide({sessionGrants, mode: 'auto'}, {}, {isChanged: () => true})).toEqual({
			decision: 'ask',
			rule: 'the definition of the tool has changed',
		});
	});

	it('holds for the tool and the way to its server that the question was about', () => {
		const asked = policyWith().decide(question());
		expect(asked).toMatchObject({decision: 'ask', boundTo: expect.any(String)});
		const sessionGrants = [sessionGrantFor(read)];
		expect(sessionGrants).toMatchObject([{boundTo: asked.boundTo}]);
		expect(decide({sessionGrants}).decision).toBe('allow');
		const reachedOtherwise = policyWith({serverPrintOf: () => 'by another command'});
		const verdict = reachedOtherwise.decide(question({sessionGrants}));
		expect(verdict).toMatchObject({decision: 'ask', rule: 'approval mode always-ask'});
		expect(verdict.trail).toContain(
			'allowed for this session: does not count, the tool or the way to its server has changed',
		);
		expect(decide({sessionGrants, tool: {...read, description: 'Now with words.'}}).decision).toBe('ask');
	});

	it('that is bound to nothing does not count', () => {
		expect(decide({sessionGrants: [{server: 'files', tool: 'read'}]}).decision).toBe('ask');
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

	it('for a server of the same name in another file or folder is not about this one', () => {
		const identity = {command: 'npx files', environment: []};
		const given = grantFor('tool', 'files', [read], {
			serverPrint: 'there',
			identity: {...identity, from: '/a/servers.json in /work'},
		});
		const now = {...identity, from: '/a/servers.json in /home'};
		expect(decide({}, {}, {...grants(given), identityOf: () => now}).rule).toBe('approval mode always-ask');
		expect(changeSinceAlways(read, [given], {serverPrint: 'here', identity: now})).toEqual([]);
	});

	it('shows how its server has changed since, and only where it was given for that tool', () => {
		const given = grantFor('tool', 'files', [read], {
			serverPrint: 'before',
			identity: {command: 'npx files@1', environment: []},
		});
		const now = {serverPrint: 'now', identity: {command: 'npx files@2', environment: []}};
		const difference = [
			{type: 'removed', text: 'npx files@1'},
			{type: 'added', text: 'npx files@2'},
		];
		expect(changeSinceAlways(read, [given], now)).toEqual([{part: 'command', difference}]);
		expect(changeSinceAlways(write, [given], now)).toEqual([]);
		expect(changeSinceAlways(read, [], now)).toEqual([]);
		expect(changeSinceAlways(read, [given, {...given, serverPrint: 'now'}], now)).toEqual([]);
		expect(changeSinceAlways(read, [{...given, identity: undefined}], now)).toEqual([]);
	});

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

	it('runs when the user has said so about this very definition', () => {
		const sessionGrants = [sessionGrantFor(read)];
		const given = {...deps, grants: () => [grantFor('tool', 'files', [read])]};
		expect(decide({sessionGrants}, {}, deps).decision).toBe('allow');
		expect(decide({}, {}, given).decision).toBe('allow');
		const other = {...read, description: 'Now it hides text.'};
		expect(decide({sessionGrants, tool: other}, {}, given).decision).toBe('ask');
	});

	it('runs when it is allowed on the command line', () => {
		expect(decide({}, {}, {...deps, allowedTools: ['files__read']}).decision).toBe('allow');
	});

	it('is not covered by an "always" for its server, which was given without looking at it', () => {
		const given = {...deps, grants: () => [grantFor('server', 'files', [read, write])]};
		const verdict = decide({}, {}, given);
		expect(verdict.decision).toBe('ask');
		expect(verdict.rule).toContain('suspended: the tool is suspicious');
		expect(decide({mode: 'auto'}, {}, given).decision).toBe('ask');
		expect(decide({}, {}, {grants: given.grants}).decision).toBe('allow');
	});

	it('is one of which the trail says what counts', () => {
		const {trail} = policyWith({...deps, allowedTools: ['*']}).decide(question());
		expect(trail).toContain(
			'suspicious, so only --allowed-tools and what you said about this very tool count: its description hides text',
		);
	});

	it('is not one with nothing that has to be looked at', () => {
		expect(decide({mode: 'auto'}, {}, {flagsOf: () => []}).decision).toBe('allow');
	});
});
