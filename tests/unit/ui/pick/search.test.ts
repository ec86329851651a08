import {describe, expect, it} from 'vitest';
import {commands} from '../../../../source/app/commands/run-command.ts';
import {greet} from '../../../helpers/ui-catalogue.ts';
import {type ControlledChat, controlChat} from '../../../helpers/ui-controller.ts';
import {askOf} from '../../../helpers/ui-samples.ts';

const labels = ({controller}: ControlledChat): readonly string[] =>
	controller.getView().pick?.items.map(({mark = '', label}) => mark + label) ?? [];
const isOpen = ({controller}: ControlledChat): boolean => controller.getView().pick !== undefined;

describe('the palette', () => {
	it('has every command, prompt and key that does something by itself', () => {
		const chat = controlChat({catalogue: {prompts: () => [greet]}});
		chat.press('ctrl+p');
		expect(labels(chat)).toEqual(
			expect.arrayContaining([
				...commands.map(({name}) => `/${name}`),
				'/travel:greet',
				'ctrl+r',
				'shift+tab',
			]),
		);
	});

	it('runs what is found by enter, and keeps the draft', () => {
		const chat = controlChat();
		chat.type('my draft');
		chat.press('ctrl+p');
		chat.type('next mode');
		chat.press('enter');
		expect([isOpen(chat), chat.fake.count.cycles, chat.draft()]).toEqual([false, 1, 'my draft']);
		chat.press('ctrl+p');
		expect(labels(chat)[0]).toBe('shift+tab');
		chat.type('/contex');
		chat.press('enter');
		expect([chat.fake.submitted, chat.draft()]).toEqual([['/context'], 'my draft']);
	});

	it('sends a prompt of a server only when it was moved to', () => {
		const chat = controlChat({catalogue: {prompts: () => [greet]}});
		chat.press('ctrl+p');
		chat.type('greet');
		chat.press('enter');
		expect([isOpen(chat), chat.fake.submitted]).toEqual([true, []]);
		chat.press('down', 'enter');
		expect(chat.fake.submitted).toEqual(['/travel:greet']);
	});

	it('opens another list from the list', () => {
		const chat = controlChat();
		chat.press('ctrl+p');
		chat.type('search what you sent');
		chat.press('enter');
		expect(chat.controller.getView().pick?.kind).toBe('history');
	});

	it('is closed by esc, and nothing has changed', () => {
		const chat = controlChat();
		chat.startTurn();
		chat.type('draft');
		chat.press('ctrl+p');
		chat.type('exit');
		chat.press('esc');
		expect([isOpen(chat), chat.draft(), chat.fake.submitted, chat.fake.count.interrupts]).toEqual([
			false,
			'draft',
			[],
			0,
		]);
		chat.press('ctrl+p', 'ctrl+c');
		expect([isOpen(chat), chat.draft(), chat.quits()]).toEqual([false, 'draft', 0]);
	});

	it('keeps its keys when a question comes, which can be answered only when it was seen', () => {
		const chat = controlChat();
		chat.press('ctrl+p');
		chat.raise(askOf());
		chat.clock.advance(1000);
		chat.type('y');
		expect([chat.fake.answers, labels(chat).length > 0]).toEqual([[], true]);
		chat.press('esc', 'y');
		expect(chat.fake.answers).toEqual([]);
		chat.press('backspace');
		chat.clock.advance(400);
		chat.press('y');
		expect(chat.fake.answers).toEqual([{askId: 'ask-1', answer: {type: 'allow', scope: 'once'}}]);
	});
});

describe('the search in the history', () => {
	const withHistory = (...messages: readonly string[]): ControlledChat => {
		const chat = controlChat();
		for (const message of messages) {
			chat.controller.onPaste(message);
			chat.press('enter');
		}
		return chat;
	};

	it('shows the newest first, each message once and on one line', () => {
		const chat = withHistory('one', 'two\nlines of it', 'one', 'three');
		chat.press('ctrl+r');
		expect(labels(chat)).toEqual(['three', 'one', 'two ⏎ lines of it']);
		expect(chat.controller.getView().pick?.items[2]?.detail).toBe('2 lines');
	});

	it('prefers the newest that has what was typed over the newest that has its letters', () => {
		const chat = withHistory('deploy it', 'the dog ate my play', 'why deploy?', 'rest');
		chat.press('ctrl+r');
		chat.type('deploy');
		expect(labels(chat)).toEqual(['why deploy?', 'deploy it']);
		chat.press('ctrl+u');
		chat.type('dopla');
		expect(labels(chat)).toEqual(['the dog ate my play']);
	});

	it('goes to older ones by ctrl+r and puts one into the draft without sending it', () => {
		const chat = withHistory('first', 'second', 'third');
		chat.type('unfinished');
		chat.press('ctrl+r', 'ctrl+r', 'enter');
		expect([chat.draft(), isOpen(chat)]).toEqual(['second', false]);
		expect(chat.fake.submitted).toHaveLength(3);
		chat.press('ctrl+r');
		expect(labels(chat)[0]).toBe('unfinished');
	});

	it('leaves the keyboard to the next list when it has put a command into the draft', () => {
		const chat = withHistory('/context');
		chat.press('ctrl+r', 'enter');
		expect([chat.draft(), isOpen(chat)]).toEqual(['/context', false]);
		chat.press('left');
		expect(isOpen(chat)).toBe(false);
		chat.press('ctrl+p');
		expect(chat.controller.getView().pick?.kind).toBe('palette');
	});

	it('brings the draft back by esc', () => {
		const chat = withHistory('first');
		chat.type('unfinished');
		chat.press('ctrl+r');
		chat.type('fir');
		chat.press('esc');
		expect(chat.draft()).toBe('unfinished');
	});

	it('takes a paste as what is searched for', () => {
		const chat = withHistory('first', 'second');
		chat.press('ctrl+r');
		chat.controller.onPaste('sec\n');
		expect(labels(chat)).toEqual(['second']);
		expect(chat.draft()).toBe('');
	});
});
