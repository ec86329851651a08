import {describe, expect, it} from 'vitest';
import type {FieldsView} from '../../../../source/ui/pick/pick-view.ts';
import {arrive, cities, createSlowCatalogue} from '../../../helpers/ui-catalogue.ts';
import {type ControlledChat, controlChat} from '../../../helpers/ui-controller.ts';

const form = ({controller}: ControlledChat): FieldsView | undefined => {
	const {pick} = controller.getView();
	return pick?.kind === 'fields' ? pick : undefined;
};
const offered = (chat: ControlledChat): readonly string[] => form(chat)?.items.map(({label}) => label) ?? [];

const openPrompt = () => {
	const slow = createSlowCatalogue({prompts: () => [cities]});
	const chat = controlChat({catalogue: slow.catalogue});
	chat.type('/plan-tr');
	chat.press('down', 'enter');
	return {chat, ...slow};
};

describe('the values of a prompt', () => {
	it('are typed one after the other and sent as one message', () => {
		const {chat} = openPrompt();
		expect(form(chat)).toMatchObject({title: '/travel:plan-trip', index: 0});
		chat.type('New York');
		chat.press('enter');
		expect(form(chat)?.index).toBe(1);
		chat.press('enter');
		expect(chat.fake.submitted).toEqual(['/travel:plan-trip city="New York"']);
		expect([chat.draft(), chat.controller.getView().pick]).toEqual(['', undefined]);
		chat.press('up');
		expect(chat.draft()).toBe('/travel:plan-trip city="New York"');
	});

	it('are asked for where they are needed', () => {
		const {chat} = openPrompt();
		chat.press('enter');
		expect(form(chat)).toMatchObject({index: 0, problem: 'city is needed'});
		chat.type('P');
		expect(form(chat)?.problem).toBeUndefined();
	});

	it('can be gone back to', () => {
		const {chat} = openPrompt();
		chat.type('Bern');
		chat.press('enter');
		chat.type('calm');
		chat.press('shift+tab');
		expect(form(chat)).toMatchObject({index: 0, typed: {text: 'Bern'}});
		chat.press('enter');
		expect(form(chat)?.typed.text).toBe('calm');
	});

	it('leave the draft as it was when they are closed', () => {
		const {chat, completions} = openPrompt();
		chat.type('Bern');
		chat.clock.advance(150);
		chat.press('esc');
		expect([chat.draft(), form(chat), chat.fake.submitted]).toEqual(['/plan-tr', undefined, []]);
		expect(completions[0]?.signal.aborted).toBe(true);
	});

	it('are suggested by the server when the typing rests, and late suggestions are dropped', async () => {
		const {chat, completions} = openPrompt();
		chat.type('P');
		chat.clock.advance(150);
		chat.type('a');
		expect(completions).toHaveLength(1);
		chat.clock.advance(150);
		expect(completions[0]?.signal.aborted).toBe(true);
		expect(completions[1]?.about).toBe(
			'["travel",{"type":"prompt","name":"plan-trip"},{"name":"city","value":"Pa"},{}]',
		);
		completions[0]?.answer(['Prague']);
		await arrive();
		expect(offered(chat)).toEqual([]);
		completions[1]?.answer(['Paris', 'Palermo']);
		await arrive();
		expect(offered(chat)).toEqual(['Paris', 'Palermo']);
		chat.press('tab');
		expect(form(chat)?.typed.text).toBe('Paris');
		chat.press('down', 'down', 'enter');
		chat.clock.advance(150);
		expect(completions.at(-1)?.about).toContain('{"city":"Palermo"}');
	});
});

describe('the values of a resource', () => {
	const template = {server: 'db', uriTemplate: 'db://{table}{?limit}', name: 'rows', description: 'Rows'};

	it('make the address that takes the place of the word', () => {
		const chat = controlChat({catalogue: {templates: () => [template]}});
		chat.type('compare @rows');
		chat.press('tab');
		expect(form(chat)?.fields).toEqual([
			{name: 'table', description: '', isRequired: true},
			{name: 'limit', description: '', isRequired: false},
		]);
		chat.type('my users');
		expect(form(chat)?.outcome).toBe('@db:db://my%20users');
		chat.press('enter', '5', 'enter');
		expect(chat.draft()).toBe('compare @db:db://my%20users?limit=5 ');
		expect([form(chat), chat.fake.submitted]).toEqual([undefined, []]);
	});
});
