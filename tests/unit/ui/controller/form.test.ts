import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../source/domain/json.ts';
import {problemOf} from '../../../../source/ui/form/field-entry.ts';
import {currentEntry} from '../../../../source/ui/form/form-view.ts';
import {type ControlledChat, controlChat} from '../../../helpers/ui-controller.ts';
import {askOf, formAsk} from '../../../helpers/ui-samples.ts';

const city: JsonObject = {type: 'string', title: 'City'};
const seat: JsonObject = {type: 'string', enum: ['window', 'aisle', 'middle'], default: 'aisle'};

const entryOf = ({controller}: Pick<ControlledChat, 'controller'>) => {
	const form = controller.getView().ask?.form;
	return form === undefined ? undefined : currentEntry(form);
};
const textOf = (chat: ControlledChat) => entryOf(chat)?.text.text;

/** A form that has been on the screen long enough. */
const openForm = (properties: JsonObject, required: readonly string[] = []) => {
	const chat = controlChat();
	chat.raise(formAsk(properties, required));
	chat.clock.advance(300);
	return {
		...chat,
		form: () => chat.controller.getView().ask?.form,
		text: () => textOf(chat),
		problem() {
			const entry = entryOf(chat);
			return entry === undefined ? undefined : problemOf(entry);
		},
		/** Confirms the answers after having had the time to read them. */
		send() {
			chat.clock.advance(300);
			chat.press('enter');
		},
	};
};

describe('a form', () => {
	it('is filled in field by field, and sent after a look at the answers', () => {
		const {press, type, form, send, fake} = openForm({city, seat}, ['city']);
		type('Bern');
		press('enter');
		expect(form()?.index).toBe(1);
		press('down', 'enter');
		expect(form()?.index).toBe(2);
		expect(fake.answers).toEqual([]);
		send();
		expect(fake.answers).toEqual([
			{askId: 'form-1', answer: {type: 'accept', content: {city: 'Bern', seat: 'middle'}}},
		]);
	});

	it('never sends with an enter too many', () => {
		const {press, type, fake, clock} = openForm({city});
		type('Bern');
		press('enter', 'enter', 'enter');
		expect(fake.answers).toEqual([]);
		clock.advance(299);
		press('enter');
		expect(fake.answers).toEqual([]);
		clock.advance(1);
		press('enter');
		expect(fake.answers).toHaveLength(1);
	});

	it('says what is wrong and stays with the field', () => {
		const {press, type, form, problem} = openForm({age: {type: 'integer', maximum: 99}, city});
		type('100');
		press('enter');
		expect(form()?.index).toBe(0);
		expect(problem()).toBe('must be at most 99');
		press('backspace');
		expect(problem()).toBeUndefined();
		press('enter');
		expect(form()?.index).toBe(1);
	});

	it('takes the default of a field that is left as it is, and leaves out what has none', () => {
		const {press, send, fake} = openForm({city, seat, sure: {type: 'boolean'}});
		press('enter', 'enter', 'enter');
		send();
		expect(fake.answers[0]?.answer).toEqual({type: 'accept', content: {seat: 'aisle'}});
	});

	it('goes back to a field with the answer that it had', () => {
		const {press, type, text, send, fake} = openForm({city, seat});
		type('Bern');
		press('enter', 'shift+tab');
		expect(text()).toBe('Bern');
		press('backspace', 'enter', 'enter');
		send();
		expect(fake.answers[0]?.answer).toEqual({type: 'accept', content: {city: 'Ber', seat: 'aisle'}});
	});

	it('lets several be picked, with space or by number', () => {
		const fish = {type: 'array', items: {type: 'string', enum: ['tuna', 'cod', 'trout']}, default: ['tuna']};
		const {press, send, fake} = openForm({fish});
		press('down', ' ', '3', '1', 'enter');
		send();
		expect(fake.answers[0]?.answer).toEqual({type: 'accept', content: {fish: ['cod', 'trout']}});
	});

	it('is declined with ctrl+x and cancelled with esc', () => {
		const declined = openForm({city});
		declined.press('ctrl+x');
		expect(declined.fake.answers[0]?.answer).toEqual({type: 'deny'});
		const cancelled = openForm({city});
		cancelled.press('esc');
		expect(cancelled.fake.answers[0]?.answer).toEqual({type: 'dismiss'});
		expect(cancelled.fake.count.interrupts).toBe(0);
	});

	it.each([
		['enter', {type: 'deny'}],
		['n', {type: 'deny'}],
		['y', {type: 'accept'}],
		['esc', {type: 'dismiss'}],
		['ctrl+n', {type: 'mute'}],
	])('without fields is not accepted by default, and not answered by a key too early: %s', (key, answer) => {
		const chat = controlChat();
		chat.raise(formAsk({}));
		chat.clock.advance(299);
		chat.press('y', 'backspace');
		expect(chat.fake.answers).toEqual([]);
		chat.clock.advance(300);
		chat.press(key);
		expect(chat.fake.answers).toEqual([{askId: 'form-1', answer}]);
	});

	it('without fields is not answered by what is typed into a draft', () => {
		const chat = controlChat();
		chat.type('wh');
		chat.raise(formAsk({}));
		chat.clock.advance(1000);
		chat.type('y');
		expect([chat.fake.answers, chat.draft()]).toEqual([[], 'why']);
	});

	it('takes what is pasted', () => {
		const {controller, text} = openForm({city});
		controller.onPaste('Rome');
		expect(text()).toBe('Rome');
	});
});

describe('a draft and a form', () => {
	it('never mix: what was typed before goes on as the draft until tab', () => {
		const chat = controlChat();
		chat.type('my mess');
		chat.raise(formAsk({city}));
		chat.type('age');
		chat.clock.advance(1000);
		chat.type('!');
		expect(chat.draft()).toBe('my message!');
		chat.clock.advance(300);
		chat.press('tab');
		chat.type('Bern');
		expect(chat.draft()).toBe('my message!');
		expect(textOf(chat)).toBe('Bern');
	});

	it('never mix: a key within 300 ms of the form goes to the draft', () => {
		const chat = controlChat();
		chat.raise(formAsk({city}));
		chat.clock.advance(299);
		chat.type('x');
		expect(chat.draft()).toBe('x');
		expect(textOf(chat)).toBe('');
	});

	it('keep apart when the form is taken back: nothing typed for it is sent to the model', () => {
		const chat = openForm({pin: {type: 'string'}});
		chat.type('471');
		chat.fake.emit({type: 'ask-withdrawn', askId: 'form-1'});
		chat.type('1');
		chat.press('enter');
		expect(chat.fake.submitted).toEqual([]);
		expect(chat.draft()).toBe('1');
		chat.clock.advance(1500);
		chat.press('enter');
		expect(chat.fake.submitted).toEqual(['1']);
	});

	it('keep apart after an answer: enter submits at once', () => {
		const {press, type, send, fake} = openForm({city});
		press('enter');
		send();
		type('next');
		press('enter');
		expect(fake.submitted).toEqual(['next']);
	});
});

describe('a form behind an approval', () => {
	it('waits for its turn, and the approval keeps its keys', () => {
		const chat = controlChat();
		chat.raise(askOf(), formAsk({city}));
		chat.clock.advance(300);
		chat.press('n');
		expect(chat.fake.answers).toEqual([{askId: 'ask-1', answer: {type: 'deny'}}]);
		expect(chat.controller.getView().ask?.askId).toBe('form-1');
		chat.press('n');
		expect(textOf(chat)).toBe('');
	});
});
