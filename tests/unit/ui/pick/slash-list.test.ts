import {describe, expect, it} from 'vitest';
import {commands} from '../../../../source/app/commands/run-command.ts';
import type {PromptDefinition} from '../../../../source/domain/catalogue.ts';
import {arrive, cities, createSlowCatalogue, greet} from '../../../helpers/ui-catalogue.ts';
import {type ControlledChat, controlChat} from '../../../helpers/ui-controller.ts';
import {askOf} from '../../../helpers/ui-samples.ts';

const labels = ({controller}: ControlledChat): readonly string[] =>
	controller.getView().pick?.items.map(({mark = '', label}) => mark + label) ?? [];
const highlighted = (chat: ControlledChat): string | undefined =>
	labels(chat)[chat.controller.getView().pick?.highlight ?? -1];
const isOpen = ({controller}: ControlledChat): boolean => controller.getView().pick !== undefined;

describe('the list of commands', () => {
	it('has every command when a slash is typed, and fewer with every letter', () => {
		const chat = controlChat();
		chat.type('/');
		expect(labels(chat)).toEqual(commands.map(({name}) => `/${name}`));
		chat.type('mo');
		expect(labels(chat).slice(0, 2)).toEqual(['/mode', '/model']);
		chat.type('zz');
		expect(isOpen(chat)).toBe(false);
	});

	it('finds a command by its other name', () => {
		const chat = controlChat();
		chat.type('/permi');
		expect(highlighted(chat)).toBe('/approvals');
	});

	it('takes the highlighted entry by tab, and goes on with what it takes', () => {
		const chat = controlChat();
		chat.type('/mo');
		chat.press('tab');
		expect(chat.draft()).toBe('/mode ');
		expect(labels(chat)).toEqual(['plan', 'act']);
		expect(highlighted(chat)).toBeUndefined();
		chat.press('down', 'down', 'enter');
		expect(chat.draft()).toBe('/mode act');
		expect(isOpen(chat)).toBe(false);
		chat.press('enter');
		expect(chat.fake.submitted).toEqual(['/mode act']);
	});

	it('sends a command that may stand alone although its list is open', () => {
		const chat = controlChat();
		chat.type('/mode ');
		chat.press('enter');
		expect(chat.fake.submitted).toEqual(['/mode ']);
	});

	it('takes the entry by enter where it is not there yet, else sends', () => {
		const chat = controlChat();
		chat.type('/hel');
		chat.press('enter');
		expect([chat.draft(), chat.fake.submitted]).toEqual(['/help', []]);
		chat.press('enter');
		expect(chat.fake.submitted).toEqual(['/help']);
		chat.type('/quit');
		chat.press('enter');
		expect(chat.fake.submitted).toEqual(['/help', '/quit']);
	});

	it('leaves an unknown command in the draft and says what was probably meant', () => {
		const chat = controlChat();
		chat.fake.unknown.set('/hlep', 'Did you mean /help?');
		chat.type('/hlep');
		chat.press('enter');
		expect([chat.draft(), chat.fake.submitted]).toEqual(['/hlep', []]);
		expect(chat.fake.app.getState().items.at(-1)).toMatchObject({
			tone: 'warning',
			text: 'Did you mean /help?',
		});
	});

	it('takes the entry that was moved to, although what was typed is a command', () => {
		const chat = controlChat();
		chat.type('/mode');
		chat.press('down', 'enter');
		expect([chat.draft(), chat.fake.submitted]).toEqual(['/model ', []]);
	});

	it('takes nothing by enter that only has the letters somewhere, until it is moved to', () => {
		const chat = controlChat();
		chat.type('/tfc');
		expect(labels(chat)).toEqual(['/traffic']);
		expect(highlighted(chat)).toBeUndefined();
		chat.press('enter');
		expect(chat.fake.submitted).toEqual(['/tfc']);
		chat.type('/tfc');
		chat.press('down', 'enter');
		expect(chat.draft()).toBe('/traffic');
	});

	it('takes no value by enter that only has the letters somewhere', () => {
		const chat = controlChat();
		chat.fake.arguments = {model: ['openai/gpt-4.5']};
		chat.type('/model gpt-5');
		expect(labels(chat)).toEqual(['openai/gpt-4.5']);
		chat.press('enter');
		expect(chat.fake.submitted).toEqual(['/model gpt-5']);
	});

	it('does not open for a path', () => {
		const {catalogue, connects} = createSlowCatalogue({prompts: () => [greet]});
		const chat = controlChat({catalogue});
		chat.type('/e/t');
		expect([isOpen(chat), connects.length]).toEqual([false, 0]);
		chat.type('c is missing');
		chat.press('enter');
		expect(chat.fake.submitted).toEqual(['/e/tc is missing']);
	});

	it('moves round by up and down, and leaves the history alone', () => {
		const chat = controlChat();
		chat.type('one');
		chat.press('enter');
		chat.type('/');
		chat.press('up');
		expect(highlighted(chat)).toBe(`/${commands.at(-1)?.name}`);
		chat.press('down', 'down');
		expect(highlighted(chat)).toBe(`/${commands[1]?.name}`);
		expect(chat.draft()).toBe('/');
	});

	it('is closed by esc, which does nothing else, and stays closed for this word', () => {
		const chat = controlChat();
		chat.startTurn();
		chat.type('/mo');
		chat.press('esc');
		expect([isOpen(chat), chat.draft(), chat.fake.count.interrupts]).toEqual([false, '/mo', 0]);
		chat.type('d');
		expect(isOpen(chat)).toBe(false);
		chat.press('esc');
		expect(chat.fake.count.interrupts).toBe(1);
		chat.press('ctrl+u');
		chat.type('/');
		expect(isOpen(chat)).toBe(true);
	});

	it('does not open for what is pasted, recalled or typed in the middle of a message', () => {
		const chat = controlChat();
		chat.controller.onPaste('/mo');
		expect(isOpen(chat)).toBe(false);
		chat.press('ctrl+u');
		chat.controller.onKey('text', '/mode\nplan\n');
		expect(isOpen(chat)).toBe(false);
		chat.press('ctrl+c');
		chat.clock.advance(5000);
		chat.type('/mode');
		chat.press('enter', 'up');
		expect([chat.draft(), isOpen(chat)]).toEqual(['/mode', false]);
		chat.press('ctrl+u');
		chat.type('either /');
		expect(isOpen(chat)).toBe(false);
	});

	it('gives way when the keyboard goes to a question, and never answers one', () => {
		const chat = controlChat();
		chat.raise(askOf());
		chat.type('/mo');
		chat.clock.advance(400);
		chat.press('enter');
		expect([chat.draft(), chat.fake.answers]).toEqual(['/mode ', []]);
		chat.press('esc', 'tab');
		expect(chat.controller.getView().ask?.isFocused).toBe(true);
		expect(isOpen(chat)).toBe(false);
	});
});

describe('prompts of servers', () => {
	it('are found among the commands, and servers start only for what no command is called', () => {
		const {catalogue, connects} = createSlowCatalogue({prompts: () => [cities, greet]});
		const chat = controlChat({catalogue});
		chat.type('/');
		expect(labels(chat)).toContain('/travel:plan-trip');
		expect(connects).toHaveLength(0);
		chat.type('trav');
		expect(connects).toHaveLength(1);
		expect(labels(chat)).toEqual(['/travel:greet', '/travel:plan-trip']);
	});

	it('appear when their server is there, if they are what is being typed', async () => {
		let prompts: readonly PromptDefinition[] = [];
		const {catalogue, connects} = createSlowCatalogue({prompts: () => prompts});
		const chat = controlChat({catalogue});
		chat.fake.emit({type: 'server-status-changed', server: 'travel', status: {type: 'idle'}});
		chat.type('/greet');
		expect([labels(chat), chat.controller.getView().pick?.note]).toEqual([[], 'starting: travel']);
		prompts = [greet];
		connects[0]?.answer(undefined);
		await arrive();
		expect(labels(chat)).toEqual(['/travel:greet']);
		expect(highlighted(chat)).toBeUndefined();
	});

	it('are not sent by enter after a part of their name or a mistyped command', () => {
		const init = {...greet, prompt: 'simple-init'};
		const chat = controlChat({catalogue: {prompts: () => [greet, cities, init]}});
		for (const text of ['/gre', '/greet', '/travel:', '/init', '/plan']) {
			chat.fake.unknown.set(text, 'unknown');
			chat.type(text);
			chat.press('enter');
			expect([chat.draft(), chat.fake.submitted, isOpen(chat)]).toEqual([text, [], false]);
			chat.press('ctrl+u');
		}
	});

	it('come after a command that begins with what was typed', () => {
		const chat = controlChat({catalogue: {prompts: () => [{...greet, prompt: 'mod'}]}});
		chat.type('/mod');
		expect(labels(chat).slice(0, 3)).toEqual(['/mode', '/model', '/travel:mod']);
		expect(highlighted(chat)).toBe('/mode');
	});

	it('are sent at once where they need nothing and were moved to', () => {
		const chat = controlChat({catalogue: {prompts: () => [greet]}});
		chat.type('/gre');
		chat.press('down', 'enter');
		expect(chat.fake.submitted).toEqual(['/travel:greet']);
		expect(chat.draft()).toBe('');
		chat.press('up');
		expect(chat.draft()).toBe('/travel:greet');
	});

	it('are put into the draft by tab and sent by the enter that follows', () => {
		const chat = controlChat({catalogue: {prompts: () => [greet]}});
		chat.type('/gre');
		chat.press('tab');
		expect([chat.draft(), chat.fake.submitted]).toEqual(['/travel:greet', []]);
		chat.press('enter');
		expect([chat.draft(), chat.fake.submitted]).toEqual(['', ['/travel:greet']]);
	});

	it('are taken by enter where their name was typed in full', () => {
		const chat = controlChat({catalogue: {prompts: () => [greet, cities]}});
		chat.type('/travel:greet');
		chat.press('enter');
		expect(chat.fake.submitted).toEqual(['/travel:greet']);
		chat.type('/travel:plan-trip');
		chat.press('enter');
		expect(chat.controller.getView().pick).toMatchObject({kind: 'fields', title: '/travel:plan-trip'});
	});
});
