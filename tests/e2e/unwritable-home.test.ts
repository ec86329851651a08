import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, expect, it} from 'vitest';
import {writeDemoScript} from '../helpers/demo-script-file.ts';
import {disposeTerminals, startTerminal} from '../helpers/terminal.ts';
import {createTestHome} from '../helpers/test-home.ts';
import {unwritableFolder} from '../helpers/unwritable-folder.ts';

afterEach(disposeTerminals);

it('a home that cannot be written says "not saved", and the chat works', async () => {
	const home = createTestHome();
	const settings = unwritableFolder(home.folder);
	const model = writeDemoScript(join(home.folder, 'model'), {
		pace: 0,
		turns: [{steps: [{say: 'One of {{prompt}}.'}]}, {steps: [{say: 'Two of {{prompt}}.'}]}],
	});
	const terminal = startTerminal({
		home: home.folder,
		cols: 120,
		rows: 30,
		args: ['--model', model],
		env: {MCP_TUI_HOME: settings},
	});
	await terminal.waitFor('always-ask');
	await terminal.submit('apples');
	await terminal.waitFor('One of apples.');
	await terminal.waitFor('not saved');
	await terminal.submit('pears');
	await terminal.waitFor('Two of pears.');
	terminal.press('ctrl+d');
	expect((await terminal.exit).code).toBe(0);
	expect(existsSync(settings)).toBe(false);
	home.remove();
});
