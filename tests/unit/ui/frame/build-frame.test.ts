import fc from 'fast-check';
import stringWidth from 'string-width';
import {describe, expect, it} from 'vitest';
import type {AppFact} from '../../../../source/domain/event.ts';
import {type AppState, initialState} from '../../../../source/state/app-state.ts';
import {buildFrame, type Frame, type FrameInput} from '../../../../source/ui/frame/build-frame.ts';
import {bufferOf} from '../../../../source/ui/input/text-buffer.ts';
import {createStyles} from '../../../../source/ui/theme/styles.ts';
import {createMarkdownLoader} from '../../../../source/ui/transcript/markdown-writer.ts';
import {createPrinter} from '../../../../source/ui/transcript/printer.ts';
import {initialView} from '../../../../source/ui/view-state.ts';
import {asking, askOf, hostile, requested, stateAfter} from '../../../helpers/ui-samples.ts';
import {stateArbitrary, viewArbitrary} from '../../../helpers/ui-states.ts';
import {seen, unsafeLines} from '../../../helpers/ui-text.ts';

const styles = createStyles(true);

const frameOf = (state: AppState, change: Partial<FrameInput> = {}): Frame => {
	const columns = change.columns ?? 80;
	const printer = createPrinter(() => styles, createMarkdownLoader().createAnswerWriter);
	printer.advance(state, columns);
	return buildFrame({
		state,
		view: initialView,
		pending: printer.pending(state, columns),
		isAskFocused: true,
		suggestion: undefined,
		columns,
		rows: 24,
		now: 5000,
		spinner: '⠋',
		styles,
		...change,
	});
};

const seenLines = (frame: Frame): readonly string[] => frame.lines.map(seen);
const askView = {askId: 'ask-1', shownAt: 0, highlight: 'deny', scroll: 0, isFocused: false} as const;
const turn: AppFact = {type: 'message-accepted', turnId: 'turn-1', messageId: 'm', text: 'go'};
const step: AppFact = {type: 'step-started', turnId: 'turn-1', stepId: 'step-1', model: 'm'};

describe('the frame', () => {
	it('is shorter than the window, no wider than it, and holds the cursor, in any state and size', () => {
		const sizes = fc.tuple(fc.integer({min: 10, max: 200}), fc.integer({min: 5, max: 60}));
		fc.assert(
			fc.property(
				stateArbitrary,
				viewArbitrary,
				sizes,
				fc.boolean(),
				(state, view, [columns, rows], isAskFocused) => {
					const frame = frameOf(state, {view, columns, rows, isAskFocused});
					expect(frame.lines.length).toBeLessThan(rows);
					for (const line of frame.lines) {
						expect(stringWidth(line), JSON.stringify(seen(line))).toBeLessThanOrEqual(columns);
						expect(line).not.toContain('\n');
					}
					expect(frame.cursor.y).toBeGreaterThanOrEqual(0);
					expect(frame.cursor.y).toBeLessThan(frame.lines.length);
					expect(frame.cursor.x).toBeGreaterThanOrEqual(0);
					expect(frame.cursor.x).toBeLessThan(columns);
					expect(unsafeLines(frame.lines)).toEqual([]);
				},
			),
			{numRuns: 1000},
		);
	});

	it('shows a call that runs right below those that are over', () => {
		const denied: AppFact = {type: 'call-denied', callId: 'one', rule: 'no'};
		const calls = [turn, step, requested('one'), requested('two')];
		expect(seenLines(frameOf(stateAfter(calls)))[0]).toBe('');
		expect(seenLines(frameOf(stateAfter([...calls, denied])))[0]).toBe('○ filesystem write_file');
	});

	it('stays inside windows that are absurdly small', () => {
		fc.assert(
			fc.property(
				stateArbitrary,
				viewArbitrary,
				fc.integer({min: 12, max: 40}),
				fc.integer({min: 4, max: 10}),
				(state, view, columns, rows) => {
					const {lines, cursor} = frameOf(state, {view, columns, rows});
					for (const line of lines) {
						expect(stringWidth(line), seen(line)).toBeLessThanOrEqual(columns);
					}
					expect(cursor.x).toBeLessThan(columns);
					expect(lines.length).toBeLessThan(rows);
					expect(cursor.y).toBeLessThan(lines.length);
				},
			),
			{numRuns: 300},
		);
	});

	it('shows who asks and the keys of a question in the smallest window', () => {
		const state = stateAfter(asking(askOf({arguments: {content: 'x\n'.repeat(50)}, canKeep: true})));
		const lines = seenLines(frameOf(state, {view: {...initialView, ask: askView}, columns: 40, rows: 10}));
		expect(lines.join('\n')).toMatch(/filesystem wants to run write_file/);
		expect(lines.join('\n')).toMatch(/line 1 of \d+, /);
		for (const key of ['n deny', 'y once', 's session', 'a always', 'e edit', 'r reason', 'esc stop']) {
			expect(lines.join('\n')).toContain(key);
		}
	});

	it('shows a question whole enough to answer it or not at all, in any window', () => {
		const sizes = fc.tuple(fc.integer({min: 12, max: 120}), fc.integer({min: 4, max: 24}));
		const drafts = fc.constantFrom('', 'draft', 'a\nb\nc\nd\ne\nf');
		fc.assert(
			fc.property(sizes, drafts, fc.nat({max: 60}), ([columns, rows], draft, scroll) => {
				const state = stateAfter([...asking(askOf({arguments: {content: 'x\n'.repeat(50)}})), step]);
				const view = {...initialView, draft: bufferOf(draft), ask: {...askView, scroll}};
				const frame = frameOf(state, {view, columns, rows});
				const text = seenLines(frame).join('\n');
				expect(/┃ f.* wants to run w/.test(text)).toBe(frame.askId === 'ask-1');
				expect(/lines? \d+(?:-\d+)? of/.test(text)).toBe(frame.askId === 'ask-1');
				expect(/esc (deny and )?stop|answers/.test(text)).toBe(frame.askId === 'ask-1');
				expect(text.includes('make the ')).toBe(frame.askId === undefined);
			}),
		);
	});

	const lowWindows: readonly (readonly [columns: number, rows: number, isShown: boolean])[] = [
		[40, 11, true],
		[40, 10, true],
		[40, 9, true],
		[40, 8, false],
		[80, 8, true],
		[80, 8, true],
		[80, 7, false],
		[80, 4, false],
		[20, 24, false],
	];
	for (const [columns, rows, isShown] of lowWindows) {
		it(`${isShown ? 'shows' : 'asks for a larger window to show'} a question at ${columns}x${rows}`, () => {
			const state = stateAfter([...asking(askOf({arguments: {content: 'x\n'.repeat(50)}})), step]);
			const frame = frameOf(state, {view: {...initialView, ask: askView}, columns, rows});
			expect(frame.askId).toBe(isShown ? 'ask-1' : undefined);
			expect(frame.lines.length).toBeLessThan(rows);
			expect(seenLines(frame).some(line => line.startsWith('make the window'))).toBe(!isShown);
		});
	}

	it('shows no question behind the keys', () => {
		const view = {...initialView, isKeysOpen: true, ask: askView};
		expect(frameOf(stateAfter(asking(askOf())), {view}).askId).toBeUndefined();
	});

	it('ends with the draft, under the footer', () => {
		const frame = frameOf(initialState, {view: {...initialView, draft: bufferOf('hello')}});
		expect(seenLines(frame).at(-1)).toBe('› hello');
		expect(seenLines(frame).at(-2)).toContain('always-ask');
		expect(frame.cursor).toEqual({x: 7, y: frame.lines.length - 1});
	});

	it('invites to write when nothing is going on, or suggests', () => {
		expect(seenLines(frameOf(initialState)).at(-1)).toBe('› message, or / for commands');
		expect(seenLines(frameOf(initialState, {suggestion: 'what time is it?'})).at(-1)).toBe(
			'› what time is it?  ↵',
		);
	});

	it('lets a suggestion do nothing to the terminal, nor to its own height', () => {
		const frame = frameOf(initialState, {suggestion: `a${hostile}\nb`});
		expect(unsafeLines(frame.lines)).toEqual([]);
		expect(frame.lines.some(line => line.includes('\n'))).toBe(false);
	});

	it('shows a spinner while the model is silent, and its thoughts on one line', () => {
		expect(seenLines(frameOf(stateAfter([turn, step])))).toContain('⠋ working');
		const thinking: AppFact = {type: 'thinking-streamed', stepId: 'step-1', text: 'hm\nlet me see'};
		expect(seenLines(frameOf(stateAfter([turn, step, thinking])))).toContain('⠋ thinking: let me see');
	});

	it('shows the end of long thoughts', () => {
		const thinking: AppFact = {
			type: 'thinking-streamed',
			stepId: 'step-1',
			text: `${'hm '.repeat(100_000)}so ${'x'.repeat(190)}`,
		};
		const text = seenLines(frameOf(stateAfter([turn, step, thinking]), {columns: 300})).join('\n');
		expect(text).toMatch(/⠋ thinking: ….*hm so x{190}\n/);
	});

	it('names the servers that a message waits for, three of them at most, and says what keys do', () => {
		const awaits = (...servers: readonly string[]): AppFact => ({type: 'servers-awaited', servers});
		const read = (columns: number, ...facts: readonly AppFact[]) =>
			seenLines(frameOf(stateAfter(facts), {columns}));
		expect(read(80, awaits('one'))).toContain(
			'⠋ Waiting for 1 server: one · any key sends without it, Esc stops',
		);
		expect(read(100, awaits('one', 'two', 'three', 'four', 'five'))).toContain(
			'⠋ Waiting for 5 servers: one, two, three and 2 more · any key sends without them, Esc stops',
		);
		const low = read(40, awaits('one', 'two', 'three', 'four', 'five'));
		expect(low).toContain('  any key sends without them, Esc stops');
		expect(read(80, awaits('one'), awaits()).join()).not.toContain('Waiting for');
	});

	it('shows the unfinished end of an answer and keeps its last lines in a low window', () => {
		const text = Array.from({length: 30}, (_, index) => `line ${index}`).join('\n');
		const state = stateAfter([turn, step, {type: 'answer-streamed', stepId: 'step-1', text}]);
		const lines = seenLines(frameOf(state, {rows: 12}));
		expect(lines.join('\n')).toContain('line 29');
		expect(lines.join('\n')).not.toContain('line 1\n');
		expect(lines.some(line => /^… \d+ more$/.test(line))).toBe(true);
	});

	it('shows a notice that was raised behind a call that is not over', () => {
		const state = stateAfter([
			turn,
			requested('call-1'),
			{type: 'notice-raised', tone: 'info', text: 'help!'},
		]);
		expect(seenLines(frameOf(state))).toContain('  help!');
	});

	it('shows the reason being typed in the place of the draft', () => {
		const state = stateAfter(asking(askOf()));
		const view = {...initialView, draft: bufferOf('draft'), ask: {...askView, line: bufferOf('because')}};
		expect(seenLines(frameOf(state, {view})).at(-1)).toBe('› because');
		const empty = {...view, ask: {...askView, line: bufferOf('')}};
		expect(seenLines(frameOf(state, {view: empty})).at(-1)).toBe('› why not?');
	});

	it('tells that the draft has the keyboard', () => {
		const state = stateAfter(asking(askOf()));
		const view = {...initialView, draft: bufferOf('draft'), ask: askView};
		const text = (change: Partial<FrameInput>): string => seenLines(frameOf(state, change)).join('\n');
		expect(text({view, isAskFocused: false})).toContain('tab answers this instead');
		expect(text({view: {...view, ask: {...askView, isFocused: true}}})).not.toContain('tab answers');
		expect(text({view: {...view, draft: bufferOf('')}})).toContain('y once');
	});

	it('shows the keys when asked, instead of what goes on', () => {
		const state = stateAfter([turn, step]);
		const lines = seenLines(frameOf(state, {view: {...initialView, isKeysOpen: true}, rows: 60}));
		expect(lines.join('\n')).toMatch(/any (other )?key closes this/);
		expect(lines.join('\n')).not.toContain('working');
	});
});

describe('a model that makes us wait', () => {
	const waiting: AppFact = {
		type: 'retry-scheduled',
		turnId: 'turn-1',
		failure: {code: 'overloaded', message: 'Anthropic is overloaded (529).'},
		attempt: 2,
		attempts: 6,
		until: 12_400,
	};

	it('is named with its reason, and the seconds are counted down', () => {
		const state = stateAfter([turn, step, waiting]);
		const lines = seenLines(frameOf(state, {now: 5000}));
		expect(lines).toContain('  Anthropic is overloaded (529).');
		expect(lines).toContain('⠋ trying again in 8 s, 2 of 6, esc stops');
		expect(lines.join('\n')).not.toContain('working');
		expect(seenLines(frameOf(state, {now: 12_000}))).toContain('⠋ trying again in 1 s, 2 of 6, esc stops');
	});

	it('is no longer waited for once the next attempt has begun', () => {
		const again: AppFact = {type: 'step-started', turnId: 'turn-1', stepId: 'step-2', model: 'm'};
		expect(seenLines(frameOf(stateAfter([turn, step, waiting, again]))).join('\n')).not.toContain('again in');
	});

	it('in the middle of an answer is said to be quiet, and for how long', () => {
		const state = stateAfter([turn, step, {type: 'answer-streamed', stepId: 'step-1', text: 'Half'}]);
		expect(seenLines(frameOf(state, {now: 2000})).join('\n')).not.toContain('nothing new');
		expect(seenLines(frameOf(state, {now: 14_500}))).toContain('⠋ nothing new for 14 s, esc stops');
	});

	it('by writing a long call shows how much of it is there', () => {
		const draft: AppFact = {
			type: 'call-drafted',
			stepId: 'step-1',
			modelName: 'files__write',
			characters: 4096,
		};
		const text: AppFact = {type: 'answer-streamed', stepId: 'step-1', text: 'Here it comes.'};
		const lines = seenLines(frameOf(stateAfter([turn, step, text, draft])));
		expect(lines).toContain('⠋ writing a call of files__write, 4.0 KB');
	});

	it('by summarising says so', () => {
		const state = stateAfter([{type: 'compaction-started', compactionId: 'c'}]);
		expect(seenLines(frameOf(state))).toContain('⠋ summarising the conversation, esc stops');
	});
});
