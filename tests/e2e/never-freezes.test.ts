import {join} from 'node:path';
import fc from 'fast-check';
import {afterEach, expect, it} from 'vitest';
import {writeDemoScript} from '../helpers/demo-script-file.ts';
import {brew, nestedList, poisonRecipe} from '../helpers/poisonous-markdown.ts';
import {disposeTerminals, startTerminal, type Terminal} from '../helpers/terminal.ts';
import {createTestHome} from '../helpers/test-home.ts';

afterEach(disposeTerminals);

const table = [
	'| a | b |',
	'|---|---|',
	...Array.from({length: 3000}, (_, row) => `| **${row}** | x |`),
].join('\n');
const poison = [
	nestedList(800),
	'`'.repeat(181_000),
	'e\u0301'.repeat(60_000),
	table,
	`- item\n${'  more of it\n'.repeat(5000)}`,
	'word '.repeat(40_000),
].join('\n\n');

/** Types one key after the other: each is seen before the next, whatever else is going on. */
const typeAndSee = async (
	terminal: Terminal,
	text: string,
	isSeen: (screen: string) => boolean,
): Promise<void> => {
	for (const [place, key] of [...text].entries()) {
		terminal.type(key);
		const typed = text.slice(0, place + 1).trimEnd();
		await terminal.waitFor(
			screen => screen.some(line => line.startsWith(`› ${typed}`)) && isSeen(screen.join('\n')),
			{timeout: 20_000},
		);
	}
};

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
		// They are there before the answer is over.
		await typeAndSee(terminal, 'keys typed', screen => screen.includes('esc stops'));
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

it('whatever markdown is generated, keys are echoed while it streams and while its session opens again', async () => {
	const recipes = fc.array(poisonRecipe(100_000, 800), {minLength: 6, maxLength: 6});
	await fc.assert(
		fc.asyncProperty(recipes, fc.constantFrom(40, 80, 200), async (list, cols) => {
			const home = createTestHome();
			// A fence or a table ends at an empty line or with its mark, so that the last line is one of its own.
			const say = [...list.map(brew), '```', '~~~', '-->', '', 'END-OF-IT'].join('\n\n');
			const script = {pace: 0, turns: [{match: '^poison$', steps: [{say}]}]};
			const args = ['--model', writeDemoScript(join(home.folder, 'model'), script)];
			const isOver = (screen: readonly string[]): boolean =>
				screen.join('\n').includes('END-OF-IT') && !screen.join('\n').includes('esc stops');
			const terminal = startTerminal({home: home.folder, cols, args});
			await terminal.waitFor('always-ask');
			await terminal.submit('poison');
			await terminal.waitFor(/esc stops|END-OF-IT/);
			await typeAndSee(terminal, 'typed while it comes', () => true);
			await terminal.waitFor(isOver, {timeout: 60_000});
			terminal.kill('SIGKILL');
			await terminal.exit;

			const again = startTerminal({home: home.folder, cols, args: ['-c', ...args]});
			again.type('x');
			await again.waitFor(screen => screen.some(line => /^›.*x/.test(line)), {timeout: 20_000});
			await again.waitFor(isOver, {timeout: 60_000});
			await disposeTerminals();
			home.remove();
		}),
		// To find a smaller one would take longer than a test may.
		{numRuns: 4, endOnFailure: true},
	);
});
