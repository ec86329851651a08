import {describe, expect, it} from 'vitest';
import type {AppFact} from '../../../../source/domain/event.ts';
import {type ControlledChat, controlChat} from '../../../helpers/ui-controller.ts';
import {askOf} from '../../../helpers/ui-samples.ts';

const said = (text: string, id = text): readonly AppFact[] => [
	{type: 'message-accepted', turnId: id, messageId: id, text},
	{type: 'turn-finished', turnId: id},
];

const idleChat = (...texts: readonly string[]): ControlledChat => {
	const chat = controlChat();
	chat.fake.isIdle = true;
	for (const text of texts) {
		chat.fake.emit(...said(text));
		chat.clock.advance(60_000);
	}
	return chat;
};

const labels = ({controller}: ControlledChat): readonly string[] | undefined =>
	controller.getView().pick?.items.map(({label}) => label);
const isArmed = ({controller}: ControlledChat): boolean => controller.getView().isBackArmed === true;

describe('esc esc on an empty prompt', () => {
	it('lists the messages of the session, the newest first, and enter goes back to before one', () => {
		const chat = idleChat('first', 'second\nline');
		chat.press('esc', 'esc');
		expect(labels(chat)).toEqual(['second ⏎ line', 'first']);
		expect(chat.controller.getView().pick?.items[1]).toMatchObject({
			hint: '2 minutes ago',
			detail: 'no calls',
		});
		chat.type('fir');
		chat.press('enter');
		expect(chat.controller.getView().pick).toBeUndefined();
		expect(chat.fake.returned).toEqual(['first']);
		expect(chat.fake.app.getState().items.at(-1)).toMatchObject({type: 'rewind', text: 'first', messages: 2});
	});

	it('says after the first that another one goes back, for a second', () => {
		const chat = idleChat('first');
		chat.press('esc');
		expect([isArmed(chat), labels(chat)]).toEqual([true, undefined]);
		chat.clock.advance(1100);
		expect(isArmed(chat)).toBe(false);
		chat.press('esc');
		expect([isArmed(chat), labels(chat)]).toEqual([true, undefined]);
	});

	it('is ended by every other key, and does nothing to a draft', () => {
		const chat = idleChat('first');
		chat.press('esc', 'x', 'esc', 'esc');
		expect([isArmed(chat), labels(chat), chat.draft()]).toEqual([false, undefined, 'x']);
		chat.press('backspace', 'esc');
		chat.controller.onPaste('pasted');
		expect(isArmed(chat)).toBe(false);
	});

	it('stops what runs first, and goes back only when nothing does', () => {
		const chat = idleChat('first');
		chat.fake.isIdle = false;
		chat.press('esc', 'esc');
		expect([isArmed(chat), labels(chat), chat.fake.count.interrupts]).toEqual([false, undefined, 2]);
	});

	it('has nothing to go back to where nothing was said', () => {
		const chat = idleChat();
		chat.press('esc', 'esc');
		expect([isArmed(chat), labels(chat)]).toEqual([false, undefined]);
	});

	it('answers no question', () => {
		const chat = idleChat('first');
		chat.fake.emit({type: 'message-accepted', turnId: 't', messageId: 'm', text: 'go'});
		chat.raise(askOf());
		chat.clock.advance(400);
		chat.press('x', 'esc');
		expect(isArmed(chat)).toBe(false);
	});

	it('is closed by esc, and nothing has changed', () => {
		const chat = idleChat('first');
		chat.press('esc', 'esc', 'esc');
		expect([labels(chat), chat.fake.returned, chat.fake.app.getState().takenBack]).toEqual([
			undefined,
			[],
			[],
		]);
	});
});
