import {mkdirSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {dirname, join} from 'node:path';
import {afterEach, describe, expect, it} from 'vitest';
import {disposeTerminals, startTerminal} from '../helpers/terminal.ts';

afterEach(disposeTerminals);

const everything = join(
	dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/package.json')),
	'dist/index.js',
);

const startWithEverything = () =>
	startTerminal({
		args: ['-m', 'demo/tour'],
		prepare({settings}) {
			const mcpServers = {everything: {command: process.execPath, args: [everything, 'stdio']}};
			mkdirSync(settings, {recursive: true});
			writeFileSync(join(settings, 'config.json'), JSON.stringify({mcpServers}));
		},
	});

describe('lists in the chat', () => {
	it('send no prompt of a server for a mistyped command, which stays in the draft', async () => {
		const terminal = startWithEverything();
		await terminal.waitFor('Show me around');
		terminal.type('/pmt');
		await terminal.waitFor(/ {2}\/everything:simple-prompt/, {timeout: 60_000});
		terminal.press('enter');
		await terminal.waitFor('There is no command /pmt.');
		await terminal.waitFor(/^› \/pmt$/m);
		expect(terminal.screen().join('\n')).not.toContain('of the server');
		terminal.press('ctrl+u');
		await terminal.waitFor('Show me around');
		terminal.type('/everything:simple-prompt');
		await terminal.waitFor(/› \/everything:simple-prompt/);
		terminal.press('enter');
		await terminal.waitFor('1 message of the server');
	});

	it('lead to commands, resources, values of prompts and earlier messages', async () => {
		const terminal = startWithEverything();
		await terminal.waitFor('Show me around');
		terminal.type('/conte');
		await terminal.waitFor(/› \/context .*what fills/);
		terminal.press('enter');
		await terminal.waitFor(/\n› \/context$/m);
		terminal.press('enter');
		await terminal.waitFor('Show me around');

		terminal.type('read @archi');
		await terminal.waitFor(/› @everything:.*architecture\.md/, {timeout: 60_000});
		await terminal.waitFor(/│ .*lines · text\/markdown/);
		terminal.press('tab');
		await terminal.waitFor('› read @everything:demo://resource/static/document/architecture.md');
		terminal.press('ctrl+u');
		await terminal.waitFor('Show me around');

		terminal.type('/completable');
		await terminal.waitFor(/ {2}\/everything:completable-prompt/);
		terminal.press('down');
		await terminal.waitFor(/› \/everything:completable-prompt/);
		terminal.press('enter');
		await terminal.waitFor('department required');
		terminal.type('Eng');
		await terminal.waitFor(/^ {2}Engineering$[\s\S]*› Eng$/m);
		terminal.press('tab');
		await terminal.waitFor('› Engineering');
		terminal.press('enter');
		await terminal.waitFor('name required');
		terminal.press('escape');
		await terminal.waitFor('› /completable');
		terminal.press('ctrl+u');
		await terminal.waitFor('Show me around');

		terminal.press('ctrl+r');
		await terminal.waitFor('what you sent before');
		terminal.type('ctx');
		await terminal.waitFor('› ctx');
		terminal.press('enter');
		await terminal.waitFor(
			screen => screen.includes('› /context') && !screen.join().includes('what you sent before'),
		);
		terminal.press('ctrl+p');
		await terminal.waitFor('everything you can do');
		terminal.type('exit');
		await terminal.waitFor('› exit');
		terminal.press('enter');
		expect(await terminal.exit).toEqual({code: 0, signal: undefined});
	});
});
