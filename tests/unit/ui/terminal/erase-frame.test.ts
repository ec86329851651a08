import {EventEmitter} from 'node:events';
import fc from 'fast-check';
import stringWidth from 'string-width';
import {describe, expect, it} from 'vitest';
import type {Frame} from '../../../../source/ui/frame/build-frame.ts';
import {createScreen} from '../../../../source/ui/terminal/screen.ts';
import {createStyles} from '../../../../source/ui/theme/styles.ts';
import {createEmulator} from '../../../helpers/terminal-emulator.ts';
import {createClock} from '../../../helpers/ui-clock.ts';

const rows = 80;
const kept = [
	'before the program',
	'a line that is long enough to be wrapped by a narrow window',
	'漢字',
	'',
];

/** Shows a frame under other text in a real emulator, makes the window narrower, and erases the frame. */
const eraseAfterResize = async (frame: Frame, wide: number, narrow: number): Promise<readonly string[]> => {
	const clock = createClock();
	const {terminal, logicalLines} = createEmulator(wide, rows);
	let output = '';
	const stdout = Object.assign(new EventEmitter(), {
		columns: wide,
		rows,
		write: (text: string) => {
			output += text;
			return true;
		},
	});
	const flush = async (): Promise<void> => {
		const text = output;
		output = '';
		await new Promise<void>(resolve => terminal.write(text, resolve));
	};
	const screen = createScreen({
		stdout: stdout as unknown as NodeJS.WriteStream,
		schedule: clock.schedule,
		// The emulator is xterm.js.
		env: {TERM_PROGRAM: 'vscode'},
	});
	screen.onResize(screen.eraseFrame);

	const up = frame.lines.length - 1 - frame.cursor.y;
	screen.expectFrame(frame);
	screen.stream.write(kept.map(line => `${line}\r\n`).join(''));
	screen.stream.write(frame.lines.join('\r\n'));
	screen.stream.write(`${up > 0 ? `\u001b[${up}A` : ''}\r\u001b[${frame.cursor.x}C`);
	await flush();
	terminal.resize(narrow, rows);
	stdout.columns = narrow;
	stdout.emit('resize');
	clock.advance(1000);
	await flush();
	screen.dispose();
	const lines = logicalLines();
	return lines.slice(0, lines.findLastIndex(line => line !== '') + 1);
};

const trimmed = kept.slice(0, -1);
const frameOf = (lines: readonly string[], y: number, x: number): Frame => ({
	lines,
	cursor: {x, y},
	maxScroll: 0,
});

describe('erasing a frame in a window that became narrower', () => {
	it('removes the frame and nothing above it', async () => {
		const frame = frameOf(['', 'x'.repeat(79), 'footer '.repeat(10), '› hello'], 3, 7);
		expect(await eraseAfterResize(frame, 80, 33)).toEqual(trimmed);
	});

	it('counts the cell that a wide character leaves empty at the edge', async () => {
		const frame = frameOf(['', '漢'.repeat(20), '› '], 2, 2);
		expect(await eraseAfterResize(frame, 40, 15)).toEqual(trimmed);
	});

	it('removes what is below the cursor, too', async () => {
		const frame = frameOf(['', 'f'.repeat(50), '› one', '  two', '  three'], 2, 3);
		expect(await eraseAfterResize(frame, 60, 20)).toEqual(trimmed);
	});

	it('works for any frame and any two widths', async () => {
		const {dim, warn, inverse} = createStyles(true);
		const piece = fc.tuple(
			fc.constantFrom((text: string) => text, dim, warn, inverse),
			fc.array(fc.constantFrom('a', 'bc', ' ', '漢', 'e\u0301', '한', '─'), {minLength: 1, maxLength: 30}),
		);
		const lineOf = (width: number): fc.Arbitrary<string> =>
			fc.array(piece, {maxLength: 4}).map(pieces => {
				let line = '';
				for (const [style, parts] of pieces) {
					const next = line + style(parts.join(''));
					line = stringWidth(next) <= width ? next : line;
				}
				return line;
			});
		const scene = fc.integer({min: 20, max: 90}).chain(wide =>
			fc.record({
				wide: fc.constant(wide),
				narrow: fc.integer({min: 12, max: wide}),
				above: fc.array(lineOf(wide), {maxLength: 6}),
				// Rows that it re-wraps below the cursor drag its cursor down, so these are short as well.
				below: fc.array(lineOf(12), {maxLength: 2}),
				draft: lineOf(wide),
				cursor: fc.nat({max: wide - 1}),
			}),
		);
		await fc.assert(
			fc.asyncProperty(scene, async ({wide, narrow, above, draft, below, cursor}) => {
				const frame = frameOf([...above, draft, ...below], above.length, cursor);
				expect(await eraseAfterResize(frame, wide, narrow)).toEqual(trimmed);
			}),
			{numRuns: 200},
		);
	});
});
