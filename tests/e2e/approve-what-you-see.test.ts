import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {afterEach, describe, expect, it} from 'vitest';
import {writeDemoScript} from '../helpers/demo-script-file.ts';
import {disposeTerminals, startTerminal, type Terminal} from '../helpers/terminal.ts';
import {createTestHome} from '../helpers/test-home.ts';
import {seeQuestion, textsBelow, writeConfig} from '../helpers/trust-program.ts';
import {waitUntil} from '../helpers/wait-until.ts';
import {windowSizes} from '../helpers/window-sizes.ts';

const echo = fileURLToPath(new URL('../servers/echo.mjs', import.meta.url));
const lines = Array.from({length: 200}, (_, index) => `${index}: 漢字 and 🐈 in line ${index}.`);

const startCall = async (cols: number, rows: number): Promise<Terminal> => {
	const home = createTestHome();
	writeConfig(home, {mcpServers: {echo: {command: process.execPath, args: [echo]}}});
	const model = writeDemoScript(join(home.folder, 'model'), {
		pace: 0,
		turns: [
			{
				match: '^go$',
				steps: [
					{calls: [{tool: 'echo__echo', arguments: {text: lines.join('\n'), more: ['\u202e', 1e21]}}]},
					{say: 'all done'},
				],
			},
		],
	});
	const terminal = startTerminal({home: home.folder, cols, rows, args: ['--model', model]});
	await terminal.waitFor('always-ask');
	await terminal.submit('go');
	await seeQuestion(terminal, 'wants to run');
	return terminal;
};

/** The lines of the text that are on the screen. */
const shownLines = (terminal: Terminal): readonly string[] =>
	terminal.screen().flatMap(line => /^┃\s+(\d+: .*\.)$/.exec(line.trimEnd())?.[1] ?? []);

const resultIn = (terminal: Terminal): string =>
	[...textsBelow(terminal.home.folder)]
		.filter(([path]) => path.endsWith('.jsonl'))
		.map(([, text]) => text)
		.join('\n');

afterEach(disposeTerminals);

describe('the arguments of a call', () => {
	it.each(windowSizes)(
		'can all be read at %i columns and %i rows, and are sent as they are',
		async (cols, rows) => {
			const terminal = await startCall(cols, rows);
			const seen = new Set<string>();
			for (let step = 0; step < 300 && !seen.has(lines.at(-1) ?? ''); step++) {
				for (const line of shownLines(terminal)) seen.add(line);
				const before = terminal.screen().join('\n');
				terminal.press('down', 'down', 'down', 'down');
				await waitUntil(() => terminal.screen().join('\n') !== before, {interval: 5}).catch(() => undefined);
			}
			expect([...seen]).toEqual(lines);
			terminal.press('y');
			await terminal.waitFor('all done');
			expect(resultIn(terminal)).toContain(JSON.stringify(lines.join('\n')).slice(1, -1));
			await terminal.dispose();
		},
	);
});
