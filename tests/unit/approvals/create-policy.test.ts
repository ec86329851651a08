import {describe, expect, it} from 'vitest';
import {type ApprovalMode, type ApprovalSettings, approvalModes} from '../../../source/domain/approval.ts';
import {
	decideOn as decide,
	fetchPage,
	grantFor,
	policyWith,
	question,
	read,
	rule,
	sessionGrantFor,
	tool,
	write,
} from './policy-harness.ts';

const inMode = (mode: ApprovalMode, settings: Partial<ApprovalSettings> = {}, definition = read) =>
	decide({mode, tool: definition}, settings);

describe('the approval mode', () => {
	it.each([
		['always-ask', {decision: 'ask', rule: 'approval mode always-ask'}],
		['trusted-only', {decision: 'ask', rule: 'approval mode trusted-only'}],
		['auto', {decision: 'allow', rule: 'approval mode auto'}],
	] as const)('%s decides where no rule does', (mode, verdict) => {
		expect(inMode(mode)).toEqual(verdict);
	});

	it('trusted-only lets trusted tools run, and names the rule', () => {
		expect(inMode('trusted-only', {trustedTools: ['other__*', 'files__*']})).toEqual({
			decision: 'allow',
			rule: '"files__*" in trustedTools',
		});
		expect(inMode('trusted-only', {trustedTools: ['other__*']}).decision).toBe('ask');
	});

	it('trusted-only asks for a server that only has the name of a trusted one', () => {
		const verdict = decide(
			{mode: 'trusted-only'},
			{trustedTools: ['*', 'files__*']},
			{isOwnServer: server => server === 'other'},
		);
		expect(verdict).toEqual({decision: 'ask', rule: 'approval mode trusted-only'});
	});

	it('always-ask asks for trusted tools too', () => {
		expect(inMode('always-ask', {trustedTools: ['*']})).toEqual({
			decision: 'ask',
			rule: 'approval mode always-ask',
		});
	});

	it.each([
		['auto', 'always-ask', 'ask'],
		['auto', 'trusted-only', 'allow'],
		['trusted-only', 'always-ask', 'ask'],
		['trusted-only', 'auto', 'allow'],
	] as const)('%s is capped by %s of a file that is not the user’s', (mode, modeLimit, decision) => {
		const verdict = inMode(mode, {modeLimit, trustedTools: ['files__*']});
		expect(verdict.decision).toBe(decision);
		if (decision === 'ask') {
			expect(verdict.rule).toBe(
				'approval mode always-ask, because a file that is not yours leaves no laxer one',
			);
		}
	});
});

describe('a list on the command line', () => {
	it.each(approvalModes)('that disallows a tool denies it in mode %s', mode => {
		const verdict = decide(
			{mode, sessionGrants: [sessionGrantFor(read)]},
			{trustedTools: ['*'], rules: [rule({decision: 'allow'})]},
			{disallowedTools: ['files__r*'], allowedTools: ['*'], ownTools: [read]},
		);
		expect(verdict).toEqual({decision: 'deny', rule: '"files__r*" in --disallowed-tools'});
	});

	it.each(approvalModes)('that allows a tool lets it run in mode %s', mode => {
		expect(decide({mode}, {rules: [rule({decision: 'ask'})]}, {allowedTools: ['x', 'files__read']})).toEqual({
			decision: 'allow',
			rule: '"files__read" in --allowed-tools',
		});
	});

	it.each(['files', 'fi*', 'read', 'r*', 'files__read', '*'])(
		'that disallows %s covers read of files',
		glob => {
			const verdict = decide({mode: 'auto'}, {}, {disallowedTools: [glob], allowedTools: ['*']});
			expect(verdict).toEqual({decision: 'deny', rule: `"${glob}" in --disallowed-tools`});
		},
	);

	it('that disallows others leaves a tool alone', () => {
		for (const glob of ['file', 'web', 'write', 'rea', 'web__read']) {
			expect(decide({mode: 'auto'}, {}, {disallowedTools: [glob]}).decision).toBe('allow');
		}
	});

	it('that allows is about the server and the tool together', () => {
		for (const glob of ['read', 'files']) {
			expect(decide({}, {}, {allowedTools: [glob]}).decision).toBe('ask');
		}
		const evil = tool('evil', 'read');
		expect(decide({tool: evil}, {}, {allowedTools: ['*__read']}).decision).toBe('allow');
	});

	it('that allows is not fooled by names that contain the separator', () => {
		const allow = (glob: string, server: string, name: string) =>
			decide({tool: tool(server, name)}, {}, {allowedTools: [glob]}).decision;
		expect(allow('a__b__c', 'a__b', 'c')).toBe('ask');
		expect(allow('a__*', 'a__b', 'c')).toBe('ask');
		expect(allow('a__b__c', 'a', 'b__c')).toBe('allow');
		const deny = (server: string, name: string) =>
			decide({tool: tool(server, name), mode: 'auto'}, {}, {disallowedTools: ['a__b__c']}).decision;
		expect(deny('a__b', 'c')).toBe('deny');
		expect(deny('a', 'b__c')).toBe('deny');
	});
});

describe('a rule of a file', () => {
	const rules = [
		rule({place: 'approvals[0] of config.json', server: 'files', decision: 'allow'}),
		rule({place: 'approvals[1] of config.json', tool: 'wr*', decision: 'ask'}),
		rule({place: 'approvals[2] of config.json', tool: '*_all', decision: 'deny'}),
	];

	it('that allows lets a tool run in any mode', () => {
		for (const mode of approvalModes) {
			expect(decide({mode}, {rules})).toEqual({decision: 'allow', rule: 'approvals[0] of config.json'});
		}
	});

	it('that asks wins over one that allows, and over the mode', () => {
		expect(decide({tool: write, mode: 'auto'}, {rules})).toEqual({
			decision: 'ask',
			rule: 'approvals[1] of config.json',
		});
		expect(decide({tool: tool('other', 'write'), mode: 'auto'}, {rules}).decision).toBe('ask');
	});

	it('that denies wins over everything', () => {
		const definition = tool('files', 'write_all');
		const verdict = decide(
			{tool: definition, mode: 'auto', sessionGrants: [sessionGrantFor(definition)]},
			{rules, trustedTools: ['*']},
			{allowedTools: ['*'], ownTools: [definition], grants: () => [grantFor('tool', 'files', [definition])]},
		);
		expect(verdict).toEqual({decision: 'deny', rule: 'approvals[2] of config.json'});
	});

	it('that allows does not count for a server which another file has brought', () => {
		const verdict = decide({}, {rules}, {isOwnServer: () => false});
		expect(verdict).toEqual({decision: 'ask', rule: 'approval mode always-ask'});
		const denied = decide(
			{mode: 'auto', tool: tool('files', 'write_all')},
			{rules},
			{isOwnServer: () => false},
		);
		expect(denied.decision).toBe('deny');
	});

	it('that holds back also understands the joined name, one that allows does not', () => {
		expect(decide({mode: 'auto'}, {rules: [rule({tool: 'files__*', decision: 'deny'})]}).decision).toBe(
			'deny',
		);
		expect(decide({}, {rules: [rule({tool: 'files__*', decision: 'allow'})]}).decision).toBe('ask');
	});

	it('looks at the arguments of the call', () => {
		const rules = [rule({args: {path: {under: '/home/me/work'}}, decision: 'allow'})];
		expect(decide({args: {path: '/home/me/work/a.txt'}}, {rules}).decision).toBe('allow');
		expect(decide({args: {path: '/etc/passwd'}}, {rules}).decision).toBe('ask');
		expect(decide({args: {}}, {rules}).decision).toBe('ask');
	});
});

describe('a rule that nobody can read', () => {
	const unreadable = rule({
		place: 'approvals[1] of config.json (cannot be read)',
		decision: 'ask',
		isAbsolute: true,
	});
	const all = {
		allowedTools: ['*'],
		grants: () => [grantFor('tool', 'files', [read]), grantFor('server', 'files', [read])],
	};
	const lax = {rules: [rule({decision: 'allow'}), unreadable], trustedTools: ['*']};

	it('makes every call ask, whatever else allows it', () => {
		for (const mode of approvalModes) {
			expect(decide({mode, sessionGrants: [sessionGrantFor(read)]}, lax, all)).toEqual({
				decision: 'ask',
				rule: 'approvals[1] of config.json (cannot be read): every call asks until that is corrected',
				isOnce: true,
			});
		}
	});

	it('does not stand in the way of a deny, nor of our own tools', () => {
		const denied = {...lax, rules: [unreadable, rule({decision: 'deny'})]};
		expect(decide({}, denied, all).decision).toBe('deny');
		expect(decide({}, lax, {...all, ownTools: [read]}).decision).toBe('allow');
	});
});

describe('the review of results', () => {
	it.each([
		['files__read', true],
		['files__*', true],
		['files', true],
		['*', true],
		['files__write', false],
		['web__*', false],
		['read', true],
		['rea', false],
	])('by %s: %s', (glob, isReviewed) => {
		expect(policyWith({}, {reviewResults: [glob]}).isReviewed(read)).toBe(isReviewed);
	});
});

describe('a verdict', () => {
	it('says what was looked at, in order', () => {
		const verdict = policyWith(
			{},
			{rules: [rule({tool: 'x', decision: 'deny'}), rule({place: 'approvals[1]', decision: 'allow'})]},
		).decide(question({heard: [fetchPage]}));
		expect(verdict.trail).toEqual([
			'work mode act',
			'believed of the tool: writes, destructive, not idempotent, open world',
			'approvals[0] of config.json (deny): does not match',
			'approvals[1] (allow): matches',
			'would be allowed: approvals[1]',
			'ask: untrusted content from web came into this turn',
		]);
	});

	it('follows the files as they are now', () => {
		let rules = [rule({decision: 'allow'})];
		const policy = policyWith({
			settings: () => ({trustedTools: [], trustedServers: [], reviewResults: [], rules}),
		});
		expect(policy.decide(question()).decision).toBe('allow');
		rules = [rule({decision: 'deny'})];
		expect(policy.decide(question()).decision).toBe('deny');
	});
});

describe('an argument with dots in place of a secret', () => {
	const args = {path: '.env', content: ['KEY=••••']};

	it('asks whatever would allow it, because it would be written back', () => {
		const verdict = decide({mode: 'auto', tool: write, args}, {}, {allowedTools: ['*']});
		expect(verdict).toMatchObject({
			decision: 'ask',
			rule: expect.stringContaining('stands for a secret'),
			isOnce: true,
		});
	});

	it('is no reason to ask for a tool that only reads', () => {
		const settings = {trustedServers: ['files']};
		const reading = {...read, annotations: {readOnlyHint: true}};
		expect(decide({mode: 'auto', tool: reading, args}, settings).decision).toBe('allow');
	});
});
