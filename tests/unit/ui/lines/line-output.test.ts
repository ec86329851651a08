import {describe, expect, it} from 'vitest';
import {createLineOutput} from '../../../../source/ui/lines/line-output.ts';
import {startLineChat} from './line-chat-run.ts';

const written = (width: number, ...lines: readonly string[]): string => {
	let text = '';
	createLineOutput(
		piece => {
			text += piece;
		},
		() => 0,
		width,
	).say(lines);
	return text;
};

describe('lines that are written', () => {
	it('break at words, each row where the line begins', () => {
		expect(written(12, 'one two three four', '  five six seven\nand more')).toBe(
			'one two\nthree four\n  five six\n  seven\nand more\n',
		);
	});

	it('never break a word, so that an address can be copied', () => {
		expect(written(12, 'go to https://example.org/path now')).toBe('go to\nhttps://example.org/path\nnow\n');
	});

	it('break in one pass, however much space is in them', () => {
		const space = ' '.repeat(1_000_000);
		// A search that starts again at every space needs half an hour for this.
		expect(written(12, `one${space}`, `${space}two three four${space}five`)).toBe(
			'one\ntwo three\nfour\nfive\n',
		);
	});

	it('stay as they are where they fit', () => {
		expect(written(100_000, `${'word '.repeat(500)}end`, 'a  b ')).toBe(`${'word '.repeat(500)}end\na  b \n`);
	});

	it('say what is in the draft without what a server smuggled into it', async () => {
		const {chat, emit, news} = await startLineChat();
		news();
		chat.frontEnd.putDraft('safe\u001b[2Jtext');
		emit({type: 'notice-raised', tone: 'info', text: 'here'});
		const told = news();
		expect(told).toContain('Your draft: safe');
		expect(told).not.toContain('\u001b');
	});
});
