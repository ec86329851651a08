import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, expect, it} from 'vitest';
import {findForbidden} from '../../helpers/forbidden-bytes.ts';
import {serverFile} from '../../helpers/mcp-servers.ts';
import {disposeTerminals, startTerminal} from '../../helpers/terminal.ts';
import {publishedServer} from '../../integration/mcp/published/published-server.ts';

afterEach(disposeTerminals);

const {command, args} = publishedServer('everything', '@modelcontextprotocol/server-everything', ['stdio']);
const everything = {command, args};
const offers = {command: process.execPath, args: [serverFile('offers')]};

/** Nothing is being typed in the line above the keys. */
const isFilterDone = (screen: readonly string[]): boolean => screen.at(-2)?.trim() === '';

const start = (mcpServers: object) =>
	startTerminal({
		args: ['-m', 'demo/tour'],
		cols: 80,
		rows: 24,
		prepare({settings}) {
			mkdirSync(settings, {recursive: true});
			writeFileSync(join(settings, 'config.json'), JSON.stringify({mcpServers}));
		},
	});

it('fills in a prompt with completion, shows what it says and puts it into the chat', async () => {
	const terminal = start({everything});
	await terminal.waitFor('Show me around');
	await terminal.submit('/prompts');
	await terminal.waitFor('4 prompts', {timeout: 60_000});
	terminal.press('/');
	terminal.type('completable');
	await terminal.waitFor('/completable  1 of 1 (4 in all)');
	terminal.press('enter');
	await terminal.waitFor(isFilterDone);
	terminal.press('enter');
	await terminal.waitFor('department required');
	terminal.type('Eng');
	await terminal.waitFor(/^ {2}Engineering$[\s\S]*› Eng$/m);
	terminal.press('tab');
	await terminal.waitFor('› Engineering');
	terminal.press('enter');
	// Which names there are depends on the department.
	await terminal.waitFor(/^ {2}Bob$/m);
	terminal.type('Bob');
	await terminal.waitFor('› Bob');
	terminal.press('enter');
	await terminal.waitFor(/Preview[\s\S]*user[\s\S]*Please promote Bob/);
	terminal.press('i');
	await terminal.waitFor(/› \/everything:completable-prompt department=Engineering name=Bob$/m);
	expect(findForbidden(terminal.raw())).toEqual([]);
});

it('reads resources and templates, watches one, and puts its address into the chat', async () => {
	const terminal = start({everything, offers});
	await terminal.waitFor('Show me around');
	await terminal.submit('/resources');
	await terminal.waitFor(/\d+ resources, \d+ templates/, {timeout: 60_000});
	terminal.press('/');
	terminal.type('architecture');
	await terminal.waitFor(/Everything Server – Architecture/);
	terminal.press('escape');
	await terminal.waitFor(/templates(?:, 1 watched)? +\d+ of 15/);
	terminal.press('/');
	terminal.type('resource 0');
	await terminal.waitFor(/\/resource 0 {2}1 of \d+/);
	terminal.press('enter');
	await terminal.waitFor(isFilterDone);
	await terminal.waitFor('inside');
	// This server says at once that the resource has changed.
	terminal.press('w');
	await terminal.waitFor(/● resource 0 .*changed \d\d:\d\d:\d\d/);
	await terminal.waitFor('1 watched');
	terminal.press('escape');
	await terminal.waitFor(/templates(?:, 1 watched)? +\d+ of 15/);
	terminal.press('/');
	terminal.type('dynamic text');
	await terminal.waitFor(/\/dynamic text {2}1 of \d+/);
	terminal.press('enter');
	await terminal.waitFor(isFilterDone);
	terminal.press('enter');
	await terminal.waitFor('resourceId required');
	terminal.type('7');
	await terminal.waitFor('@everything:demo://resource/dynamic/text/7');
	terminal.press('enter');
	await terminal.waitFor(/Resource 7/);
	terminal.press('i');
	await terminal.waitFor(/› @everything:demo:\/\/resource\/dynamic\/text\/7/);
	expect(findForbidden(terminal.raw())).toEqual([]);
});
