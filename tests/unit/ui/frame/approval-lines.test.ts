import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {ApprovalAsk} from '../../../../source/domain/ask.ts';
import {approvalChoices} from '../../../../source/ui/asks/ask-choices.ts';
import {emptyBuffer} from '../../../../source/ui/input/text-buffer.ts';
import {showInFull} from '../../../../source/ui/text/show-json.ts';
import {createStyles} from '../../../../source/ui/theme/styles.ts';
import {bar, build, type CardOptions, read} from '../../../helpers/ui-approval-card.ts';
import {askOf, hostile} from '../../../helpers/ui-samples.ts';
import {askArbitrary} from '../../../helpers/ui-states.ts';
import {seen, unsafeLines, withoutSpace} from '../../../helpers/ui-text.ts';

const styles = createStyles(true);
const position = /^lines? (\d+)(?:-(\d+))? of \d+/;

/** What can be read by scrolling down, line by line, from the top to the bottom. */
const readAll = (ask: ApprovalAsk, options: CardOptions): string => {
	const {maxScroll} = build(ask, options);
	const windows = Array.from({length: maxScroll + 1}, (_, scroll) => {
		const lines = read(ask, {...options, view: {scroll}});
		const label = lines.findIndex(line => position.test(line));
		const [, from = '1', to = from] = position.exec(lines[label] ?? '') ?? [];
		return label === -1 ? lines : lines.slice(label - (Number(to) - Number(from) + 1), label);
	});
	const [first = [], ...further] = windows;
	return [...first, ...further.map(lines => lines.at(-1) ?? '')].join('\n');
};

describe('the card of a question', () => {
	it('says who wants what, with what, and why it asks', () => {
		expect(read(askOf())).toEqual([
			'filesystem wants to run write_file',
			'may destroy · open world',
			'path: "notes.txt"',
			'content: "hello"',
			'asks because: the mode always-ask',
			'n deny · y once · s session · e edit · r reason · x open · esc stop',
		]);
	});

	it('has a bar along its side', () => {
		expect(build(askOf()).lines.every(line => bar.test(seen(line)))).toBe(true);
	});

	it('counts the questions that wait', () => {
		expect(read(askOf(), {count: 3})[0]).toBe('filesystem wants to run write_file  1 of 3');
		expect(read(askOf(), {count: 1, before: 2})[0]).toBe('filesystem wants to run write_file  3 of 3');
		expect(read(askOf(), {count: 1})[0]).not.toContain('1 of');
	});

	it('says so when there are no arguments', () => {
		expect(read(askOf({arguments: {}}))).toContain('no arguments');
	});

	it('highlights exactly the answer that enter gives', () => {
		for (const {choice, key, label} of approvalChoices) {
			const line = build(askOf({canKeep: true}), {width: 120, view: {highlight: choice}}).lines.at(-1) ?? '';
			expect(line.split('\u001b[7m').length).toBe(2);
			expect(line).toContain(styles.inverse(`${key} ${label}`));
		}
	});

	it('explains where the keys go when they do not answer', () => {
		expect(read(askOf(), {isDraftFocused: true}).at(-1)).toBe(
			'your draft has the keyboard: tab answers this instead, esc stops',
		);
		expect(read(askOf(), {view: {line: emptyBuffer}}).at(-1)).toBe(
			'a reason for the model, or none: enter denies the call, esc goes back',
		);
	});
});

describe('the arguments', () => {
	const long = askOf({
		arguments: {content: Array.from({length: 60}, (_, index) => `line ${index};`).join('\n')},
	});

	it('scroll from the first line to the last, and say where they are', () => {
		const {maxScroll} = build(long);
		expect(maxScroll).toBeGreaterThan(0);
		expect(read(long).join('\n')).toMatch(/lines 1-\d+ of 61/);
		expect(read(long, {view: {scroll: maxScroll}}).join('\n')).toMatch(/line 59;\nlines \d+-61 of 61/);
		expect(read(long, {view: {scroll: maxScroll + 100}})).toEqual(read(long, {view: {scroll: maxScroll}}));
	});

	it('need no scrolling when they fit', () => {
		expect(build(askOf()).maxScroll).toBe(0);
		expect(read(askOf()).join('\n')).not.toContain('scroll');
	});

	it('are all reachable, whole and in order, in any window', () => {
		fc.assert(
			fc.property(
				askArbitrary,
				fc.integer({min: 40, max: 120}),
				fc.integer({min: 4, max: 30}),
				(ask, width, height) => {
					const wanted = showInFull(ask.arguments, width - 4).map(
						({key, lines}) => `${key}:${lines.join('')}`,
					);
					expect(withoutSpace(readAll(ask, {width, height}))).toContain(withoutSpace(wanted.join('')));
				},
			),
			{numRuns: 300},
		);
	});

	it('lose no line between two steps of scrolling', () => {
		fc.assert(
			fc.property(fc.integer({min: 4, max: 30}), fc.integer({min: 40, max: 120}), (height, width) => {
				const text = readAll(long, {width, height});
				for (let index = 0; index < 60; index++) {
					expect(text).toContain(`line ${index};`);
				}
			}),
		);
	});

	it('of a long name are shown under it in full', () => {
		const ask = askOf({server: 's'.repeat(50), tool: 't'.repeat(50), arguments: {['k'.repeat(99)]: 1}});
		const text = withoutSpace(readAll(ask, {width: 40, height: 12}));
		expect(text).toContain('t'.repeat(50));
		expect(text).toContain('s'.repeat(50));
		expect(text).toContain('k'.repeat(99));
	});
});

describe('the height', () => {
	it('is never more than given, from seven lines on', () => {
		fc.assert(
			fc.property(
				askArbitrary,
				fc.integer({min: 40, max: 120}),
				fc.integer({min: 7, max: 30}),
				fc.nat({max: 99}),
				(ask, width, height, scroll) => {
					expect(build(ask, {width, height, view: {scroll}}).lines.length).toBeLessThanOrEqual(height);
				},
			),
			{numRuns: 300},
		);
	});
});

describe('hostile questions', () => {
	it('do nothing to the terminal by any field', () => {
		const ask = askOf({
			server: `s${hostile}`,
			tool: `t${hostile}`,
			rule: `r${hostile}`,
			annotations: {title: hostile},
			arguments: {
				[hostile]: hostile,
				deep: {[hostile]: [hostile, `${hostile}\n${hostile}`]},
				text: `a\n${hostile}`,
			},
		});
		const {lines} = build(ask, {height: 60});
		expect(unsafeLines(lines)).toEqual([]);
		expect(lines.length).toBeGreaterThan(10);
	});
});
