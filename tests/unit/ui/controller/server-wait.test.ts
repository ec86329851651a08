import {describe, expect, it} from 'vitest';
import {createSlowCatalogue} from '../../../helpers/ui-catalogue.ts';
import {type ControlledChat, controlChat} from '../../../helpers/ui-controller.ts';
import {askOf} from '../../../helpers/ui-samples.ts';

/** A chat in which a message has been waiting for a server, long enough for a person to have seen it. */
const waiting = (): ControlledChat => {
	const chat = controlChat();
	chat.fake.emit({type: 'servers-awaited', servers: ['slow']});
	chat.clock.advance(300);
	return chat;
};

describe('a message that waits for servers', () => {
	it('goes on without them at a letter, which lands in the draft', () => {
		const chat = waiting();
		chat.press('x');
		expect([chat.fake.count.goneOn, chat.draft()]).toEqual([1, 'x']);
	});

	it('goes on without them at enter, which does not send the suggestion', () => {
		const chat = waiting();
		chat.fake.suggestion = 'Do something';
		chat.press('enter');
		expect([chat.fake.count.goneOn, chat.fake.submitted]).toEqual([1, []]);
	});

	it('goes on without them at a paste, which lands in the draft', () => {
		const chat = waiting();
		chat.controller.onPaste('pasted');
		expect([chat.fake.count.goneOn, chat.draft()]).toEqual([1, 'pasted']);
	});

	it('is stopped by esc, and its text is the draft again', () => {
		const chat = waiting();
		chat.fake.emit({type: 'message-queued', messageId: 'm1', text: 'Hello'});
		chat.press('esc');
		expect([chat.fake.count.goneOn, chat.fake.count.interrupts, chat.draft()]).toEqual([0, 1, 'Hello']);
	});

	it('waits on at keys that stop, leave or only show something', () => {
		const chat = waiting();
		chat.press('ctrl+c', 'f2', 'f3', 'ctrl+o', 'ctrl+l', 'ctrl+z', 'ctrl+p', 'esc', 'ctrl+r', 'esc');
		expect(chat.fake.count.goneOn).toBe(0);
	});

	it('waits on at a key that was typed before anybody could see that it waits', () => {
		const chat = controlChat();
		chat.fake.emit({type: 'servers-awaited', servers: ['slow']});
		chat.clock.advance(299);
		chat.type('next');
		expect([chat.fake.count.goneOn, chat.draft()]).toEqual([0, 'next']);
	});

	it('waits on at a key that answers a question', () => {
		const chat = waiting();
		chat.raise(askOf());
		chat.clock.advance(300);
		chat.press('n');
		expect([chat.fake.count.goneOn, chat.fake.answers.length]).toEqual([0, 1]);
	});
});

describe('servers', () => {
	it('start when a message is begun, once', () => {
		const {catalogue, connects} = createSlowCatalogue({});
		const chat = controlChat({catalogue});
		chat.type('Hello');
		expect(connects).toHaveLength(0);
		chat.clock.advance(200);
		chat.type(' there');
		chat.clock.advance(200);
		expect(connects).toHaveLength(1);
	});

	it('start when a message is continued that was not sent the last time', () => {
		const {catalogue, connects} = createSlowCatalogue({});
		const chat = controlChat({catalogue});
		chat.controller.putDraft('Hello');
		chat.type(' there');
		chat.clock.advance(200);
		expect(connects).toHaveLength(1);
	});

	it('do not start for a command', () => {
		const {catalogue, connects} = createSlowCatalogue({});
		const chat = controlChat({catalogue});
		chat.type('/help');
		chat.clock.advance(1000);
		expect(connects).toHaveLength(0);
	});
});
