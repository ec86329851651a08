import {afterEach, describe, expect, it} from 'vitest';
import {writeDemoScript} from '../helpers/demo-script-file.ts';
import {findForbidden} from '../helpers/forbidden-bytes.ts';
import {disposeTerminals, type Terminal} from '../helpers/terminal.ts';
import {startShell} from '../helpers/terminal-shell.ts';
import {waitUntil} from '../helpers/wait-until.ts';
import {windowSizes} from '../helpers/window-sizes.ts';

afterEach(disposeTerminals);

const lineCount = 500;
const numbered = Array.from(
	{length: lineCount},
	(_, index) => `line-${String(index + 1).padStart(3, '0')}-end`,
);

type Resized = Pick<Terminal, 'raw' | 'resize' | 'waitForStable'>;

const occurrences = (lines: readonly string[], wanted: string): number =>
	lines.filter(line => line.includes(wanted)).length;

/** Changes the size of the window and waits until the program has drawn itself anew. */
const resizeAndSee = async (terminal: Resized, cols: number, rows: number): Promise<void> => {
	const before = terminal.raw().length;
	terminal.resize(cols, rows);
	await waitUntil(() => terminal.raw().length > before);
	await terminal.waitForStable({quiet: 100});
};

const streamInto = async (terminal: Awaited<ReturnType<typeof startShell>>, pace: number): Promise<void> => {
	const model = writeDemoScript(terminal.home.folder, {
		pace,
		turns: [{steps: [{say: `${numbered.join('\n\n')}\n\nthe-last-line`}]}],
	});
	terminal.type('for i in 1 2 3 4 5; do echo "earlier-$i"; done\r');
	await terminal.waitFor('earlier-5');
	terminal.run('--model', model);
	await terminal.waitFor('message, or / for commands');
	terminal.type('go');
	await terminal.waitFor('› go');
	terminal.press('enter');
};

const expectIntact = (terminal: Pick<Terminal, 'scrollback' | 'raw'>): void => {
	const all = terminal.scrollback();
	expect(findForbidden(terminal.raw())).toEqual([]);
	for (let index = 1; index <= 5; index++) {
		expect(occurrences(all, `earlier-${index}`), `earlier-${index}`).toBe(1);
	}
	const counted = numbered.map(line => [line, occurrences(all, line)] as const);
	expect(counted.filter(([, count]) => count !== 1)).toEqual([]);
	const order = all.flatMap(line => /line-(\d+)-end/.exec(line)?.[1] ?? []);
	expect(order).toEqual([...order].sort());
};

describe('the scrollback', () => {
	it.each(windowSizes)(
		'holds each line of a long answer exactly once, below what was there before, at %i columns and %i rows',
		async (cols, rows) => {
			const terminal = await startShell({cols, rows});
			await streamInto(terminal, 0);
			await terminal.waitFor('the-last-line', {timeout: 60_000});
			await terminal.waitForStable();
			expectIntact(terminal);
			expect(occurrences(terminal.scrollback(), 'always-ask')).toBe(1);
		},
	);

	// What was written when the window changes may be read after it: nobody can exclude that, and on a machine that is very
	// busy it costs a line now and then. So it is tried again.
	it.each(windowSizes)(
		'survives twenty changes of the window size during a long answer, from %i columns and %i rows on',
		{retry: 2},
		async (width, height) => {
			const terminal = await startShell({cols: width, rows: height});
			await streamInto(terminal, 400);
			for (let change = 0; change < 20; change++) {
				const [cols, rows] = [
					[60, 20],
					[100, 30],
					[45, 24],
					[80, 24],
				][change % 4] as [number, number];
				// One change for every twenty lines or so: the answer streams all the while.
				const due = numbered[change * 20] ?? '';
				await terminal.waitFor(() => terminal.raw().includes(due), {timeout: 30_000});
				terminal.resize(cols, rows);
			}
			await terminal.waitFor('the-last-line', {timeout: 60_000});
			await terminal.waitForStable();
			expectIntact(terminal);
			const all = terminal.scrollback();
			expect(occurrences(all, 'always-ask'), 'copies of the footer').toBe(1);
			expect(occurrences(all, '› message, or'), 'copies of the prompt').toBe(1);
		},
	);

	it.each([
		['several lines', ['first', 'second', 'third'].map(word => `${word}-row ${'words '.repeat(11)}`.trim())],
		['one long line', [`first-row ${'words '.repeat(16)}`.trim()]],
	] as const)(
		'keeps one copy of a draft of %s through twenty sizes, and every line above it',
		async (_, lines) => {
			// The emulator is xterm.js.
			const terminal = await startShell({cols: 120, rows: 24, env: {TERM_PROGRAM: 'vscode'}});
			terminal.type('for i in 1 2 3 4 5; do echo "earlier-$i"; done\r');
			await terminal.waitFor('earlier-5');
			terminal.run('demo');
			await terminal.waitFor('Show me around');
			terminal.paste(lines.join('\n'));
			await terminal.waitFor('first-row');
			await terminal.waitForStable();
			for (let change = 1; change <= 20; change++) {
				await resizeAndSee(terminal, 41 + ((change * 37) % 80), 20 + ((change * 7) % 11));
			}
			const all = terminal.scrollback();
			const counted = [
				...lines.map(line => line.split(' ')[0] ?? ''),
				...['always-ask', 'earlier-1', 'earlier-5', '▲ mcp-tui', '/ commands'],
			];
			expect(counted.map(text => [text, occurrences(all, text)])).toEqual(counted.map(text => [text, 1]));
		},
	);

	it('keeps one copy of a draft of several lines, wherever the cursor is in it', async () => {
		const terminal = await startShell({cols: 100, rows: 24});
		terminal.type('for i in 1 2 3 4 5; do echo "earlier-$i"; done\r');
		await terminal.waitFor('earlier-5');
		terminal.run('demo');
		await terminal.waitFor('Show me around');
		const lines = ['first', 'second', 'third'].map(word => `${word}-row ${'words '.repeat(13)}`.trim());
		terminal.paste(lines.join('\n'));
		await terminal.waitFor('third-row');
		terminal.press('up', 'up', 'home');
		await terminal.waitForStable();
		for (const [cols, rows] of [
			[60, 24],
			[45, 20],
			[90, 24],
			[41, 24],
			[100, 24],
		] as const) {
			await resizeAndSee(terminal, cols, rows);
		}
		const all = terminal.scrollback();
		const counted = [
			'first-row',
			'second-row',
			'third-row',
			'always-ask',
			'earlier-1',
			'earlier-5',
			'▲ mcp-tui',
		];
		expect(counted.map(text => [text, occurrences(all, text)])).toEqual(counted.map(text => [text, 1]));
		// It is still at the beginning of the first line.
		terminal.type('>>');
		await terminal.waitFor('› >>first-row');
	});
});
