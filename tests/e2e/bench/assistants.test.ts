import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {parse} from 'jsonc-parser';
import {afterEach, describe, expect, it} from 'vitest';
import {isAlive} from '../../helpers/processes.ts';
import {useHome} from '../../helpers/run-program.ts';
import {disposeTerminals, type Terminal} from '../../helpers/terminal.ts';
import {createNotebook} from '../../helpers/trust-notebook.ts';
import {
	answerWith,
	configFile,
	leave,
	openChat,
	shownIn,
	writeConfig,
	writeWords,
} from '../../helpers/trust-program.ts';
import {waitUntil} from '../../helpers/wait-until.ts';

afterEach(disposeTerminals);

/** The row of the editor that has the keyboard. */
const focused = (terminal: Terminal): string => terminal.screen().find(line => line.startsWith('› ')) ?? '';

const goTo = async (terminal: Terminal, row: RegExp, key: 'down' | 'up' = 'down'): Promise<void> => {
	for (let step = 0; step < 40 && !row.test(focused(terminal)); step++) {
		const before = focused(terminal);
		terminal.press(key);
		await terminal.waitFor(() => focused(terminal) !== before);
	}
	expect(focused(terminal)).toMatch(row);
};

const openAssistants = async (terminal: Terminal, name: string): Promise<void> => {
	terminal.type('/assistant');
	await terminal.waitFor('› /assistant');
	await terminal.waitForStable({quiet: 100});
	terminal.press('enter');
	await terminal.waitFor(/assistants?, .* in use/);
	await goTo(terminal, new RegExp(name));
};

const backToChat = async (terminal: Terminal): Promise<void> => {
	terminal.press('q');
	await terminal.waitFor('message, or / for commands');
};

/** Each key apart: what comes at once is text. */
const choose = async (terminal: Terminal, row: string): Promise<void> => {
	await goTo(terminal, new RegExp(`[[(] [\\])] ${row}`));
	terminal.press('space');
	await terminal.waitFor(new RegExp(`[[(][x•][\\])] ${row}`));
};

/** Opens the editor of an assistant, lets something be done there, saves, and goes back to the chat. */
const change = async (terminal: Terminal, name: string, edit: () => Promise<void>): Promise<void> => {
	await openAssistants(terminal, name);
	terminal.press('e');
	await terminal.waitFor(`Edit ${name}`);
	await edit();
	terminal.press('ctrl+s');
	await terminal.waitFor(`Saved ${name}`);
	await backToChat(terminal);
};

/** Denies the call that is asked about, and waits until the chat has that: what was there before may look the same. */
const deny = async (terminal: Terminal, tool: string): Promise<void> => {
	const denied = (): number => shownIn(terminal).split(`⊘ notes ${tool}`).length;
	const before = denied();
	await answerWith(terminal, `notes wants to run ${tool}`, 'n');
	await terminal.waitFor(screen => denied() > before && !screen.join('\n').includes('esc stops'));
};

const setUp = async () => {
	const home = useHome();
	const notes = createNotebook(home.folder, 'notes', [{name: 'add'}, {name: 'erase'}]);
	writeConfig(home, {
		mcpServers: {notes: notes.entry},
		assistants: {keeper: {description: 'Keeps notes', servers: []}},
	});
	const model = writeWords(home, {
		hello: [],
		add: [{tool: 'notes__add', arguments: {text: 'milk'}}],
		erase: [{tool: 'notes__erase'}],
	});
	const terminal = await openChat(home, {args: ['--model', model]});
	return {
		home,
		notes,
		terminal,
		written: () => parse(readFileSync(configFile(home), 'utf8')).assistants.keeper,
	};
};

describe('an assistant', () => {
	it('shows in its editor how many tools a server has that nobody has started, and starts none that is not trusted', async () => {
		const home = useHome();
		const notes = createNotebook(home.folder, 'notes', [{name: 'add'}, {name: 'erase'}]);
		const foreign = createNotebook(home.folder, 'foreign', [{name: 'spy'}]);
		writeConfig(home, {
			mcpServers: {notes: notes.entry, off: {...notes.entry, disabled: true}},
			assistants: {keeper: {servers: []}},
		});
		writeFileSync(join(home.folder, '.mcp.json'), JSON.stringify({mcpServers: {foreign: foreign.entry}}));
		const model = writeWords(home, {hello: []});
		const terminal = await openChat(home, {args: ['--model', model, '--assistant', 'keeper']});
		await answerWith(terminal, 'This project wants to add 1 server', 'n');
		await terminal.waitFor('are not used now');
		await openAssistants(terminal, 'keeper');
		terminal.press('e');
		await terminal.waitFor(/\[ \] notes +✔ ready, 2 tools/);
		expect(shownIn(terminal)).toMatch(/\[ \] off +○ not in use now/);
		expect(shownIn(terminal)).not.toContain('foreign');
		await choose(terminal, 'notes');
		terminal.press('escape');
		await answerWith(terminal, 'Leave without saving?', 'y');
		await waitUntil(() => notes.pids().every(pid => !isAlive(pid)));
		expect(foreign.pids()).toEqual([]);
	});

	it('has the tools of a server that was chosen in its editor, at once (rfc-009: Connect GPT to MCP server)', async () => {
		const {terminal, notes, written} = await setUp();
		await openAssistants(terminal, 'keeper');
		terminal.press('enter');
		await terminal.waitFor('The assistant is keeper');
		await backToChat(terminal);
		await terminal.submit('add');
		await terminal.waitFor(/done: .*(unknown|no tool|not)/i);
		expect(notes.calls()).toEqual([]);

		await change(terminal, 'keeper', async () => {
			await choose(terminal, 'notes');
		});
		expect(written()).toEqual({description: 'Keeps notes', servers: ['notes']});
		await terminal.submit('add');
		await answerWith(terminal, 'notes wants to run add', 'y');
		await waitUntil(() => notes.calls().length === 1);
		await terminal.waitFor(/done: did add/);
		await openAssistants(terminal, 'keeper');
		await terminal.waitFor(/✔ notes {2}ready, 2 tools/);
		await backToChat(terminal);
		await leave(terminal);
	});

	it('asks before its tools run, or does not, as its approval setting says (rfc-009: Manage tool approval settings)', async () => {
		const {terminal, notes, written} = await setUp();
		await openAssistants(terminal, 'keeper');
		terminal.press('enter');
		await terminal.waitFor('The assistant is keeper');
		await backToChat(terminal);
		await change(terminal, 'keeper', async () => {
			await choose(terminal, 'notes');
			await choose(terminal, 'auto');
		});
		await terminal.submit('add');
		await terminal.waitFor(/done: did add/);
		expect(notes.calls()).toHaveLength(1);

		await change(terminal, 'keeper', async () => {
			await choose(terminal, 'always-ask');
		});
		await terminal.submit('add');
		await deny(terminal, 'add');
		await terminal.submit('erase');
		await deny(terminal, 'erase');
		expect(notes.calls()).toHaveLength(1);

		await change(terminal, 'keeper', async () => {
			await choose(terminal, 'trusted-only');
			await goTo(terminal, /notes add/);
			terminal.press('t');
			await terminal.waitFor(/notes add +trusted/);
		});
		expect(written()).toEqual({
			description: 'Keeps notes',
			servers: ['notes'],
			toolApproval: 'trusted-only',
			trustedTools: ['notes__add'],
		});
		await terminal.submit('add');
		await waitUntil(() => notes.calls().length === 2);
		await terminal.submit('erase');
		await deny(terminal, 'erase');
		expect(notes.calls()).toHaveLength(2);
		await leave(terminal);
	});
});
