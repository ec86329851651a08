import {describe, expect, it} from 'vitest';
import {readyStatus} from '../../../helpers/fake-servers.ts';
import {arrive, createSlowCatalogue, resourceOf} from '../../../helpers/ui-catalogue.ts';
import {type ControlledChat, controlChat} from '../../../helpers/ui-controller.ts';

const labels = ({controller}: ControlledChat): readonly string[] =>
	controller.getView().pick?.items.map(({mark = '', label}) => mark + label) ?? [];
const isOpen = ({controller}: ControlledChat): boolean => controller.getView().pick !== undefined;

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
		expect(connects).toHaveLength(2);
	});

	it('leaves a list that was closed closed, and starts the servers for the next one', () => {
		const {catalogue, connects} = createSlowCatalogue(offer);
		const chat = controlChat({catalogue});
		chat.fake.emit({type: 'server-status-changed', server: 'slow', status: {type: 'idle'}});
		chat.type('@');
		chat.press('esc');
		expect([connects.length, isOpen(chat)]).toEqual([1, false]);
		chat.type(' @sl');
		expect(connects).toHaveLength(2);
	});

	it('shows what a server offers as soon as it does', async () => {
		let resources = [resourceOf('a://one')];
		const {catalogue, connects} = createSlowCatalogue({resources: () => resources});
		const chat = controlChat({catalogue});
		chat.type('@');
		resources = [...resources, resourceOf('a://two')];
		connects[0]?.answer(undefined);
		await arrive();
		expect(labels(chat)).toEqual(['@notes:a://one', '@notes:a://two']);
	});

	it('shows what one server offers while another one is still starting', () => {
		let resources = [resourceOf('a://one')];
		const {catalogue} = createSlowCatalogue({resources: () => resources});
		const chat = controlChat({catalogue});
		chat.type('@');
		resources = [...resources, resourceOf('a://two')];
		chat.fake.emit({type: 'server-status-changed', server: 'notes', status: readyStatus()});
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
