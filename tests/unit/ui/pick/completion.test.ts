import {describe, expect, it} from 'vitest';
import {commands} from '../../../../source/app/commands/run-command.ts';
import type {PromptDefinition} from '../../../../source/domain/catalogue.ts';
import {arrive, cities, createSlowCatalogue, greet, resourceOf} from '../../../helpers/ui-catalogue.ts';
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

	it('sends what no command is called, so that the nearest is suggested', () => {
		const chat = controlChat();
		chat.type('/hlep');
		chat.press('enter');
		expect(chat.fake.submitted).toEqual(['/hlep']);
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

describe('the list of resources', () => {
	const offer = {
		resources: () => [
			resourceOf('file:///plan.md', {title: 'The plan', size: 2048, mimeType: 'text/markdown'}),
			resourceOf('file:///other.txt'),
		],
	};

	it('opens at an @ anywhere, starts the servers once and says which are missing', async () => {
		const {catalogue, connects} = createSlowCatalogue(offer);
		const chat = controlChat({catalogue});
		chat.fake.emit({
			type: 'server-status-changed',
			server: 'slow',
			status: {type: 'connecting', since: 0},
		});
		chat.type('look at @pl');
		expect(labels(chat)[0]).toBe('@notes:file:///plan.md');
		expect(chat.controller.getView().pick?.items[0]?.detail).toBe('The plan · 2.0 KB · text/markdown');
		expect(chat.controller.getView().pick?.note).toBe('starting: slow');
		chat.clock.advance(400);
		expect(connects).toHaveLength(1);
		expect(chat.controller.getView().pick?.note).toBe('starting: slow');
		chat.fake.emit({
			type: 'server-status-changed',
			server: 'slow',
			status: {type: 'failed', failure: {code: 'x', message: 'no'}, stderr: []},
		});
		expect(chat.controller.getView().pick?.note).toBe('failed: slow');
		chat.press('tab');
		expect(chat.draft()).toBe('look at @notes:file:///plan.md ');
		expect(isOpen(chat)).toBe(false);
		chat.type('and @');
		chat.clock.advance(400);
		expect(connects).toHaveLength(2);
	});

	it('starts no server for a word that only begins like one, unless the typing rests', async () => {
		let resources = [resourceOf('file:///plan.md')];
		const {catalogue, connects} = createSlowCatalogue({resources: () => resources});
		const chat = controlChat({catalogue});
		chat.fake.emit({type: 'server-status-changed', server: 'notes', status: {type: 'idle'}});
		chat.type('#1 fix it, @bob, and #12');
		chat.clock.advance(5000);
		chat.type(' @zed');
		chat.clock.advance(399);
		expect(connects).toHaveLength(0);
		chat.clock.advance(1);
		expect([connects.length, chat.controller.getView().pick?.note]).toEqual([1, 'starting: notes']);
		resources = [resourceOf('file:///zed')];
		connects[0]?.answer(undefined);
		await arrive();
		expect(labels(chat)).toEqual(['@notes:file:///zed']);
	});

	it('starts servers at once when one of them is named, and leaves a list that was closed closed', () => {
		const {catalogue, connects} = createSlowCatalogue(offer);
		const chat = controlChat({catalogue});
		chat.fake.emit({type: 'server-status-changed', server: 'slow', status: {type: 'idle'}});
		chat.type('@');
		chat.press('esc');
		chat.clock.advance(5000);
		expect([connects.length, isOpen(chat)]).toEqual([0, false]);
		chat.type(' @sl');
		expect(connects).toHaveLength(1);
	});

	it('shows what a server offers as soon as it does', async () => {
		let resources = [resourceOf('a://one')];
		const {catalogue, connects} = createSlowCatalogue({resources: () => resources});
		const chat = controlChat({catalogue});
		chat.type('@');
		chat.clock.advance(400);
		resources = [...resources, resourceOf('a://two')];
		connects[0]?.answer(undefined);
		await arrive();
		expect(labels(chat)).toEqual(['@notes:a://one', '@notes:a://two']);
	});

	it('does not take a name for a resource that only has its letters somewhere', () => {
		const {catalogue} = createSlowCatalogue(offer);
		const chat = controlChat({catalogue});
		chat.type('ask @otf');
		expect(labels(chat).length).toBeGreaterThan(0);
		chat.press('enter');
		expect(chat.fake.submitted).toEqual(['ask @otf']);
		chat.type('me@notes');
		expect(isOpen(chat)).toBe(false);
	});

	it('looks into the highlighted one after a rest, and stops when it is left', async () => {
		const {catalogue, reads} = createSlowCatalogue(offer);
		const chat = controlChat({catalogue});
		const preview = () => {
			const {pick} = chat.controller.getView();
			return pick?.kind === 'completion' ? pick.preview : undefined;
		};
		chat.type('@');
		chat.press('down');
		expect(reads).toEqual([]);
		chat.clock.advance(300);
		expect(reads.map(({about}) => about)).toEqual(['notes file:///other.txt']);
		chat.press('up');
		chat.clock.advance(300);
		expect(reads[0]?.signal.aborted).toBe(true);
		reads[0]?.answer([{type: 'text', text: 'late'}]);
		reads[1]?.answer([{type: 'resource', uri: 'x', mimeType: 'text/plain', text: 'one\n\ntwo\u001b[2J'}]);
		await arrive();
		expect(preview()).toEqual({summary: '12 B · 3 lines · text/plain', lines: ['one', 'two']});
		chat.press('esc');
		expect(reads[1]?.signal.aborted).toBe(true);
	});
});

describe('the list of tools', () => {
	it('opens at a # and puts the name of the tool into the draft', () => {
		const definition = {
			server: 'files',
			tool: 'read',
			description: 'Reads',
			inputSchema: {},
			annotations: {},
		};
		const chat = controlChat({catalogue: {tools: () => [{modelName: 'files__read', definition}]}});
		chat.type('use #re');
		chat.press('enter');
		expect(chat.draft()).toBe('use #files.read ');
		chat.type('# heading');
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
		expect(highlighted(chat)).toBe('/travel:greet');
	});

	it('are sent at once where they need nothing', () => {
		const chat = controlChat({catalogue: {prompts: () => [greet]}});
		chat.type('/gre');
		chat.press('enter');
		expect(chat.fake.submitted).toEqual(['/travel:greet']);
		expect(chat.draft()).toBe('');
		chat.press('up');
		expect(chat.draft()).toBe('/travel:greet');
	});
});
