import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, describe, expect, it} from 'vitest';
import {disposeTerminals, startTerminal, type Terminal} from '../../helpers/terminal.ts';
import {createTestHome} from '../../helpers/test-home.ts';
import {seeQuestion} from '../../helpers/trust-program.ts';
import {publishedServer} from '../../integration/mcp/published/published-server.ts';

afterEach(disposeTerminals);

const {command, args} = publishedServer('everything', '@modelcontextprotocol/server-everything', ['stdio']);

/** Runs a tool of a real server in the workbench, up to its question. */
const tryTool = async (name: string): Promise<Terminal> => {
	const home = createTestHome();
	const servers = join(home.folder, 'servers.json');
	writeFileSync(servers, JSON.stringify({mcpServers: {every: {command, args}}}));
	const terminal = startTerminal({
		home: home.folder,
		cols: 100,
		rows: 40,
		args: ['--model', 'demo/tour', '--mcp-config', servers],
	});
	await terminal.waitFor('always-ask');
	terminal.press('f3');
	await terminal.waitFor('get-roots-list');
	terminal.press('/');
	terminal.type(name);
	await terminal.waitFor(new RegExp(`› . (every )?${name}`));
	terminal.press('enter');
	await terminal.waitFor('enter try');
	terminal.press('enter');
	await terminal.waitFor(`Try every ${name}`);
	terminal.press('ctrl+s');
	await seeQuestion(terminal, 'This is sent:');
	terminal.press('enter');
	await terminal.waitFor('every asks something: q goes there');
	return terminal;
};

describe('a tool that asks something while it is tried', () => {
	it('says so, is answered in the chat while the call goes on, and shows what came of it', async () => {
		const terminal = await tryTool('trigger-elicitation-request');
		terminal.press('f4');
		await terminal.waitFor('elicitation/create');
		terminal.press('f3');
		await terminal.waitFor('running …');
		terminal.press('q');
		await seeQuestion(terminal, 'every asks');
		terminal.type('Ada');
		await terminal.waitFor('› Ada');
		terminal.press('ctrl+s');
		await seeQuestion(terminal, 'enter send');
		terminal.press('enter');
		await terminal.waitFor('every trigger-elicitation-request has succeeded. f3 shows what came of it.');
		terminal.press('f3');
		await terminal.waitFor('- Name: Ada');
		await seeQuestion(terminal, 'succeeded');
		terminal.press('escape');
		await terminal.waitFor(/› . (every )?trigger-elicitation-request/);
	});

	it('takes its question along when it is broken off', async () => {
		const terminal = await tryTool('trigger-elicitation-request');
		terminal.press('escape');
		await seeQuestion(terminal, 'broken off: the server may have acted');
		terminal.press('escape');
		await terminal.waitFor('tools of');
		expect(terminal.screen().join('\n')).not.toContain('asks something');
		terminal.press('q');
		await terminal.waitFor('Show me around');
		expect(terminal.screen().join('\n')).not.toContain('every asks');
	});
});
