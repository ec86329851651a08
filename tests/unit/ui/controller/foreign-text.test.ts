import {describe, expect, it} from 'vitest';
import type {Catalogue} from '../../../../source/app/catalogue.ts';
import {buildFrame} from '../../../../source/ui/frame/build-frame.ts';
import {showPastes} from '../../../../source/ui/input/pastes.ts';
import {createStyles} from '../../../../source/ui/theme/styles.ts';
import {greet, resourceOf} from '../../../helpers/ui-catalogue.ts';
import {type ControlledChat, controlChat} from '../../../helpers/ui-controller.ts';
import {hostile} from '../../../helpers/ui-samples.ts';
import {unsafeLines} from '../../../helpers/ui-text.ts';

const linesOf = (count: number): string =>
	Array.from({length: count}, (_, index) => `line ${index}`).join('\n');

const frameLines = ({controller, fake}: ControlledChat): readonly string[] =>
	buildFrame({
		state: fake.app.getState(),
		view: controller.getView(),
		pending: {answerLines: [], calls: [], notices: []},
		isAskFocused: false,
		suggestion: undefined,
		columns: 80,
		rows: 24,
		now: 0,
		spinner: '-',
		styles: createStyles(true),
	}).lines;

const shown = ({controller}: ControlledChat): string => {
	const {draft, pastes} = controller.getView();
	return showPastes(draft.text, pastes);
};
const labels = ({controller}: ControlledChat): readonly string[] =>
	controller.getView().pick?.items.map(({label}) => label) ?? [];

const toolOf = (tool: string) => ({
	modelName: 'tool',
	definition: {server: 'files', tool, description: '', inputSchema: {}, annotations: {}},
});

const names = ['plain', `a${hostile}b`, 'a\ufdd0b', 'a\nb', 'a\u001b[8mb', 'a\tb'];
const offer: Partial<Catalogue> = {
	resources: () => names.map(name => resourceOf(`file:///${name}`)),
	templates: () =>
		names.map(name => ({server: 'notes', uriTemplate: `t://${name}`, name: 'x', description: ''})),
	prompts: () => [
		...names.map(prompt => ({...greet, prompt})),
		{...greet, prompt: 'ask', arguments: [{name: `x${hostile}`, description: '', required: false}]},
	],
	tools: () => names.map(toolOf),
};

describe('names of servers', () => {
	it.each([
		['@', ['notes:file:///plain', 'notes:t://plain']],
		['#', ['files.plain']],
	])('are offered after %s only where they can stand in the draft as they are', (mark, expected) => {
		const chat = controlChat({catalogue: offer});
		chat.type(mark);
		expect(labels(chat)).toEqual(expected);
		for (const _ of expected) {
			chat.press('down', 'tab');
			expect(unsafeLines(frameLines(chat))).toEqual([]);
		}
	});

	it('are no prompts that would be another one when cleaned, neither as a command nor in the palette', () => {
		const chat = controlChat({catalogue: offer});
		const prompts = (): readonly string[] => labels(chat).filter(label => label.includes('travel:'));
		chat.type('/');
		expect(prompts()).toEqual(['travel:plain']);
		chat.press('ctrl+u', 'ctrl+p');
		expect(prompts()).toEqual(['travel:plain']);
	});
});

describe('a text from elsewhere', () => {
	const text = `${hostile}\u001b]8;;http://x\u0007link\u001b[8mhidden\ufdd0`;

	it('comes into the draft without anything but text', () => {
		const chat = controlChat();
		chat.controller.putDraft(text);
		chat.controller.putDraft(text);
		chat.controller.putBack(text);
		expect(chat.draft()).toContain('linkhidden');
		expect(unsafeLines(chat.draft().split('\n'))).toEqual([]);
		expect(unsafeLines(frameLines(chat))).toEqual([]);
		expect(chat.draft()).not.toMatch(/[\ufdd0-\ufdef]/);
	});

	it('comes back from the history so, too', async () => {
		const chat = controlChat();
		await chat.controller.useNotebook({
			history: async () => [text],
			remember: () => undefined,
			keepDraft: () => undefined,
			findDraft: async () => undefined,
			close: async () => undefined,
		});
		chat.press('up');
		expect(unsafeLines(frameLines(chat))).toEqual([]);
		chat.press('down', 'ctrl+r', 'enter');
		expect(chat.draft()).toContain('linkhidden');
		expect(unsafeLines(frameLines(chat))).toEqual([]);
	});

	it('cannot stand for something that was pasted', () => {
		const chat = controlChat();
		chat.controller.onPaste(linesOf(20));
		chat.controller.putDraft('see \ufdd0');
		chat.press('enter');
		expect(chat.fake.submitted).toEqual([`${linesOf(20)}\nsee \ufffd`]);
	});
});

describe('a text that is too large to edit', () => {
	const huge = 'x'.repeat(30_000);
	const folded = /\[paste 1: 29\.3 KB\]/;

	it('is folded beside another draft, wherever it comes from', () => {
		for (const bring of ['putDraft', 'putBack'] as const) {
			const chat = controlChat();
			chat.type('mine');
			chat.controller[bring](huge);
			expect(shown(chat)).toMatch(folded);
			chat.press('enter');
			expect(chat.fake.submitted[0]).toHaveLength(huge.length + 5);
		}
	});

	it('is folded when the queue comes back before a draft', () => {
		const chat = controlChat();
		chat.startTurn();
		chat.fake.emit({type: 'message-queued', messageId: 'queued', text: huge});
		chat.type('mine');
		chat.press('esc');
		expect(shown(chat)).toMatch(/^\[paste 1: 29\.3 KB\]\nmine$/);
	});

	it('is folded when it is found in the history', async () => {
		const chat = controlChat();
		chat.controller.onPaste(huge);
		chat.press('enter');
		chat.type('mine');
		chat.press('ctrl+r', 'enter');
		expect(shown(chat)).toMatch(folded);
		chat.press('alt+z');
		expect(chat.draft()).toBe('mine');
	});
});

describe('a message that was not sent', () => {
	it('is put back before what was written later, and leaves the cursor there', () => {
		const chat = controlChat();
		chat.type('later');
		chat.press('left');
		chat.controller.putBack('earlier');
		chat.type('!');
		expect(chat.draft()).toBe('earlier\nlate!r');
	});
});

describe('the notebook', () => {
	it('hears of everything that joins the history, whoever put it there', async () => {
		const chat = controlChat({catalogue: {prompts: () => [greet]}});
		const remembered: string[] = [];
		await chat.controller.useNotebook({
			history: async () => ['old'],
			remember: text => remembered.push(text),
			keepDraft: () => undefined,
			findDraft: async () => undefined,
			close: async () => undefined,
		});
		chat.type('/gre');
		chat.press('down', 'enter');
		chat.type('first');
		chat.press('ctrl+p');
		chat.type('greet');
		chat.press('down', 'enter');
		expect(remembered).toEqual(['/travel:greet']);
		chat.press('ctrl+r', 'enter');
		expect([chat.draft(), remembered]).toEqual(['/travel:greet', ['/travel:greet', 'first']]);
		chat.press('ctrl+u');
		chat.type('second');
		chat.press('up');
		chat.type('!');
		expect(remembered.slice(2)).toEqual(['second']);
	});

	it('keeps a paste folded in the draft that a found message took the place of', () => {
		const chat = controlChat();
		chat.type('sent');
		chat.press('enter');
		chat.controller.onPaste(linesOf(20));
		chat.press('ctrl+r', 'enter', 'ctrl+u', 'up');
		expect(shown(chat)).toMatch(/^\[paste 1: 20 lines/);
	});
});
