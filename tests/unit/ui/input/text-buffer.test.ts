import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {
	bufferOf,
	type EditName,
	edits,
	emptyBuffer,
	insert,
	lineDown,
	lineUp,
	type TextBuffer,
} from '../../../../source/ui/input/text-buffer.ts';
import {boundariesOf, graphemes, textArbitrary} from '../../../helpers/ui-text.ts';

/** `he|llo` is a text with its cursor. */
const buffer = (marked: string): TextBuffer => ({
	text: marked.replace('|', ''),
	cursor: marked.indexOf('|'),
});
const marked = ({text, cursor}: TextBuffer): string => `${text.slice(0, cursor)}|${text.slice(cursor)}`;

const table: readonly (readonly [edit: EditName, before: string, after: string])[] = [
	['backspace', 'he|llo', 'h|llo'],
	['backspace', '|hello', '|hello'],
	['backspace', 'a\n|b', 'a|b'],
	['backspace', 'x👩\u200d👩\u200d👧|y', 'x|y'],
	['backspace', '🇨🇭🇩🇪|', '🇨🇭|'],
	['backspace', 'e\u0301|', '|'],
	['backspace', '漢字|', '漢|'],
	['backspace', '👍🏽|', '|'],
	['delete', 'he|llo', 'he|lo'],
	['delete', 'hello|', 'hello|'],
	['delete', 'a|\nb', 'a|b'],
	['delete', '|❤\ufe0fx', '|x'],
	['delete', '|1\ufe0f\u20e3x', '|x'],
	['left', 'a👍🏽|', 'a|👍🏽'],
	['left', '|a', '|a'],
	['left', 'a\n|b', 'a|\nb'],
	['right', '|👍🏽a', '👍🏽|a'],
	['right', 'a|', 'a|'],
	['right', 'a|\nb', 'a\n|b'],
	['word-left', 'one two|', 'one |two'],
	['word-left', 'one two  |', 'one |two  '],
	['word-left', 'one |', '|one '],
	['word-left', '|one', '|one'],
	['word-left', '  |', '|  '],
	['word-left', 'one\ntwo|', 'one\n|two'],
	['word-left', 'one\n|two', '|one\ntwo'],
	['word-left', '漢字 漢字|', '漢字 |漢字'],
	['word-right', '|one two', 'one| two'],
	['word-right', 'one| two', 'one two|'],
	['word-right', 'one|', 'one|'],
	['word-right', 'one|\ntwo', 'one\ntwo|'],
	['delete-word', 'one two|', 'one |'],
	['delete-word', 'one two | three', 'one | three'],
	['delete-word', '|one', '|one'],
	['delete-to-start', 'a\nbc|d', 'a\n|d'],
	['delete-to-start', 'a\n|d', 'a|d'],
	['delete-to-end', 'a|bc\nd', 'a|\nd'],
	['delete-to-end', 'a|\nd', 'a|d'],
	['line-start', 'a\nbc|d', 'a\n|bcd'],
	['line-start', '|\na', '|\na'],
	['line-end', 'a\n|bc\nd', 'a\nbc|\nd'],
	['line-end', 'a|', 'a|'],
	['newline', 'a|b', 'a\n|b'],
];

describe('each edit', () => {
	for (const [edit, before, after] of table) {
		it(`turns ${JSON.stringify(before)} into ${JSON.stringify(after)} by ${edit}`, () => {
			expect(marked(edits[edit](buffer(before)))).toBe(after);
		});
	}
});

describe('moving between lines', () => {
	const moves: readonly (readonly [move: 'up' | 'down', before: string, after: string | undefined])[] = [
		['up', 'abc\nde|f', 'ab|c\ndef'],
		['up', 'a\ndef|', 'a|\ndef'],
		['up', 'ab\n|', '|ab\n'],
		['up', 'ab|c', undefined],
		['up', '|', undefined],
		['up', '\n|x', '|\nx'],
		['down', 'ab|c\ndef', 'abc\nde|f'],
		['down', 'abc|\nd', 'abc\nd|'],
		['down', 'abc|', undefined],
		['down', 'a|\n', 'a\n|'],
		['down', 'a\n|', undefined],
		['up', '👩\u200d👩\u200d👧x\nab|', '👩\u200d👩\u200d👧|x\nab'],
		['down', 'abc|\n漢👍🏽', 'abc\n漢|👍🏽'],
	];
	for (const [move, before, after] of moves) {
		it(`goes ${move} from ${JSON.stringify(before)} to ${JSON.stringify(after ?? 'nowhere')}`, () => {
			const moved = (move === 'up' ? lineUp : lineDown)(buffer(before));
			expect(moved === undefined ? undefined : marked(moved)).toBe(after);
		});
	}

	it('visits every line once on the way up and on the way down', () => {
		fc.assert(
			fc.property(textArbitrary, text => {
				const lines = text.split('\n').length;
				let here: TextBuffer | undefined = bufferOf(text);
				let top = here;
				let up = 0;
				for (; here !== undefined; here = lineUp(here)) {
					top = here;
					up += 1;
				}
				let down = 0;
				for (here = top; here !== undefined; here = lineDown(here)) {
					down += 1;
				}
				expect([up, down]).toEqual([lines, lines]);
			}),
		);
	});

	it('crosses a line of 20,000 wide characters', () => {
		const line = '漢'.repeat(20_000);
		expect(lineUp(bufferOf(`${line}\n${line}`))?.cursor).toBe(20_000);
	});
});

// Parts of graphemes, too: they join what stands before or after the cursor.
const parts = [...graphemes, ' ', '\n', '\u0301', '\u200d', '🏽', '🇨', '\ufe0f', '\u20e3', '\u1161', 'ि'];

const stepArbitrary = fc.oneof(
	fc.record({type: fc.constant('insert' as const), text: fc.constantFrom(...parts)}),
	fc.record({
		type: fc.constant('edit' as const),
		name: fc.constantFrom(...(Object.keys(edits) as EditName[])),
	}),
	fc.record({type: fc.constant('line' as const), move: fc.constantFrom(lineUp, lineDown)}),
);

const run = (start: TextBuffer, step: typeof stepArbitrary extends fc.Arbitrary<infer T> ? T : never) => {
	switch (step.type) {
		case 'insert':
			return insert(start, step.text);
		case 'edit':
			return edits[step.name](start);
		case 'line':
			return step.move(start) ?? start;
	}
};

describe('text that joins its neighbours', () => {
	it('takes the cursor along to where the joined grapheme ends', () => {
		expect(marked(insert(buffer('👩|👧'), '\u200d'))).toBe('👩\u200d👧|');
		expect(marked(insert(buffer('🇨|🇭'), '🇩'))).toBe('🇨🇩|🇭');
		expect(marked(insert(buffer('|🇨🇭'), '🇩'))).toBe('🇩🇨|🇭');
		expect(marked(edits.backspace(buffer('e\n|\u0301x')))).toBe('e\u0301|x');
		expect(marked(edits.delete(buffer('e|\n\u0301x')))).toBe('e\u0301|x');
		expect(marked(edits['word-left'](buffer('a \u0301b|')))).toBe('|a \u0301b');
	});

	it('leaves the cursor between graphemes, whatever meets what', () => {
		const pieces = fc.array(fc.constantFrom(...parts), {maxLength: 12}).map(list => list.join(''));
		fc.assert(
			fc.property(pieces, fc.nat(), fc.constantFrom(...parts), (text, place, added) => {
				const places = [...boundariesOf(text)];
				const before = {text, cursor: places[place % places.length] ?? 0};
				for (const after of [insert(before, added), ...Object.values(edits).map(edit => edit(before))]) {
					expect([...boundariesOf(after.text)]).toContain(after.cursor);
				}
			}),
			{numRuns: 1000},
		);
	});
});

describe('random edits', () => {
	it('keep the cursor between two graphemes and the text well-formed', () => {
		fc.assert(
			fc.property(textArbitrary, fc.array(stepArbitrary, {maxLength: 60}), (text, steps) => {
				let now = bufferOf(text);
				for (const step of steps) {
					now = run(now, step);
					expect([...boundariesOf(now.text)]).toContain(now.cursor);
					expect(/\p{Cs}/u.test(now.text)).toBe(false);
				}
			}),
			{numRuns: 500},
		);
	});

	it('never lose text by moving', () => {
		const moves: readonly EditName[] = ['left', 'right', 'word-left', 'word-right', 'line-start', 'line-end'];
		fc.assert(
			fc.property(textArbitrary, fc.array(fc.constantFrom(...moves)), (text, names) => {
				expect(names.reduce((now, name) => edits[name](now), bufferOf(text)).text).toBe(text);
			}),
		);
	});

	it('are undone by backspace when they insert one grapheme of its own', () => {
		const whole = graphemes.filter(
			text => boundariesOf(text).size === 2 && !/[\p{RI}\u1100-\u11ff]/u.test(text),
		);
		expect(whole.length).toBeGreaterThan(8);
		fc.assert(
			fc.property(textArbitrary, fc.nat(), fc.constantFrom(...whole, '\n', 'a'), (text, place, added) => {
				const places = [...boundariesOf(text)];
				const before = {text, cursor: places[place % places.length] ?? 0};
				expect(edits.backspace(insert(before, added))).toEqual(before);
			}),
		);
	});

	it('reach both ends by left and right alone', () => {
		fc.assert(
			fc.property(textArbitrary, text => {
				const count = boundariesOf(text).size - 1;
				let now = bufferOf(text);
				for (let step = 0; step < count; step++) {
					now = edits.left(now);
				}
				expect(now.cursor).toBe(0);
				for (let step = 0; step < count; step++) {
					now = edits.right(now);
				}
				expect(now.cursor).toBe(text.length);
			}),
		);
	});

	it('leave an empty draft empty when they only delete', () => {
		for (const name of ['backspace', 'delete', 'delete-word', 'delete-to-start', 'delete-to-end'] as const) {
			expect(edits[name](emptyBuffer)).toEqual(emptyBuffer);
		}
	});
});

describe('words in a long draft', () => {
	it('are found without looking at every beginning of the text', () => {
		// A pattern that starts again at every character needs minutes for this.
		const text = `${'x'.repeat(400_000)} last`;
		expect(edits['word-left'](bufferOf(text)).cursor).toBe(400_001);
		expect(edits['delete-word'](bufferOf(`${text} ${'y'.repeat(400_000)}`)).text).toBe(`${text} `);
	});
});
