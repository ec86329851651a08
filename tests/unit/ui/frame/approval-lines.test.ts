import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {ApprovalAsk} from '../../../../source/domain/ask.ts';
import {approvalChoices} from '../../../../source/ui/asks/ask-choices.ts';
import {approvalLines} from '../../../../source/ui/frame/approval-lines.ts';
import {emptyBuffer} from '../../../../source/ui/input/text-buffer.ts';
import {showInFull} from '../../../../source/ui/text/show-json.ts';
import {createStyles} from '../../../../source/ui/theme/styles.ts';
import type {AskView} from '../../../../source/ui/view-state.ts';
import {askOf, hostile} from '../../../helpers/ui-samples.ts';
import {askArbitrary} from '../../../helpers/ui-states.ts';
import {seen, unsafeLines, withoutSpace} from '../../../helpers/ui-text.ts';

const styles = createStyles(true);
const askView: AskView = {askId: 'ask-1', shownAt: 0, highlight: 'deny', scroll: 0, isFocused: false};

type Options = {
	readonly width?: number;
	readonly height?: number;
	readonly count?: number;
	readonly before?: number;
	readonly isDraftFocused?: boolean;
	readonly view?: Partial<AskView>;
};

const build = (ask: ApprovalAsk, {view, ...change}: Options = {}) =>
	approvalLines(
		ask,
		{...askView, ...view},
		{width: 80, height: 20, styles, count: 1, before: 0, isDraftFocused: false, ...change},
	);

const bar = /^┃ /;
const read = (ask: ApprovalAsk, options: Options = {}): readonly string[] =>
	build(ask, options).lines.map(line => seen(line).replace(bar, ''));

const position = /^lines (\d+)-(\d+) of \d+/;

/** What can be read by scrolling down, line by line, from the top to the bottom. */
const readAll = (ask: ApprovalAsk, options: Options): string => {
	const {maxScroll} = build(ask, options);
	const windows = Array.from({length: maxScroll + 1}, (_, scroll) => {
		const lines = read(ask, {...options, view: {scroll}});
		const label = lines.findIndex(line => position.test(line));
		const [, from = '1', to = '0'] = position.exec(lines[label] ?? '') ?? [];
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
			'asks because of the mode always-ask',
			'n deny · y once · s session · e edit · r reason · esc deny and stop',
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
			'your draft has the keyboard: tab answers this instead',
		);
		expect(read(askOf(), {view: {line: emptyBuffer}}).at(-1)).toBe(
			'reason for the model, enter sends it, esc goes back',
		);
	});
});

describe('the badges', () => {
	const hints = [undefined, true, false] as const;
	const said = (words: string, isTrusted: boolean): string => (isTrusted ? words : `says ${words}`);
	const badgesOf = (change: Partial<ApprovalAsk>): string => read(askOf(change))[1] ?? '';

	for (const readOnlyHint of hints) {
		for (const destructiveHint of hints) {
			for (const openWorldHint of hints) {
				const given = Object.entries({readOnlyHint, destructiveHint, openWorldHint}).filter(
					([, value]) => value !== undefined,
				);
				it(`take a missing hint for the worst with ${JSON.stringify(Object.fromEntries(given))}`, () => {
					for (const isTrusted of [false, true]) {
						const text = badgesOf({annotations: Object.fromEntries(given), isTrusted});
						const mayWrite = readOnlyHint !== true || destructiveHint === true;
						const badges = text.split(' · ');
						expect(badges.includes(said('read-only', isTrusted))).toBe(!mayWrite);
						expect(badges.includes('destructive')).toBe(mayWrite && destructiveHint === true);
						expect(badges.includes('may destroy')).toBe(mayWrite && destructiveHint === undefined);
						expect(badges.includes('open world')).toBe(openWorldHint !== false);
						// A promise of somebody whom the user does not trust is no more than that.
						expect(badges.includes('says closed world')).toBe(openWorldHint === false && !isTrusted);
						expect(badges.includes('says not destructive')).toBe(
							mayWrite && destructiveHint === false && !isTrusted,
						);
					}
				});
			}
		}
	}
});

describe('what makes a call suspicious', () => {
	it('is a badge and a sentence each, before the arguments', () => {
		expect(
			read(askOf({flags: ['It hides something.', 'Its name is that of another tool.']})).slice(1, 5),
		).toEqual([
			'suspicious · may destroy · open world',
			'! It hides something.',
			'! Its name is that of another tool.',
			'path: "notes.txt"',
		]);
	});

	it('is where its arguments came from', () => {
		const sources = [
			{server: 'web', tool: 'fetch', argument: 'path'},
			{server: 'mail', tool: 'read'},
		];
		expect(read(askOf({sources})).slice(2, 4)).toEqual([
			'path came from the result of fetch (web)',
			'text of mail came into this turn',
		]);
	});

	it('is what has changed since the user said "always"', () => {
		const changes = [
			{
				part: 'command',
				difference: [
					{type: 'same', text: 'npx '},
					{type: 'removed', text: 'files'},
					{type: 'added', text: 'f1les'},
				],
			},
		] as const;
		const ask = askOf({changes});
		expect(read(ask)).toEqual([
			'filesystem wants to run write_file',
			'changed · may destroy · open world',
			'path: "notes.txt"',
			'content: "hello"',
			'',
			'changed since you said "always":',
			'command:',
			'  npx filesf1les',
			'asks because of the mode always-ask',
			'n deny · y once · s session · e edit · r reason · esc deny and stop',
		]);
		expect(build(ask).lines.join('\n')).toContain(styles.good('f1les'));
	});
});

describe('an "always"', () => {
	it('is offered only where it can be kept', () => {
		expect(read(askOf()).at(-1)).not.toContain('always');
		expect(read(askOf({canKeep: true})).at(-1)).toBe(
			'n deny · y once · s session · a always · e edit · r reason · esc deny and stop',
		);
	});

	it('asks for what it holds, says how long, and keeps the arguments in sight', () => {
		const view = {isKeeping: true, highlight: 'back'} as const;
		expect(read(askOf({canKeep: true}), {width: 120, view}).slice(2)).toEqual([
			'path: "notes.txt"',
			'content: "hello"',
			'an "always" holds in later sessions too, until the tool or the way to its server changes',
			'esc back · t always this tool · s always every tool of this server',
		]);
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
					const wanted = showInFull(ask.arguments).map(({key, lines}) => `${key}:${lines.join('')}`);
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
