import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import {afterEach, describe, expect, it} from 'vitest';
import {writeDemoScript} from '../../helpers/demo-script-file.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';
import {disposeTerminals, startTerminal} from '../../helpers/terminal.ts';
import {createTestHome} from '../../helpers/test-home.ts';

afterEach(disposeTerminals);

const filesystem = createRequire(import.meta.url).resolve(
	'@modelcontextprotocol/server-filesystem/dist/index.js',
);

describe('the form of a server in the workbench', () => {
	it('adds a server from a typed command line, tests it, saves it and changes it, at 80 by 24', async () => {
		const home = createTestHome();
		const folder = createTemporaryFolder();
		const model = writeDemoScript(join(home.folder, 'model'), {
			pace: 0,
			turns: [{prompt: 'hello', steps: [{say: 'Hello.'}]}],
		});
		const config = () => JSON.parse(readFileSync(join(home.settings, 'config.json'), 'utf8'));
		const terminal = startTerminal({home: home.folder, cols: 80, rows: 24, args: ['--model', model]});
		await terminal.waitFor('always-ask');
		terminal.press('f2');
		await terminal.waitFor('q chat');
		terminal.press('n');
		await terminal.waitFor('paste or type');
		terminal.type(`node ${filesystem} ${folder}`);
		await terminal.waitFor(folder.slice(-10));
		terminal.press('enter');
		await terminal.waitFor(/name \*\s+filesystem/);
		terminal.press('ctrl+t');
		await terminal.waitFor(/✔ works in .*: 14 tools/);
		await terminal.waitFor('read_text_file');
		expect(() => config()).toThrow();
		terminal.press('ctrl+s');
		await terminal.waitFor(/✔ filesystem .*14 tools/);
		expect(config()).toEqual({mcpServers: {filesystem: {command: 'node', args: [filesystem, folder]}}});
		terminal.press('e');
		await terminal.waitFor('Edit filesystem');
		terminal.type('-2');
		await terminal.waitFor('filesystem-2');
		terminal.press('ctrl+s');
		await terminal.waitFor(/✔ filesystem-2 .*14 tools/);
		expect(Object.keys(config().mcpServers)).toEqual(['filesystem-2']);
	});
});
