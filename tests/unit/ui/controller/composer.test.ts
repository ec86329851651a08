import {describe, expect, it} from 'vitest';
import type {KeptDraft} from '../../../../source/domain/notebook.ts';
import {showPastes} from '../../../../source/ui/input/pastes.ts';
import {controlChat} from '../../../helpers/ui-controller.ts';
import {waitUntil} from '../../../helpers/wait-until.ts';

const linesOf = (count: number): string =>
	Array.from({length: count}, (_, index) => `line ${index}`).join('\n');

const shown = ({controller}: ReturnType<typeof controlChat>): string => {
	const {draft, pastes} = controller.getView();
	return showPastes(draft.text, pastes);
};

const says = ({fake}: ReturnType<typeof controlChat>, text: string): boolean => {
	const {items} = fake.app.getState();
	const last = items.at(items.length - 1);
	return last?.type === 'notice' && last.text === text;
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

	it('is not among what was typed', () => {
		const chat = controlChat();
		chat.type('see ');
		chat.controller.onPaste(linesOf(500));
		chat.type(' please');
		chat.press('enter');
		expect(chat.fake.typed).toEqual(['see   please']);
	});

	it('comes back folded with the other messages that waited', () => {
		const chat = controlChat();
		chat.type('see ');
		chat.controller.onPaste(linesOf(20));
		chat.press('enter');
		chat.controller.putDraft(`first\nsee ${linesOf(20)}\nlast`);
		expect(shown(chat)).toMatch(/^first\nsee \[paste 1: 20 lines, \d+ B\]\nlast$/);
		chat.press('enter');
		expect(chat.fake.submitted.at(-1)).toBe(`first\nsee ${linesOf(20)}\nlast`);
		expect(chat.fake.typed.at(-1)).toBe('first\nsee  \nlast');
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

describe('the editor of the user', () => {
	it('gets the whole draft, and what it makes of it can be undone', async () => {
		const chat = controlChat();
		chat.controller.onPaste(linesOf(20));
		chat.window.answerWith({type: 'edited', text: `first\n${linesOf(20)}\n`});
		chat.press('ctrl+g');
		expect(chat.window.edited).toEqual([linesOf(20)]);
		await waitUntil(() => chat.draft().startsWith('first'));
		expect(shown(chat)).toMatch(/^first\n\[paste 1: 20 lines, \d+ B\]$/);
		chat.press('alt+z');
		expect(shown(chat)).toMatch(/^\[paste 1/);
	});

	it.each([
		['after', 'mine\nlater', 'mine, edited\nlater'],
		['before', 'earlier\nmine', 'earlier\nmine, edited'],
	])('keeps what came %s the draft meanwhile', async (place, meanwhile, expected) => {
		const chat = controlChat();
		chat.type('mine');
		chat.window.answerWith({type: 'edited', text: 'mine, edited\n'});
		chat.press('ctrl+g');
		if (place === 'after') {
			chat.controller.putDraft('later');
		} else {
			chat.controller.putBack('earlier');
		}
		expect(chat.draft()).toBe(meanwhile);
		await waitUntil(() => chat.draft() !== meanwhile);
		expect(chat.draft()).toBe(expected);
	});

	it('keeps what came into an empty draft meanwhile, and another draft in the history', async () => {
		const chat = controlChat();
		chat.window.answerWith({type: 'edited', text: 'edited\n'});
		chat.press('ctrl+g');
		chat.controller.putDraft('came');
		await waitUntil(() => chat.draft() === 'edited\ncame');
		chat.window.answerWith({type: 'edited', text: 'again\n'});
		chat.press('ctrl+g', 'ctrl+u', 'x');
		const other = chat.draft();
		await waitUntil(() => chat.draft() === 'again');
		expect(chat.controller.getView().history.at(-1)).toBe(other);
	});

	it('leaves the draft as it is when it fails, and says why', async () => {
		const chat = controlChat();
		chat.type('mine');
		chat.window.answerWith({type: 'unchanged', why: 'vi is missing.'});
		chat.press('ctrl+g');
		await waitUntil(() => says(chat, 'vi is missing.'));
		expect(chat.draft()).toBe('mine');
	});
});

describe('a notebook', () => {
	it('puts the draft of an earlier run into the history when somebody types before it is found', async () => {
		const chat = controlChat();
		const remembered: string[] = [];
		const opening = chat.controller.useNotebook({
			history: async () => [],
			remember: text => remembered.push(text),
			keepDraft: () => undefined,
			findDraft: async () => {
				chat.type('new');
				return {text: 'see \ufdd5', pastes: new Map([['\ufdd5', 'the paste']])};
			},
			close: async () => undefined,
		});
		await opening;
		expect(chat.draft()).toBe('new');
		expect(remembered).toEqual(['see the paste']);
		expect(says(chat, 'The draft that was not sent last time is in the history: up brings it back.')).toBe(
			true,
		);
		chat.press('up');
		expect(chat.draft()).toBe('see the paste');
	});

	it('brings back a draft that is not sent by an enter from before it was there', async () => {
		const chat = controlChat();
		const pressed = chat.clock.now();
		chat.clock.advance(10);
		await chat.controller.useNotebook({
			history: async () => [],
			remember: () => undefined,
			keepDraft: () => undefined,
			findDraft: async () => ({text: 'kept', pastes: new Map()}),
			close: async () => undefined,
		});
		chat.controller.onKey('enter', '', pressed);
		expect([chat.draft(), chat.fake.submitted]).toEqual(['kept', []]);
		// Nobody can have read it yet.
		chat.clock.advance(200);
		chat.press('enter');
		expect([chat.draft(), chat.fake.submitted]).toEqual(['kept', []]);
		chat.clock.advance(200);
		chat.press('enter');
		expect([chat.draft(), chat.fake.submitted]).toEqual(['', ['kept']]);
	});

	it('brings back what was sent and the draft of a program that was killed, and hears of what follows', async () => {
		const chat = controlChat();
		chat.type('early');
		chat.press('enter');
		const remembered: string[] = [];
		let kept: () => KeptDraft = () => ({text: 'nothing', pastes: new Map()});
		await chat.controller.useNotebook({
			history: async () => ['old'],
			remember: text => remembered.push(text),
			keepDraft(read) {
				kept = read;
			},
			findDraft: async () => ({text: 'see \ufdd5', pastes: new Map([['\ufdd5', linesOf(20)]])}),
			close: async () => undefined,
		});
		expect(shown(chat)).toMatch(/^see \[paste 1: 20 lines/);
		expect(kept()).toEqual({text: 'see \ufdd0', pastes: new Map([['\ufdd0', linesOf(20)]])});
		chat.clock.advance(400);
		chat.press('enter');
		expect(chat.fake.submitted).toEqual(['early', `see ${linesOf(20)}`]);
		expect(remembered).toEqual(['early', `see ${linesOf(20)}`]);
		expect(kept().text).toBe('');
		chat.press('up', 'up', 'up');
		expect(chat.draft()).toBe('old');
		expect(kept().text).toBe('');
		// A message that still waits is in no session that could bring it back.
		chat.fake.emit({type: 'message-queued', messageId: 'm1', text: 'waiting'});
		expect(kept().text).toBe('waiting');
	});
});
