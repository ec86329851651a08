import {createRequire} from 'node:module';
import {describe, expect, it} from 'vitest';
import {greeting} from '../../source/ui/greeting.ts';
import {bareStyles} from '../../source/ui/theme/styles.ts';

type Drawn = {readonly lines: readonly string[]; readonly cursor: {readonly x: number; readonly y: number}};

const {draw, cellsOfEcho} = createRequire(import.meta.url)('../../source/first-frame.cjs') as {
	draw: (facts: object) => Drawn;
	cellsOfEcho: (typed: Uint8Array) => number;
};

const facts = {version: '1.2.3', folder: '~/work', words: [], hasConfig: true, columns: 80};
const rowsOf = (changes: object = {}): readonly string[] =>
	draw({...facts, ...changes}).lines.map(line => line.replaceAll(/\u001B\[\d+m/g, '').trimEnd());

describe('what is drawn before the program is loaded', () => {
	it('has in every row what the program shows there, or nothing yet', () => {
		const real = greeting(
			{version: '1.2.3', isChosen: true, model: 'a/b', folder: '~/work', width: 80},
			bareStyles,
		);
		const rows = rowsOf();
		for (const [index, line] of real.entries()) {
			expect(['', line.trimEnd()]).toContain(rows[index]);
		}
		// An empty row, the footer and the draft follow.
		expect(rows).toHaveLength(real.length + 3);
		expect(rows.at(-1)).toBe('›');
		expect(draw(facts).cursor).toEqual({x: 2, y: rows.length - 1});
	});

	it('leaves out what does not fit, or may be wider than it is long', () => {
		expect(rowsOf({folder: '~/work'})[2]).toBe('  ~/work');
		expect(rowsOf({folder: `/${'long'.repeat(20)}`})[2]).toBe('');
		expect(rowsOf({folder: '~/日本'})[2]).toBe('');
		expect(rowsOf({folder: '~/\u001b[2J'})[2]).toBe('');
	});

	it('is the title alone for whoever has not chosen a model, and shows no prompt above what was said before', () => {
		expect(rowsOf({hasConfig: false})).toEqual(['▲ mcp-tui 1.2.3', '']);
		expect(rowsOf({hasConfig: false, words: ['demo']}).at(-1)).toBe('›');
		expect(rowsOf({hasConfig: false, words: ['--model=a/b']}).at(-1)).toBe('›');
		expect(rowsOf({words: ['-c']})).toEqual(['▲ mcp-tui 1.2.3', '', '  ~/work', '', '', '']);
	});
});

describe('what the terminal has shown of keys that were typed even earlier', () => {
	it.each([
		{typed: '', cells: 0},
		{typed: 'hello', cells: 5},
		{typed: 'grüße', cells: 5},
		{typed: 'hello\n', cells: -1},
		{typed: '\u001b[A', cells: -1},
		{typed: '日本', cells: -1},
	])('is counted in cells where that is certain: $typed', ({typed, cells}) => {
		expect(cellsOfEcho(Buffer.from(typed))).toBe(cells);
	});
});
