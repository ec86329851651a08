import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {createAnswerTape} from '../../../source/core/cassettes/answer-tape.ts';
import type {ModelEvent} from '../../../source/domain/model.ts';
import {hideTokens} from '../../../source/support/hide-tokens.ts';

const text = (said: string): ModelEvent => ({type: 'text', text: said});

const textOf = (events: readonly ModelEvent[]): string =>
	events.map(event => (event.type === 'text' ? event.text : '')).join('');

/** What is written of these events, each a millisecond after the one before it. */
const tapeOf = (events: readonly ModelEvent[]) => {
	const written: {readonly event: ModelEvent; readonly at: number}[] = [];
	const tape = createAnswerTape((event, at) => written.push({event, at}), hideTokens);
	for (const [at, event] of events.entries()) tape.add(event, at);
	return {written, end: tape.end};
};

describe('the tape of an answer', () => {
	it('has no key that came in pieces, and everything else as it came', () => {
		const pieces = ['Use ', 'sk-', 'ant-', 'api03-abcdefgh', 'ijkl', ' to ', 'sign in.'];
		const calling: ModelEvent = {type: 'calling', modelName: 'one', characters: 1};
		const finished: ModelEvent = {type: 'finished', reason: 'stop'};
		const said = pieces.map(text);
		const {written} = tapeOf([...said.slice(0, 3), calling, ...said.slice(3), finished]);
		expect(written).toEqual([
			{event: text('Use '), at: 0},
			{event: calling, at: 3},
			{event: text('•••'), at: 5},
			{event: text(' to '), at: 6},
			{event: text('sign in.'), at: 7},
			{event: finished, at: 8},
		]);
	});

	it('keeps thinking and text apart', () => {
		const events: readonly ModelEvent[] = [{type: 'thinking', text: 'sk-'}, text('abcdefghijklmnop')];
		const {written, end} = tapeOf(events);
		end();
		expect(written.map(({event}) => event)).toEqual(events);
	});

	it('writes a long text while it comes, whole line by whole line', () => {
		const line = `${'word '.repeat(20)}\n`;
		const events = Array.from({length: 2000}, () => text(line));
		const {written, end} = tapeOf([...events, text('the end')]);
		const early = textOf(written.map(({event}) => event));
		expect(early.length).toBeGreaterThan(100_000);
		expect(early.endsWith('\n')).toBe(true);
		end();
		expect(textOf(written.map(({event}) => event))).toBe(`${line.repeat(2000)}the end`);
	});

	it('says the same as the whole text without its secrets, however it was cut', () => {
		const word = fc.constantFrom(
			'sk-',
			'abcdefghijklmnop',
			' ',
			'\n',
			'Bearer ',
			'x',
			'•••',
			'ghp_123456789012345',
		);
		fc.assert(
			fc.property(fc.array(word, {maxLength: 20}), words => {
				const {written, end} = tapeOf(words.map(text));
				end();
				expect(textOf(written.map(({event}) => event))).toBe(hideTokens(words.join('')));
				expect(written.map(({at}) => at)).toEqual(written.map(({at}) => at).toSorted((a, b) => a - b));
			}),
			{numRuns: 300},
		);
	});
});
