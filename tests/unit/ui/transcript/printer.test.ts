import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {AppFact} from '../../../../source/domain/event.ts';
import {type AppState, initialState} from '../../../../source/state/app-state.ts';
import {createStyles} from '../../../../source/ui/theme/styles.ts';
import {createMarkdownLoader} from '../../../../source/ui/transcript/markdown-writer.ts';
import {createPrinter, type PrintedBlock, type Printer} from '../../../../source/ui/transcript/printer.ts';
import {addressAsk, requested, signInAsk, stateAfter} from '../../../helpers/ui-samples.ts';
import {seen} from '../../../helpers/ui-text.ts';

const newPrinter = (): Printer =>
	createPrinter(() => createStyles(true), createMarkdownLoader().createAnswerWriter);
const linesOf = (blocks: readonly PrintedBlock[]): readonly string[] =>
	blocks.flatMap(({lines}) => lines.map(seen));

/** Prints after each group of facts, as the screen does when it is told. */
const printInSteps = (groups: readonly (readonly AppFact[])[]): readonly PrintedBlock[] => {
	const printer = newPrinter();
	let state: AppState = initialState;
	return groups.flatMap(facts => {
		state = stateAfter(facts, state);
		return printer.advance(state, 80);
	});
};

const accepted = (id: string): AppFact => ({
	type: 'message-accepted',
	turnId: id,
	messageId: `${id}-m`,
	text: `question ${id}`,
});
const stepOf = (turnId: string, text: string): readonly AppFact[] => [
	{type: 'step-started', turnId, stepId: `${turnId}-s`, model: 'm'},
	...Array.from(text).map((part): AppFact => ({type: 'answer-streamed', stepId: `${turnId}-s`, text: part})),
	{type: 'step-finished', stepId: `${turnId}-s`, reason: 'stop', blocks: [{type: 'text', text}]},
];
const notice = (text: string): AppFact => ({type: 'notice-raised', tone: 'info', text});

describe('the printer', () => {
	it('prints what is settled, in order, with an empty line between', () => {
		const facts = [accepted('a'), ...stepOf('a', 'answer a'), notice('by the way')];
		expect(linesOf(printInSteps([facts]))).toEqual(['› question a', '', 'answer a', '', '  by the way']);
	});

	it('leaves an empty line below what stands above', () => {
		const printer = createPrinter(
			() => createStyles(true),
			createMarkdownLoader().createAnswerWriter,
			undefined,
			true,
		);
		expect(linesOf(printer.advance(stateAfter([accepted('a')]), 80))).toEqual(['', '› question a']);
	});

	it('goes on with an answer right below the part of it that is printed', () => {
		const printer = newPrinter();
		const written = '```\nfirst\nsecond\nthi';
		const state = stateAfter([accepted('a'), ...stepOf('a', written).slice(0, -1)]);
		expect(linesOf(printer.advance(state, 80)).at(-1)).toBe('second');
		expect(printer.pending(state, 80)).toMatchObject({answerLines: ['thi'], isContinued: true});
	});

	it('keeps the reports of one server together', () => {
		const report = (server: string, text: string): AppFact => ({
			type: 'notice-raised',
			tone: 'warning',
			text,
			server,
		});
		const facts = [report('a', 'one'), report('a', 'two'), report('b', 'three'), notice('x'), notice('y')];
		expect(linesOf(printInSteps([facts]))).toEqual(['  one', '  two', '', '  three', '', '  x', '', '  y']);
	});

	it('prints nothing twice', () => {
		const printer = newPrinter();
		const state = stateAfter([accepted('a')]);
		expect(printer.advance(state, 80)).toHaveLength(1);
		expect(printer.advance(state, 80)).toEqual([]);
		expect(printer.advance(stateAfter([notice('x')], state), 40)).toHaveLength(1);
	});

	it('prints the finished paragraphs of an answer that still grows, and shows the rest', () => {
		const printer = newPrinter();
		const [start, ...parts] = stepOf('a', 'first\n\nsecond');
		const state = stateAfter([accepted('a'), ...(start ? [start] : []), ...parts.slice(0, -1)]);
		expect(linesOf(printer.advance(state, 80)).join('\n')).toMatch(/question a\n\nfirst/);
		expect(printer.pending(state, 80).answerLines.map(seen).join('\n')).toContain('second');
		const done = stateAfter(parts.slice(-1), state);
		expect(linesOf(printer.advance(done, 80)).filter(line => line !== '')).toEqual(['second']);
		expect(printer.pending(done, 80).answerLines).toEqual([]);
	});

	it('lets calls stand together and holds back what follows one that is not over', () => {
		const printer = newPrinter();
		const waiting = stateAfter([accepted('a'), requested('one'), requested('two'), notice('later')]);
		expect(linesOf(printer.advance(waiting, 80))).toEqual(['› question a']);
		expect(printer.pending(waiting, 80)).toMatchObject({
			calls: [{callId: 'one'}, {callId: 'two'}],
			notices: [{text: 'later'}],
		});

		const second = stateAfter([{type: 'call-denied', callId: 'two', rule: 'no'}], waiting);
		expect(printer.advance(second, 80)).toEqual([]);
		expect(printer.pending(second, 80).calls).toHaveLength(2);

		const both = stateAfter([{type: 'call-denied', callId: 'one', rule: 'no'}], second);
		expect(linesOf(printer.advance(both, 80))).toEqual([
			'',
			'⊘ filesystem write_file · denied',
			'  no',
			'⊘ filesystem write_file · denied',
			'  no',
			'',
			'  later',
		]);
		expect(printer.pending(both, 80)).toEqual({answerLines: [], calls: [], notices: []});
	});

	it('goes on after an answer that never came', () => {
		const facts: readonly AppFact[] = [
			accepted('a'),
			{type: 'step-started', turnId: 'a', stepId: 'a-s', model: 'm'},
			{type: 'turn-interrupted', turnId: 'a'},
			notice('next'),
		];
		expect(linesOf(printInSteps(facts.map(fact => [fact]))).filter(line => line !== '')).toEqual([
			'› question a',
			'■ interrupted',
			'  next',
		]);
	});

	it('prints the part of an answer that was cut', () => {
		const facts: readonly AppFact[] = [
			accepted('a'),
			...stepOf('a', 'half an ans').slice(0, -1),
			{type: 'turn-failed', turnId: 'a', failure: {code: 'x', message: 'lost'}},
		];
		expect(linesOf(printInSteps(facts.map(fact => [fact]))).filter(line => line !== '')).toEqual([
			'› question a',
			'half an ans',
			'✘ lost',
		]);
	});

	it('gives every block an id of its own', () => {
		const facts = ['a', 'b', 'c'].flatMap(id => [accepted(id), ...stepOf(id, 'x\n\ny'), notice(id)]);
		const ids = printInSteps(facts.map(fact => [fact])).map(({id}) => id);
		expect(new Set(ids).size).toBe(ids.length);
		expect(ids.length).toBeGreaterThan(8);
	});
});

/** A whole turn, with markers that must each be printed once: answers, calls that end in any order, notices. */
const turnArbitrary = (id: string): fc.Arbitrary<{facts: readonly AppFact[]; order: readonly string[]}> =>
	fc
		.record({
			paragraphs: fc.integer({min: 1, max: 4}),
			calls: fc.integer({min: 0, max: 3}),
			isReversed: fc.boolean(),
			isFailed: fc.boolean(),
			hasNotice: fc.boolean(),
		})
		.map(({paragraphs, calls, isReversed, isFailed, hasNotice}) => {
			const texts = Array.from({length: paragraphs}, (_, index) => `[${id}-p${index}]`);
			const callIds = Array.from({length: calls}, (_, index) => `${id}-c${index}`);
			const ends = isReversed ? callIds.toReversed() : callIds;
			return {
				facts: [
					{...accepted(id), text: `[${id}-q]`} as AppFact,
					...stepOf(id, texts.join('\n\n')),
					...callIds.map(callId => requested(callId)),
					...(hasNotice ? [notice(`[${id}-n]`)] : []),
					...ends.map((callId): AppFact => ({type: 'call-denied', callId, rule: `[${callId}]`})),
					isFailed
						? {type: 'turn-failed', turnId: id, failure: {code: 'x', message: `[${id}-f]`}}
						: {type: 'turn-finished', turnId: id},
				],
				order: [
					`[${id}-q]`,
					...texts,
					...callIds.map(callId => `[${callId}]`),
					...(hasNotice ? [`[${id}-n]`] : []),
					...(isFailed ? [`[${id}-f]`] : []),
				],
			};
		});

describe('random turns, printed at random moments', () => {
	it('print everything exactly once and in order', () => {
		const turns = fc.tuple(turnArbitrary('a'), turnArbitrary('b'), turnArbitrary('c'));
		fc.assert(
			fc.property(turns, fc.array(fc.integer({min: 1, max: 12}), {minLength: 1}), (list, sizes) => {
				const facts = list.flatMap(turn => turn.facts);
				const groups: AppFact[][] = [];
				for (let index = 0, group = 0; index < facts.length; group++) {
					const size = sizes[group % sizes.length] ?? 1;
					groups.push(facts.slice(index, index + size));
					index += size;
				}
				const printed = linesOf(printInSteps(groups)).join('\n');
				expect(printed.match(/\[[abc]-[a-z]\d*\]/g)).toEqual(list.flatMap(({order}) => order));
			}),
			{numRuns: 300},
		);
	});

	it('print the same lines as all at once, apart from where they are cut into blocks', () => {
		fc.assert(
			fc.property(turnArbitrary('a'), ({facts}) => {
				expect(linesOf(printInSteps(facts.map(fact => [fact])))).toEqual(linesOf(printInSteps([facts])));
			}),
		);
	});
});

describe('the address of a page', () => {
	const url = `https://login.example.org/authorize?state=${'x'.repeat(300)}`;
	const raised: AppFact = {type: 'ask-raised', ask: addressAsk(url)};
	const label = '  airline wants you to open this page:';

	it('is printed in one piece and once, though a call still runs', () => {
		const printer = newPrinter();
		const state = stateAfter([accepted('a'), requested('call-1'), raised]);
		const blocks = printer.advance(state, 80);
		expect(linesOf(blocks)).toEqual(['› question a', '', label, url]);
		expect(printer.advance(state, 40)).toEqual([]);
	});

	it('is printed for a sign-in, when its turn comes', () => {
		const second = {...signInAsk, request: {...signInAsk.request, url}};
		const groups: readonly (readonly AppFact[])[] = [
			[raised, {type: 'ask-raised', ask: second}],
			[{type: 'ask-withdrawn', askId: 'address-1'}],
			[{type: 'browser-tried', askId: second.askId, browser: 'started'}],
		];
		expect(linesOf(printInSteps(groups))).toEqual([label, url, '', label, url]);
	});

	it('waits for the end of an answer', () => {
		const [start, ...parts] = stepOf('a', 'first');
		const groups = [[accepted('a'), ...(start ? [start] : []), raised], parts];
		expect(linesOf(printInSteps(groups))).toEqual(['› question a', '', 'first', '', label, url]);
	});

	it('is not printed when it is no address or has no end', () => {
		for (const wrong of ['not an address', `https://example.org/${'x'.repeat(8000)}`]) {
			expect(printInSteps([[{type: 'ask-raised', ask: addressAsk(wrong)}]])).toEqual([]);
		}
	});
});
