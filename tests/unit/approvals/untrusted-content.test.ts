import {describe, expect, it} from 'vitest';
import type {PolicyDeps} from '../../../source/core/approvals/create-policy.ts';
import type {ApprovalSettings, PolicyQuestion} from '../../../source/domain/approval.ts';
import {
	decideOn,
	fetchPage,
	grantFor,
	policyWith,
	rule,
	sessionGrantFor,
	tool,
	write,
} from './policy-harness.ts';

/** A call that writes, after a page was fetched, where the user wants to be asked about that in every mode. */
const decide = (
	change: Partial<PolicyQuestion>,
	settings: Partial<ApprovalSettings> = {},
	deps: Partial<PolicyDeps> = {},
) => decideOn({tool: write, heard: [fetchPage], ...change}, {askOnUntrustedContent: true, ...settings}, deps);

const fallenBack = {
	decision: 'ask',
	rule: 'untrusted content from web came into this turn',
	sources: ['web'],
};

describe('in auto mode', () => {
	const usual = {askOnUntrustedContent: false};
	const auto = {decision: 'allow', rule: 'approval mode auto'};

	it('a call runs without a question, also after untrusted content of another server', () => {
		expect(decide({mode: 'auto'}, {askOnUntrustedContent: undefined})).toEqual(auto);
		expect(decide({mode: 'auto'}, usual)).toEqual(auto);
		expect(decide({mode: 'auto'}, {askOnUntrustedContent: true})).toEqual(fallenBack);
	});

	it('a call that a rule, an "always" or an answer for the session allows runs after untrusted content, too', () => {
		const rules = [rule({decision: 'allow'})];
		expect(decide({mode: 'auto'}, {...usual, rules}).decision).toBe('allow');
		const grants = () => [grantFor('tool', 'files', [write])];
		expect(decide({mode: 'auto'}, usual, {grants}).decision).toBe('allow');
		const sessionGrants = [sessionGrantFor(write)];
		expect(decide({mode: 'auto', sessionGrants}, usual).decision).toBe('allow');
	});

	it('a call asks after untrusted content where another file leaves only a stricter mode', () => {
		const settings = {...usual, modeLimit: 'trusted-only', trustedTools: ['files__*']} as const;
		expect(decide({mode: 'auto'}, settings)).toEqual(fallenBack);
	});

	it('a rule that asks or denies, plan mode and a changed or suspicious definition still stand against a call', () => {
		const asked = {...usual, rules: [rule({decision: 'ask'})]};
		expect(decide({mode: 'auto'}, asked).decision).toBe('ask');
		expect(decide({mode: 'auto'}, {...usual, rules: [rule({decision: 'deny'})]}).decision).toBe('deny');
		expect(decide({mode: 'auto', workMode: 'plan'}, usual).decision).toBe('deny');
		expect(decide({mode: 'auto'}, usual, {isChanged: () => true}).decision).toBe('ask');
		expect(decide({mode: 'auto'}, usual, {flagsOf: () => ['odd']}).decision).toBe('ask');
	});

	it('a tool of the toolbox may send what another one has read', () => {
		const readFile = tool('toolbox', 'read-file', {readOnlyHint: true, openWorldHint: false});
		const fetchUrl = tool('toolbox', 'fetch-url', {readOnlyHint: true, openWorldHint: true});
		const deps = {toolbox: 'toolbox', privateTools: [readFile]};
		expect(decide({mode: 'auto', tool: fetchUrl, heard: [readFile, fetchUrl]}, usual, deps)).toEqual(auto);
	});
});

describe('untrusted content of another server in the turn', () => {
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
			rule: 'untrusted content from web, mail came into this turn',
			sources: ['web', 'mail'],
		});
	});

	it('does not matter to the server that it came from', () => {
		expect(decide({mode: 'auto', tool: tool('web', 'post')}).decision).toBe('allow');
	});

	it('does not matter to what only reads and reaches nobody else', () => {
		const reads = tool('files', 'read', {readOnlyHint: true, openWorldHint: false});
		expect(decide({mode: 'auto', tool: reads}, {trustedServers: ['files']}).decision).toBe('allow');
		expect(decide({mode: 'auto', tool: reads})).toEqual(fallenBack);
	});

	it('makes what only reads ask where it may carry away what it is given', () => {
		const open = tool('files', 'look-up', {readOnlyHint: true, openWorldHint: true});
		const silent = tool('files', 'look-up', {readOnlyHint: true});
		for (const asked of [open, silent]) {
			expect(decide({mode: 'auto', tool: asked}, {trustedServers: ['files']})).toEqual(fallenBack);
		}
		expect(decide({mode: 'auto', tool: open, heard: []}, {trustedServers: ['files']}).decision).toBe('allow');
		const sessionGrants = [sessionGrantFor(open, ['web'])];
		expect(decide({tool: open, sessionGrants}, {trustedServers: ['files']}).decision).toBe('allow');
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

describe('untrusted content that a tool of our toolbox brought', () => {
	const fetchUrl = tool('toolbox', 'fetch-url', {readOnlyHint: true, openWorldHint: true});
	const readFile = tool('toolbox', 'read-file', {readOnlyHint: true, openWorldHint: false});
	const writeFile = tool('toolbox', 'write-file', {readOnlyHint: false, openWorldHint: false});
	const ownTool = tool('toolbox', 'tell', {readOnlyHint: false, openWorldHint: true});
	const deps = {toolbox: 'toolbox', isOwnServer: () => false, privateTools: [readFile]};
	const decideAfter = (asked: PolicyQuestion['tool'], ...heard: PolicyQuestion['heard']) =>
		decideOn({mode: 'auto', tool: asked, heard}, {askOnUntrustedContent: true}, deps);
	const fromWeb = {
		decision: 'ask',
		rule: 'untrusted content from toolbox came into this turn',
		sources: ['toolbox'],
	};

	it('is not by the toolbox, so that its other tools ask as well', () => {
		expect(decideAfter(fetchUrl, fetchUrl)).toEqual(fromWeb);
		expect(decideAfter(writeFile, readFile, fetchUrl)).toEqual(fromWeb);
		expect(decideAfter(write, fetchUrl)).toEqual(fromWeb);
	});

	it('counts too where it comes from an earlier session', () => {
		const searchSessions = tool('toolbox', 'search-sessions', {readOnlyHint: true, openWorldHint: false});
		const question = {mode: 'auto', tool: writeFile, heard: [searchSessions]} as const;
		const asking = {askOnUntrustedContent: true};
		expect(decideOn(question, asking, {...deps, foreignTools: [searchSessions]})).toEqual(fromWeb);
		expect(decideOn(question, asking, deps).decision).toBe('allow');
	});

	it('lets files be read, which tells nobody anything', () => {
		expect(decideAfter(readFile, fetchUrl).decision).toBe('allow');
	});

	it('is the user’s own where it comes from their files, as long as nothing of it leaves', () => {
		const listDirectory = tool('toolbox', 'list-directory', {readOnlyHint: true, openWorldHint: false});
		expect(decideAfter(writeFile, readFile).decision).toBe('allow');
		expect(decideAfter(readFile, readFile).decision).toBe('allow');
		expect(decideAfter(write, readFile).decision).toBe('allow');
		expect(decideAfter(fetchUrl, listDirectory).decision).toBe('allow');
	});

	it('asks before what stood in a file could leave by a tool that reaches out', () => {
		expect(decideAfter(fetchUrl, readFile)).toEqual(fromWeb);
		expect(decideAfter(ownTool, readFile)).toEqual(fromWeb);
		const grants = () => [grantFor('tool', 'toolbox', [fetchUrl])];
		expect(decideOn({tool: fetchUrl, heard: [readFile]}, {}, {...deps, grants})).toEqual(fromWeb);
		const sessionGrants = [sessionGrantFor(fetchUrl, ['toolbox'])];
		expect(decideOn({tool: fetchUrl, heard: [readFile], sessionGrants}, {}, deps).decision).toBe('allow');
	});

	it('is named for the question, by the same rule', () => {
		const policy = policyWith({toolbox: 'toolbox', privateTools: [readFile]}, {trustedServers: ['*']});
		expect(policy.isForeignTo(fetchUrl, fetchUrl)).toBe(true);
		expect(policy.isForeignTo(fetchUrl, readFile)).toBe(true);
		expect(policy.isForeignTo(writeFile, readFile)).toBe(false);
		expect([readFile, writeFile].map(policy.isUntrusted)).toEqual([true, false]);
		expect(policy.isForeignTo(write, fetchPage)).toBe(true);
		expect(policy.isForeignTo(fetchPage, fetchPage)).toBe(false);
		expect([fetchUrl, readFile, writeFile].map(policy.isHarmless)).toEqual([false, true, false]);
	});
});
