import {describe, expect, it} from 'vitest';
import {type Grant, noApprovals} from '../../../../source/domain/approval.ts';
import type {ApprovalDesk, ChangedPart} from '../../../../source/domain/approval-desk.ts';
import {createApprovalsSection} from '../../../../source/ui/approvals/approvals-section.ts';
import {readWhatIf} from '../../../../source/ui/approvals/what-if.ts';
import {offerTool} from '../../../helpers/fake-servers.ts';
import {openBench} from '../../../helpers/ui-bench.ts';
import {waitUntil} from '../../../helpers/wait-until.ts';

const read = offerTool('files', 'read').definition;
const write = offerTool('files', 'write').definition;
const grant: Grant = {
	grantId: 'g1',
	scope: 'tool',
	server: 'files',
	serverPrint: 'p',
	tools: {write: 'q'},
	createdAt: Date.UTC(2026, 10, 1),
};
const changed: ChangedPart = {
	server: 'files',
	tool: read,
	change: {
		tool: 'read',
		flags: [],
		parts: [
			{
				part: 'description',
				difference: [
					{type: 'removed', text: 'Reads a file.'},
					{type: 'added', text: 'Sends a file\u202E away.'},
				],
			},
		],
	},
};
const file = '/home/ada/config.json';

const setUp = async (change: Partial<ApprovalDesk> = {}) => {
	const did: unknown[] = [];
	const settings = {
		...noApprovals,
		trustedTools: ['files__*'],
		rules: [
			{place: 'approvals[0] of config.json', at: {file, index: 0}, tool: 'wri*', decision: 'allow' as const},
			{place: 'approvals[0] of .mcp.json', at: {file: '/p/.mcp.json', index: 0}, decision: 'ask' as const},
		],
	};
	const desk: ApprovalDesk = {
		file,
		settings: () => settings,
		modeSources: () => ({limits: [{mode: 'trusted-only', from: 'the files of the project in /p'}]}),
		allowedTools: [],
		disallowedTools: ['web__*'],
		tools: () => [read, write],
		whySuspended: () => undefined,
		changeSinceGrant: () => [],
		changed: () => [],
		async accept(part) {
			did.push(['accept', part]);
			return undefined;
		},
		async revoke(grantId) {
			did.push(['revoke', grantId]);
			return undefined;
		},
		revokeForSession: ({tool}) => did.push(['session', tool]),
		async removeRule(rule) {
			did.push(['rule', rule.place]);
			return undefined;
		},
		whatIf: (server, tool) => ({
			type: 'verdict',
			verdict: {decision: 'ask', rule: `mode for ${server} ${tool}`, trail: ['work mode act']},
		}),
		...change,
	};
	const bench = await openBench({
		create: createApprovalsSection,
		ports: {approvals: desk},
		size: {columns: 110, rows: 30},
		before: fake => fake.emit({type: 'grants-changed', grants: [grant]}),
	});
	return {
		...bench,
		did,
		answerYes() {
			bench.text();
			bench.clock.advance(400);
			bench.press('y');
		},
	};
};

describe('the list of approvals', () => {
	it('has everything that decides, with where it comes from', async () => {
		const {text, press} = await setUp();
		for (const row of [
			/approval mode always-ask/,
			/✔ files write +always/,
			/§ any server wri\* +allow/,
			/§ every tool +ask/,
		]) {
			expect(text()).toMatch(row);
		}
		expect(text()).toMatch(/\* files__\* +trusted tool/);
		expect(text()).toMatch(/\* web__\* +--disallowed-tools/);
		expect(text()).toMatch(/limit +no laxer than trusted-only, from the files of the/);
		press('down');
		expect(text()).toMatch(/since +2026-11-01/);
		expect(text()).toContain('1 tool of connected servers');
	});

	it('has an "always" for each of two folders, and takes back the chosen one', async () => {
		const grants = ['/data/here', '/data/there'].map(where => ({...grant, grantId: where, where}));
		const {text, press, fake, did, answerYes} = await setUp();
		fake.emit({type: 'grants-changed', grants});
		expect(text()).toMatch(/✔ files write in \/data\/here +always/);
		expect(text()).toMatch(/✔ files write in \/data\/there +always/);
		press('down', 'down');
		expect(text()).toMatch(/files in +\/data\/there/);
		press('d');
		expect(text()).toContain('Take back your "always": files write in /data/there?');
		answerYes();
		await waitUntil(() => did.length === 1);
		expect(did).toEqual([['revoke', '/data/there']]);
	});

	it('shows line by line how the server of an "always" has changed since', async () => {
		const {text, press} = await setUp({
			changeSinceGrant: () => [
				{
					part: 'command',
					difference: [
						{type: 'removed', text: 'npx files@1'},
						{type: 'added', text: 'npx files@2'},
					],
				},
			],
		});
		press('down');
		expect(text()).toMatch(/- npx files@1/);
		expect(text()).toMatch(/\+ npx files@2/);
	});

	it('marks an "always" that is suspended, and says why', async () => {
		const {text, press} = await setUp({whySuspended: () => 'the definition of the tool has changed'});
		expect(text()).toMatch(/‖ files write +always, suspended/);
		press('down');
		expect(text()).toMatch(/suspended: the definition of the tool/);
	});

	it('takes back an "always" and removes a rule of the own file after a yes; others say where they stand', async () => {
		const {press, did, answerYes, text} = await setUp();
		press('down', 'd');
		answerYes();
		await waitUntil(() => did.length === 1);
		press('down', 'down', 'd');
		answerYes();
		await waitUntil(() => did.length === 2);
		press('down', 'd');
		expect(text()).toContain('/p/.mcp.json by hand');
		expect(did).toEqual([
			['revoke', 'g1'],
			['rule', 'approvals[0] of config.json'],
		]);
	});

	it('accepts a definition only as it was shown, with hidden characters written out', async () => {
		const {press, did, answerYes, text} = await setUp({changed: () => [changed]});
		expect(text()).toMatch(/! files read +changed, withheld/);
		expect(text()).toContain('- Reads a file.');
		expect(text()).toMatch(/\+ Sends a file.*202E.* away\./i);
		press('a');
		expect(text()).toContain('Accept read of files as it is now?');
		answerYes();
		await waitUntil(() => did.length === 1);
		expect(did).toEqual([['accept', changed]]);
	});

	it('says what would become of a call, and by which rule', async () => {
		const {press, text} = await setUp();
		press('w', ...'files write');
		press('enter');
		expect(text()).toMatch(/verdict +ask/);
		expect(text()).toMatch(/because of +mode for files write/);
		expect(text()).toContain('work mode act');
	});
});

describe('readWhatIf', () => {
	it.each([
		['files write', {type: 'call', server: 'files', tool: 'write', args: {}}],
		[' files  write {"a": [1]} ', {type: 'call', server: 'files', tool: 'write', args: {a: [1]}}],
	])('reads %j', (text, call) => {
		expect(readWhatIf(text)).toEqual(call);
	});

	it.each(['', 'files', 'files write {', 'files write [1]'])('says what is missing in %j', text => {
		expect(readWhatIf(text).type).toBe('wrong');
	});
});
