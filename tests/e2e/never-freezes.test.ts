import {join} from 'node:path';
import {afterEach, expect, it} from 'vitest';
import {writeDemoScript} from '../helpers/demo-script-file.ts';
import {disposeTerminals, startTerminal} from '../helpers/terminal.ts';
import {createTestHome} from '../helpers/test-home.ts';

afterEach(disposeTerminals);

const nested = Array.from({length: 800}, (_, level) => `${' '.repeat(level * 2)}- level ${level}`).join('\n');
const table = [
	'| a | b |',
	'|---|---|',
	...Array.from({length: 3000}, (_, row) => `| **${row}** | x |`),
].join('\n');
const poison = [
	nested,
	'`'.repeat(181_000),
	'e\u0301'.repeat(60_000),
	table,
	`- item\n${'  more of it\n'.repeat(5000)}`,
	'word '.repeat(40_000),
].join('\n\n');

/** Each of these took the program seconds, half a minute or its life. */
it.each([
	[80, 24],
	[120, 40],
])(
	'whatever a model writes, a key is echoed while it comes, esc stops it and the session opens again, at %i columns and %i rows',
	async (cols, rows) => {
		const home = createTestHome();
		const script = {
			pace: 20_000,
			turns: [{match: '^poison$', steps: [{say: `${poison}\n\n${'tail '.repeat(400_000)}`}]}],
		};
		const args = ['--model', writeDemoScript(join(home.folder, 'model'), script)];
		const terminal = startTerminal({home: home.folder, cols, rows, args});
		await terminal.waitFor('always-ask');
		await terminal.submit('poison');
		await terminal.waitFor('esc stops');
		for (const [place, key] of [...'keys typed'].entries()) {
			terminal.type(key);
			const typed = 'keys typed'.slice(0, place + 1).trimEnd();
			// It is there before the answer is over.
			await terminal.waitFor(
				screen =>
					screen.some(line => line.startsWith(`› ${typed}`)) && screen.join('\n').includes('esc stops'),
				{timeout: 20_000},
			);
		}
		await terminal.waitFor(/tail tail/);
		terminal.press('escape');
		await terminal.waitFor(/interrupted/);
		await terminal.waitFor(screen => !screen.join('\n').includes('esc stops'), {timeout: 20_000});
		expect(terminal.screen().some(line => line.startsWith('› keys typed'))).toBe(true);
		const everything = terminal.raw();
		expect(everything).toContain('level 799');
		expect(everything).toContain('2999');
		terminal.kill('SIGKILL');
		await terminal.exit;

		const again = startTerminal({home: home.folder, cols, rows, args: ['-c', ...args]});
		again.type(' again');
		await again.waitFor(screen => screen.some(line => /^›.* again/.test(line)), {timeout: 20_000});
		await again.waitFor(/interrupted/);
		expect(again.raw()).toContain('level 799');
	},
);
