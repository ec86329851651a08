import fc from 'fast-check';
import stringWidth from 'string-width';
import {describe, expect, it} from 'vitest';
import {createStyles} from '../../../../source/ui/theme/styles.ts';
import {itemLines, noticeLines} from '../../../../source/ui/transcript/item-lines.ts';
import {seen, textArbitrary, withoutSpace} from '../../../helpers/ui-text.ts';

const styles = createStyles(true);
const show = (item: Parameters<typeof itemLines>[0], width = 40): readonly string[] =>
	itemLines(item, width, styles).map(seen);

describe('items of the transcript', () => {
	it('show a message of the user behind a mark', () => {
		expect(show({type: 'user', id: 'a', turnId: 't', at: 0, text: 'one\n\ntwo'})).toEqual([
			'› one',
			'',
			'  two',
		]);
	});

	it('show that a turn was interrupted', () => {
		expect(show({type: 'turn-end', id: 'a', outcome: 'interrupted'})).toEqual(['■ interrupted']);
	});

	it('show why a turn failed and what to do', () => {
		const failure = {code: 'x', message: 'the model is gone', hint: 'try again'};
		expect(show({type: 'turn-end', id: 'a', outcome: 'failed', failure})).toEqual([
			'✘ the model is gone',
			'  try again',
		]);
	});

	it('begin every further line of an error below its first word', () => {
		const failure = {code: 'x', message: 'one two three four five six'};
		expect(show({type: 'turn-end', id: 'a', outcome: 'failed', failure}, 16)).toEqual([
			'✘ one two three',
			'  four five six',
		]);
	});

	it('show no more of an error of megabytes than can be read', () => {
		const long = 'word '.repeat(1_000_000);
		const failure = {code: 'x', message: long, hint: long};
		for (const lines of [
			show({type: 'turn-end', id: 'a', outcome: 'failed', failure}),
			noticeLines({type: 'notice', id: 'a', tone: 'error', text: long}, 40, styles),
		]) {
			expect(lines.length).toBeLessThan(2000);
			expect(lines.join('\n')).toContain('4,980,000 more characters');
		}
	});

	it('show where the model has only a summary of what is above', () => {
		const item = {type: 'compaction', id: 'c', summary: 's', tokensBefore: 90_000, tokensAfter: 900} as const;
		expect(show(item, 80).join(' ')).toContain('about 90.0k tokens became 900 tokens');
	});

	it('show a warning in another tone than a note', () => {
		const notice = {type: 'notice', id: 'a', text: 'careful'} as const;
		expect(noticeLines({...notice, tone: 'warning'}, 40, styles)).toEqual([`  ${styles.warn('careful')}`]);
		expect(noticeLines({...notice, tone: 'info'}, 40, styles)).toEqual([`  ${styles.dim('careful')}`]);
	});

	it('fit the window and lose no character', () => {
		fc.assert(
			fc.property(textArbitrary, fc.integer({min: 10, max: 80}), (text, width) => {
				const lines = show({type: 'user', id: 'a', turnId: 't', at: 0, text}, width);
				expect(Math.max(...lines.map(line => stringWidth(line)))).toBeLessThanOrEqual(width);
				expect(withoutSpace(lines.join('').slice(1))).toBe(withoutSpace(text));
			}),
		);
	});
});

describe('the mark of a rewind', () => {
	const item = {type: 'rewind', id: 'r', text: 'Delete it all', messages: 1, ran: []} as const;

	it('says what the model no longer sees, what is not undone, and how to come back', () => {
		const ran = [
			{server: 'files', tool: 'write', isUnknown: false},
			{server: 'files', tool: 'write', isUnknown: true},
			{server: 'web', tool: 'fetch', isUnknown: false},
		];
		expect(show({...item, messages: 3, ran}, 200)).toEqual([
			'↶ Back to before "Delete it all". The model no longer sees that message, the 2 after it and what came of them.',
			'  What tools did is not undone. These ran: files write (2 times) (outcome unknown), web fetch.',
			'  /rewind undo takes this back, as long as you send, retry and compact nothing.',
		]);
		expect(show(item, 200)[0]).toContain('no longer sees that message and what came of it.');
		expect(show({type: 'rewind-undone', id: 'u', text: 'Delete it all'}, 200)).toEqual([
			'↷ Back to where you were: what came from "Delete it all" on counts again.',
		]);
	});
});
