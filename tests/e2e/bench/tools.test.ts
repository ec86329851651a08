import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {afterEach, describe, expect, it} from 'vitest';
import {writeDemoScript} from '../../helpers/demo-script-file.ts';
import {disposeTerminals, startTerminal, type Terminal} from '../../helpers/terminal.ts';
import {createTestHome} from '../../helpers/test-home.ts';
import {configFile, seeQuestion, writeConfig} from '../../helpers/trust-program.ts';

afterEach(disposeTerminals);

const echo = fileURLToPath(new URL('../../servers/echo.mjs', import.meta.url));

const start = async (): Promise<{terminal: Terminal; home: ReturnType<typeof createTestHome>}> => {
	const home = createTestHome();
	writeConfig(home, {mcpServers: {echo: {command: process.execPath, args: [echo]}}});
	const model = writeDemoScript(join(home.folder, 'model'), {
		pace: 0,
		turns: [
			{steps: [{calls: [{tool: 'echo__echo', arguments: {text: 'from the model'}}]}, {say: 'It is done.'}]},
		],
	});
	const terminal = startTerminal({home: home.folder, cols: 110, rows: 30, args: ['--model', model]});
	await terminal.waitFor('always-ask');
	return {terminal, home};
};

/** Looks at what is sent, and sends it once it counts as seen. */
const runIt = async (terminal: Terminal): Promise<void> => {
	terminal.press('ctrl+s');
	await terminal.waitFor('This is sent:');
	await seeQuestion(terminal, 'This is sent:');
	terminal.press('enter');
	// Keys that break off do nothing to a result that has just come.
	await seeQuestion(terminal, 'succeeded');
};

describe('the tools in the workbench', () => {
	it('are looked at, tried and switched off in the configuration', async () => {
		const {terminal, home} = await start();
		terminal.press('f3');
		await terminal.waitFor(/› ● echo echo/);
		await terminal.waitFor('the model calls it   echo__echo');
		terminal.press('t');
		await terminal.waitFor('Try echo echo');
		terminal.type('hello there');
		await terminal.waitFor('hello there');
		await runIt(terminal);
		await terminal.waitFor('hello there');
		terminal.press('escape');
		await terminal.waitFor('tools of');
		terminal.press(' ');
		await terminal.waitFor('is switched off for everybody who uses the server echo');
		expect(JSON.parse(readFileSync(configFile(home), 'utf8')).mcpServers.echo.excludeTools).toEqual(['echo']);
		await terminal.waitFor(/○ echo echo/);
		terminal.press('s');
		await terminal.waitFor('Sorted by name');
		terminal.press('q');
		await terminal.waitFor('always-ask');
		expect(terminal.modes().alternateScreen).toBe(false);
	});

	it('open from a question with its arguments, cannot answer it, and lead back to it', async () => {
		const {terminal} = await start();
		await terminal.submit('go');
		await seeQuestion(terminal, 'wants to run');
		terminal.press('x');
		await terminal.waitFor('Try echo echo');
		await terminal.waitFor('from the model');
		terminal.press('ctrl+s');
		await seeQuestion(terminal, 'This is sent:');
		terminal.press('enter');
		await terminal.waitFor('The model waits for your answer to a question');
		terminal.press('ctrl+c');
		await terminal.waitFor('tools of');
		terminal.press('q');
		await seeQuestion(terminal, 'wants to run');
		terminal.press('y');
		await terminal.waitFor('It is done.');
	});
});
