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
const runsPerWindow = 34;
/** Most of the time goes by while somebody waits: two windows of each size side by side need half of it. */
const windows = [...windowSizes, ...windowSizes];
/** Thirty keys in a second. */
const betweenKeys = 33;

/** Every key that answers a question, and some that do not. */
const letters = ['y', 's', 'a', 'n', 'e', 'r', 'x', ' ', 't', 'y', 'o', 's', '3'];

/** The same letters in every run of this test, and others in every run of the program. */
const lettersOf = (run: number): string =>
	`${Array.from({length: 9}, (_, index) => letters[(run * 7 + index * (run % 5) + index) % letters.length]).join('')}y`;

const pause = async (milliseconds: number): Promise<void> => {
	const start = performance.now();
	await waitUntil(() => performance.now() - start >= milliseconds, {interval: 4});
};

const draftOf = (terminal: Terminal): string | undefined =>
	terminal
		.screen()
		.findLast(line => line.startsWith('› '))
		?.slice(2);

const isAsking = (screen: readonly string[]): boolean => screen.some(line => line.includes('wants to run'));

/** Types across the appearance of one question after another. Gives what the program has written down. */
const typeAcross = async ([cols, rows]: readonly [number, number]): Promise<string> => {
	const home = createTestHome();
	writeConfig(home, {mcpServers: {echo: {command: process.execPath, args: [echo]}}});
	const model = writeDemoScript(join(home.folder, 'model'), {
		// A few words before each call, so that somebody is typing when the question comes.
		pace: 40,
		turns: [
			{
				match: '^go$',
				steps: [
					...Array.from({length: runsPerWindow}, (_, run) => ({
						say: 'Let me try that once more.',
						calls: [{tool: 'echo__echo', arguments: {text: `call ${run}.`}}],
					})),
					{say: 'all denied'},
				],
			},
		],
	});
	const terminal = startTerminal({
		home: home.folder,
		cols,
		rows,
		args: ['--model', model, '--max-steps', String(runsPerWindow + 10)],
	});
	await terminal.waitFor('always-ask');
	await terminal.submit('go');
	for (let run = 0; run < runsPerWindow; run++) {
		const typed = lettersOf(run);
		await terminal.waitFor(screen => !isAsking(screen) && draftOf(terminal) !== 'go');
		for (const letter of typed) {
			terminal.type(letter);
			await pause(betweenKeys);
		}
		await terminal.waitFor(
			screen =>
				screen.some(line => line.includes(`call ${run}.`)) && isAsking(screen) && draftOf(terminal) === typed,
		);
		terminal.press('ctrl+u');
		await terminal.waitFor(() => draftOf(terminal) !== typed);
		await seeQuestion(terminal, `call ${run}.`);
		terminal.press('n');
	}
	await terminal.waitFor('all denied');
	const events = [...textsBelow(home.folder)]
		.filter(([path]) => path.endsWith('.jsonl'))
		.map(([, text]) => text);
	await terminal.dispose();
	return events.join('\n');
};

afterEach(disposeTerminals);

describe('keys typed across the appearance of a question', () => {
	it('never answer it and are never lost, in 200 runs', {timeout: 400_000}, async () => {
		const written = await Promise.all(windows.map(typeAcross));
		for (const events of written) {
			expect(events.match(/"call-denied"/g)).toHaveLength(runsPerWindow);
			expect(events).not.toContain('"call-started"');
		}
	});
});
