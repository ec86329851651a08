import {describe, expect, it} from 'vitest';
import type {Assistant} from '../../../../source/domain/assistant.ts';
import type {AssistantAdmin} from '../../../../source/domain/assistant-admin.ts';
import {createAssistantsSection} from '../../../../source/ui/assistants/assistants-section.ts';
import {offerTool, readyStatus} from '../../../helpers/fake-servers.ts';
import {openBench} from '../../../helpers/ui-bench.ts';
import {waitUntil} from '../../../helpers/wait-until.ts';

const writer: Assistant = {
	name: 'writer',
	description: 'Writes\u001b[2J well',
	instructions: 'You write.',
	servers: ['files'],
	excludeTools: [],
	trustedTools: ['files__read'],
	toolApproval: 'trusted-only',
};
const agent: Assistant = {name: 'agent', excludeTools: [], trustedTools: []};

const setUp = async (change: Partial<AssistantAdmin> = {}) => {
	const did: unknown[] = [];
	let known: readonly Assistant[] = [writer, agent];
	const admin: AssistantAdmin = {
		file: '/home/ada/config.json',
		list: () => known,
		unusable: () => unusable,
		whyFixed: name => (name === 'agent' ? 'It is an agent file.' : undefined),
		open: async name => ({
			type: 'open',
			sheet: {
				assistant: known.find(each => each.name === name) ?? {name: '', excludeTools: [], trustedTools: []},
				problemsOf: ({name: typed}) => (typed === '' ? [{field: 'name', text: 'needs a name'}] : []),
			},
		}),
		async save(assistant, replaces) {
			did.push(['save', assistant, replaces]);
			known = [...known.filter(each => each.name !== replaces), assistant];
			return {type: 'done'};
		},
		async remove(name) {
			did.push(['remove', name]);
			return {type: 'done'};
		},
		async use(name) {
			did.push(['use', name]);
			return {type: 'done'};
		},
		tools: () =>
			[offerTool('files', 'read'), offerTool('files', 'write'), offerTool('web', 'fetch')].map(
				({definition}) => definition,
			),
		servers: () => ['files', 'web'],
		wakeServers: () => undefined,
		restServers: () => undefined,
		...change,
	};
	const unusable = [{name: 'broken', problems: ['config.json:3:1  toolApproval: expected one of …']}];
	const bench = await openBench({
		create: createAssistantsSection,
		ports: {assistants: admin},
		size: {columns: 100, rows: 40},
		before: fake => {
			fake.emit({type: 'server-status-changed', server: 'files', status: readyStatus({toolCount: 2})});
		},
	});
	return {...bench, did};
};

describe('the servers of an editor', () => {
	it('starts the servers that it lists, and lets those end that nobody else uses', async () => {
		const woken: string[] = [];
		const {press, text} = await setUp({
			wakeServers: () => woken.push('wake'),
			restServers: () => woken.push('rest'),
		});
		press('down');
		press('e');
		await waitUntil(() => text().includes('Edit writer'));
		expect(woken).toEqual(['wake']);
		press('esc');
		await waitUntil(() => woken.length === 2);
		expect(woken).toEqual(['wake', 'rest']);
	});
});

describe('the list of assistants', () => {
	it('has nobody as its first row, marks who is in use, and names what cannot be used', async () => {
		const {text, fake} = await setUp();
		expect(text()).toMatch(/● no assistant/);
		expect(text()).toMatch(/✘ broken +cannot be used/);
		fake.emit({type: 'assistant-changed', assistant: 'writer'});
		expect(text()).toMatch(/● writer/);
		expect(text()).toContain('writer in use');
	});

	it('shows what one is made of, with its servers as they are now, and nothing that acts on the terminal', async () => {
		const {text, press, screen, fake} = await setUp();
		press('down');
		expect(text()).toContain('Writes\\u001b[2J well');
		expect(text()).toMatch(/✔ files {2}ready, 2 tools/);
		expect(text()).toMatch(/approval +trusted-only/);
		expect(screen.draw({columns: 100, rows: 40}).lines.join('')).not.toContain('\u001b[2J');
		fake.emit({type: 'server-status-changed', server: 'files', status: {type: 'connecting', since: 0}});
		expect(text()).toMatch(/… files {2}connecting/);
		press('tab', 'tab');
		expect(text()).toMatch(/✔ files read {2}trusted/);
		expect(text()).not.toContain('web fetch');
	});

	it('uses one with enter, or nobody', async () => {
		const {press, did} = await setUp();
		press('down', 'enter');
		await waitUntil(() => did.length === 1);
		press('up', 'enter');
		await waitUntil(() => did.length === 2);
		expect(did).toEqual([
			['use', 'writer'],
			['use', undefined],
		]);
	});

	it('removes one only after a yes that could be read', async () => {
		const {press, did, text, clock} = await setUp();
		press('down', 'd');
		expect(text()).toContain('Remove the assistant writer from /home/ada/config.json?');
		press('n');
		press('d');
		text();
		clock.advance(400);
		press('y');
		await waitUntil(() => did.length === 1);
		expect(did).toEqual([['remove', 'writer']]);
	});

	it('says why an agent file is only read', async () => {
		const {press, text, did} = await setUp();
		press('down', 'down', 'e');
		expect(text()).toContain('It is an agent file.');
		expect(did).toEqual([]);
	});
});

describe('the editor of an assistant', () => {
	const open = async (...keys: readonly string[]) => {
		const bench = await setUp();
		bench.press(...keys);
		await waitUntil(() => /Edit|new assistant/.test(bench.text()));
		return bench;
	};

	it('changes servers, approval and trusted tools, and saves under the name that it had', async () => {
		const {press, text, did} = await open('down', 'e');
		expect(text()).toMatch(/\[x\] files +✔ ready, 2 tools/);
		press('down', 'down', 'down', 'down', 'down', 'down', ' ');
		expect(text()).toMatch(/\[x\] web/);
		press('down', 'down', 'down', 'down', ' ');
		expect(text()).toMatch(/\(•\) auto/);
		press('down', 'down', 'down', 'down', 'down', 't');
		expect(text()).toMatch(/files write +trusted/);
		press('ctrl+s');
		await waitUntil(() => did.length === 1);
		expect(did).toEqual([
			[
				'save',
				{
					...writer,
					servers: ['files', 'web'],
					toolApproval: 'auto',
					trustedTools: ['files__read', 'files__write'],
				},
				'writer',
			],
		]);
		expect(text()).toContain('Saved writer');
	});

	it('does not save what has no name, and says where that is', async () => {
		const {press, text, did} = await open('n');
		press('down', 'x', 'ctrl+s');
		expect(text()).toContain('It cannot be saved yet: needs a name.');
		press('w', 'ctrl+s');
		await waitUntil(() => did.length === 1);
		expect(did).toEqual([
			['save', {name: 'w', description: 'x', excludeTools: [], trustedTools: []}, undefined],
		]);
	});

	it('leaves at once when nothing was changed, and asks otherwise', async () => {
		const {press, text, clock} = await open('down', 'c');
		expect(text()).toContain('writer-copy');
		press('esc');
		expect(text()).not.toContain('A new assistant like writer');
		press('e');
		await waitUntil(() => text().includes('Edit writer'));
		press('x', 'esc', 'y');
		expect(text()).toContain('Leave without saving?');
		clock.advance(400);
		press('y');
		expect(text()).not.toContain('Edit writer');
	});

	it('stays open with the reason when it cannot be written', async () => {
		const bench = await setUp({
			save: async () => ({
				type: 'refused',
				failure: {
					code: 'config-busy',
					message: `Somebody else writes. ${'It takes long. '.repeat(8)}`,
					hint: 'Try again.',
				},
			}),
		});
		bench.press('down', 'e');
		await waitUntil(() => bench.text().includes('Edit writer'));
		bench.press('x', 'ctrl+s');
		await waitUntil(() => bench.text().includes('Somebody else writes.'));
		expect(bench.text()).toContain('writerx');
		expect(bench.text()).toContain('Try again.');
	});

	it('shows nothing of a file that acts on the terminal, and keeps what nobody changed as it was', async () => {
		const {screen, press, did} = await open('down', 'e');
		expect(screen.draw({columns: 100, rows: 40}).lines.join('')).not.toContain('\u001b[2J');
		press('ctrl+s');
		await waitUntil(() => did.length === 1);
		expect(did).toEqual([['save', writer, 'writer']]);
	});

	it('fits into a window of any size', async () => {
		const {resize, text, lines, press} = await open('down', 'e');
		for (const rows of [6, 10, 24]) {
			resize({columns: 40, rows});
			press('down');
			expect(lines().length).toBeLessThanOrEqual(rows);
			expect(text()).toContain('› ');
		}
	});
});
