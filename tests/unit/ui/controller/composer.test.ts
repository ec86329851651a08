import {describe, expect, it} from 'vitest';
import {showPastes} from '../../../../source/ui/input/pastes.ts';
import {controlChat} from '../../../helpers/ui-controller.ts';

const linesOf = (count: number): string =>
	Array.from({length: count}, (_, index) => `line ${index}`).join('\n');

const shown = ({controller}: ReturnType<typeof controlChat>): string => {
	const {draft, pastes} = controller.getView();
	return showPastes(draft.text, pastes);
};

describe('a large paste', () => {
	it('is one unit of the draft and is sent whole', () => {
		const chat = controlChat();
		chat.type('see ');
		chat.controller.onPaste(linesOf(500));
		chat.type(' please');
		expect(shown(chat)).toMatch(/^see \[paste 1: 500 lines, \d\.\d KB\] please$/);
		chat.press('enter');
		expect(chat.fake.submitted).toEqual([`see ${linesOf(500)} please`]);
	});

	it('is deleted by one key and comes back by undo', () => {
		const chat = controlChat();
		chat.controller.onPaste(linesOf(20));
		chat.press('backspace');
		expect(shown(chat)).toBe('');
		chat.press('alt+z');
		chat.press('enter');
		expect(chat.fake.submitted).toEqual([linesOf(20)]);
	});

	it('is shown in full by tab', () => {
		const chat = controlChat();
		chat.controller.onPaste(linesOf(20));
		chat.press('tab');
		expect(chat.draft()).toBe(linesOf(20));
		chat.press('alt+z');
		expect(shown(chat)).toContain('[paste 1: 20 lines');
	});

	it('keeps its tabs', () => {
		const chat = controlChat();
		chat.controller.onPaste('a\tb\r\n\tc');
		chat.press('enter');
		expect(chat.fake.submitted).toEqual(['a\tb\n\tc']);
	});

	it('comes back folded from the history', () => {
		const chat = controlChat();
		chat.type('see ');
		chat.controller.onPaste(linesOf(20));
		chat.press('enter', 'up');
		expect(shown(chat)).toContain('see [paste 1: 20 lines');
		chat.press('enter');
		expect(chat.fake.submitted[1]).toBe(chat.fake.submitted[0]);
	});

	it('is told from a text that looks like one', () => {
		const chat = controlChat();
		chat.type('[paste 1: 20 lines, 1 KB]');
		chat.controller.onPaste('\ufdd0');
		chat.press('enter');
		expect(chat.fake.submitted).toEqual(['[paste 1: 20 lines, 1 KB]\ufffd']);
	});

	it('never loses a character, however many there are', () => {
		const chat = controlChat();
		const texts = Array.from({length: 40}, (_, index) => `${index} ${linesOf(20)}`);
		for (const text of texts) {
			chat.controller.onPaste(text);
		}
		chat.press('enter');
		expect(chat.fake.submitted).toEqual([texts.join('')]);
	});
});

describe('undo', () => {
	it('takes back words, and redo puts them in again', () => {
		const chat = controlChat();
		chat.type('one two three');
		chat.press('ctrl+_');
		expect(chat.draft()).toBe('one two ');
		chat.press('ctrl+_', 'ctrl+_');
		expect(chat.draft()).toBe('');
		chat.press('alt+y', 'alt+y', 'alt+y');
		expect(chat.draft()).toBe('one two three');
	});

	it('brings back a draft that was cleared', () => {
		const chat = controlChat();
		chat.type('a thought');
		chat.press('ctrl+c');
		expect(chat.draft()).toBe('');
		chat.press('alt+z');
		expect(chat.draft()).toBe('a thought');
	});
});

describe('deleted text', () => {
	it('is put in again by ctrl+y, all of what was deleted in a row', () => {
		const chat = controlChat();
		chat.type('one two three');
		chat.press('ctrl+w', 'ctrl+w', 'ctrl+y');
		expect(chat.draft()).toBe('one two three');
		chat.press('ctrl+a', 'alt+d', 'end', 'ctrl+y');
		expect(chat.draft()).toBe(' two threeone');
	});
});

describe('up and down', () => {
	it('move by the rows that are seen, keep the column, and go through history only at the edge', () => {
		const chat = controlChat();
		chat.type('before');
		chat.press('enter');
		chat.controller.drawn({maxScroll: 0, draftWidth: 11});
		chat.type('abcdefghijklmno\nx\n0123456789ABCDEFGHI');
		const cursor = (): number => chat.controller.getView().draft.cursor;
		expect(cursor()).toBe(37);
		chat.press('up');
		expect(cursor()).toBe(27);
		chat.press('up');
		expect(cursor()).toBe(17);
		chat.press('up');
		expect(cursor()).toBe(15);
		chat.press('up');
		expect(cursor()).toBe(9);
		chat.press('down', 'down', 'down');
		expect(cursor()).toBe(27);
		chat.press('up', 'up', 'up', 'up');
		expect(chat.draft()).toBe('before');
	});
});
