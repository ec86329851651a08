import {readFileSync} from 'node:fs';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {serverFile} from '../../helpers/mcp-servers.ts';
import {createEnds, createStoryHome, openStory, type Story} from '../../helpers/story.ts';
import {createNotebook} from '../../helpers/trust-notebook.ts';
import {answerWith, configFile} from '../../helpers/trust-program.ts';
import {modernServer} from '../../servers/http-generations.ts';
import {listen} from '../../servers/http-host.ts';

const {whenOver, end} = createEnds();
const home = createStoryHome(whenOver);
const notes = createNotebook(home.folder, 'notes', [{name: 'add', says: 'milk is on the list'}]);

const savedNames = (): readonly string[] =>
	Object.keys(JSON.parse(readFileSync(configFile(home), 'utf8')).mcpServers);

let story: Story;

beforeAll(async () => {
	story = await openStory(home, whenOver, {
		approval: 'always-ask',
		tools: {
			notes: notes.entry,
			crash: {command: process.execPath, args: [serverFile('crash-mid-call')]},
		},
		needs: ['notes__add', 'crash__crash'],
		words: {buy: ['notes__add', {text: 'milk'}], break: ['crash__crash']},
	});
});
afterAll(end);

// The other two scenarios, about the editor of assistants, are in tests/e2e/bench/assistants.test.ts.
describe('MCP tool integration', () => {
	it('a server is added in a form, where a test of the connection shows its tools before it is saved (rfc-009: Add MCP server)', async () => {
		const {terminal} = story;
		const {url} = await listen(modernServer('stateless'), 0, whenOver);
		terminal.press('f2');
		await terminal.waitFor('q chat');
		terminal.press('n');
		await terminal.waitFor('New server');
		terminal.press('down', 'down', 'down');
		await terminal.waitFor('○ 2 http');
		terminal.press('2');
		await terminal.waitFor('● 2 http');
		terminal.press('tab');
		await terminal.waitFor(/› url/);
		terminal.type(`${url}/mcp`);
		await terminal.waitFor(`${url}/mcp`);
		terminal.press('ctrl+t');
		await terminal.waitFor(/✔ works in .*: 1 tool\b/);
		await terminal.waitFor('calls itself modern 1.0.0');
		await terminal.waitFor(/^ +echo/m);
		expect(savedNames()).toEqual(['notes', 'crash']);
		terminal.press('ctrl+s');
		await terminal.waitFor(/› ✔ local .*http · 1 tool/);
		expect(savedNames()).toEqual(['notes', 'crash', 'local']);
		terminal.press('q');
		await terminal.waitFor('message, or / for commands');
	});

	it('a call waits for a yes, then its result is in the chat and the model goes on with it (rfc-009: Execute MCP tool during chat)', async () => {
		const telling = story.tell('buy');
		const card = await answerWith(story.terminal, 'notes wants to run add', 'y');
		expect(card).toContain('milk');
		expect(card).not.toContain('milk is on the list');
		const {shown, result, isError} = await telling;
		expect(notes.calls()).toEqual([{tool: 'add', arguments: {text: 'milk'}}]);
		expect(shown).toMatch(/✔ notes add .*milk is on the list.*buy, number \d+, is over\./);
		expect([result, isError]).toEqual([expect.stringContaining('milk is on the list'), false]);
	});

	it('a call that fails on its way is told to the person and to the model, which goes on (rfc-009: Handle tool execution failure)', async () => {
		const sentence = 'Server "crash" exited with code 7 while tool "crash" was running.';
		const telling = story.tell('break');
		await answerWith(story.terminal, 'crash wants to run crash', 'y');
		const {shown, result, isError} = await telling;
		expect(shown).toMatch(/✘ crash crash .*break, number \d+, is over\./);
		expect(shown).toContain(sentence);
		expect([result, isError]).toEqual([
			expect.stringContaining(sentence.replaceAll('"', String.raw`\"`)),
			true,
		]);

		const next = story.tell('buy');
		await answerWith(story.terminal, 'notes wants to run add', 'y');
		expect((await next).shown).toMatch(/✔ notes add/);
	});
});
