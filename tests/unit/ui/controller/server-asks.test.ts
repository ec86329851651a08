import {describe, expect, it} from 'vitest';
import type {Ask, AskAnswer} from '../../../../source/domain/ask.ts';
import {controlChat} from '../../../helpers/ui-controller.ts';
import {
	addressAsk,
	definitionAsk,
	folderAsk,
	formAsk,
	inputAsk,
	resultAsk,
	samplingAsk,
	signInAsk,
	turnAsk,
} from '../../../helpers/ui-samples.ts';

const open = (ask: Ask) => {
	const chat = controlChat();
	chat.raise(ask);
	chat.clock.advance(300);
	return chat;
};

const answers: readonly (readonly [string, Ask, string, AskAnswer])[] = [
	['a page', {...addressAsk(), browser: 'missing'}, 'y', {type: 'accept'}],
	['a page', addressAsk(), 'n', {type: 'deny'}],
	['a page', addressAsk(), 'esc', {type: 'dismiss'}],
	['a page', addressAsk(), 'enter', {type: 'deny'}],
	['a page', addressAsk(), 'ctrl+n', {type: 'mute'}],
	['the model', samplingAsk(), 'y', {type: 'allow', scope: 'once'}],
	['the model', samplingAsk(), 'n', {type: 'deny'}],
	['the model', samplingAsk(), 'esc', {type: 'deny'}],
	['the model', samplingAsk(), 'enter', {type: 'deny'}],
	['the model', samplingAsk(), 'ctrl+n', {type: 'mute'}],
	['a form', formAsk({name: {type: 'string'}}), 'ctrl+n', {type: 'mute'}],
	['a sign-in', signInAsk, 'n', {type: 'deny'}],
	['a sign-in', signInAsk, 'esc', {type: 'deny'}],
	['a long turn', turnAsk(), 'c', {type: 'continue'}],
	['a long turn', turnAsk({reason: 'going-round'}), 'w', {type: 'wrap-up'}],
	['a long turn', turnAsk(), 'esc', {type: 'stop'}],
	['a long turn', turnAsk(), 'enter', {type: 'stop'}],
	['a full context', turnAsk({reason: 'context-full'}), 'c', {type: 'compact'}],
	['a full context', turnAsk({reason: 'context-full'}), 'enter', {type: 'stop'}],
	['changed tools', definitionAsk(), 'y', {type: 'accept'}],
	['changed tools', definitionAsk(), 'n', {type: 'deny'}],
	['changed tools', definitionAsk(), 'esc', {type: 'deny'}],
	['changed tools', definitionAsk(), 'enter', {type: 'deny'}],
	['a result', resultAsk(), 'y', {type: 'send'}],
	['a result', resultAsk(), 'esc', {type: 'stop'}],
	['a project', folderAsk(), 't', {type: 'accept'}],
	['a project', folderAsk(), 'n', {type: 'dismiss'}],
	['a project', folderAsk(), 'd', {type: 'deny'}],
	['a project', folderAsk(), 'esc', {type: 'dismiss'}],
	['a project', folderAsk(), 'enter', {type: 'dismiss'}],
	['a value', inputAsk(), 'esc', {type: 'dismiss'}],
];

describe('a question that is no approval', () => {
	it.each(answers)('about %s (%o) is answered with %s', (_, ask, key, answer) => {
		const chat = open(ask);
		chat.press(key);
		expect(chat.fake.answers).toEqual([{askId: ask.askId, answer}]);
		expect(chat.fake.count.interrupts).toBe(0);
	});

	it.each(answers)('about %s (%o) is not answered by %s within 300 ms, nor with a draft', (_, ask, key) => {
		const early = controlChat();
		early.raise(ask);
		early.clock.advance(299);
		early.press(key);
		expect(early.fake.answers).toEqual([]);
		const busy = controlChat();
		busy.type('draft');
		busy.raise(ask);
		busy.clock.advance(1000);
		busy.press(key);
		expect(busy.fake.answers).toEqual([]);
	});

	it('about a turn brings queued messages back to the draft when the turn is stopped', () => {
		const chat = open(turnAsk());
		chat.fake.emit({type: 'message-queued', messageId: 'm2', text: 'next'});
		chat.press('esc');
		expect(chat.fake.answers).toEqual([{askId: 'turn-ask-1', answer: {type: 'stop'}}]);
		expect([chat.draft(), chat.fake.app.getState().queue]).toEqual(['next', []]);
	});

	it('about a page or the model has no keys of approvals', () => {
		for (const ask of [addressAsk(), samplingAsk(), signInAsk]) {
			const chat = open(ask);
			chat.press('s');
			expect(chat.fake.answers).toEqual([]);
			expect(chat.draft()).toBe('s');
		}
	});

	it('highlights deny first, and goes round', () => {
		const chat = open(samplingAsk());
		expect(chat.controller.getView().ask?.highlight).toBe('deny');
		chat.press('right', 'enter');
		expect(chat.fake.answers[0]?.answer).toEqual({type: 'allow', scope: 'once'});
	});
});

describe('a page', () => {
	it.each([
		['that is to be opened', addressAsk()],
		['to sign in at', signInAsk],
		['to sign in at again', {...signInAsk, browser: 'started'} as const],
	])('%s is opened with y, and the question stays', (_, ask) => {
		const chat = open(ask);
		chat.press('y');
		expect(chat.fake.opened).toEqual([ask.askId]);
		expect(chat.fake.answers).toEqual([]);
		expect(chat.fake.app.getState().asks).toEqual([ask]);
	});

	it('is declined, not opened, by enter alone', () => {
		const chat = open(addressAsk());
		chat.press('enter');
		expect(chat.fake.opened).toEqual([]);
		expect(chat.fake.answers[0]?.answer).toEqual({type: 'deny'});
	});

	it('is not opened by a key within 300 ms', () => {
		const chat = controlChat();
		chat.raise(addressAsk());
		chat.clock.advance(299);
		chat.press('y');
		expect(chat.fake.opened).toEqual([]);
	});

	it('that did not open counts as opened only by a key after that was seen', () => {
		const chat = open(addressAsk());
		chat.press('y');
		chat.fake.emit({type: 'browser-tried', askId: 'address-1', browser: 'missing'});
		chat.press('y', 'backspace');
		expect(chat.fake.answers).toEqual([]);
		chat.clock.advance(300);
		chat.press('y');
		expect(chat.fake.answers).toEqual([{askId: 'address-1', answer: {type: 'accept'}}]);
	});
});

describe('a sign-in', () => {
	it('takes the address that the browser ended at', () => {
		const chat = open(signInAsk);
		chat.press('p');
		chat.controller.onPaste('http://127.0.0.1:4711/callback?code=abc');
		chat.press('enter');
		expect(chat.fake.answers[0]?.answer).toEqual({
			type: 'accept',
			content: {returned: 'http://127.0.0.1:4711/callback?code=abc'},
		});
	});

	it('waits for an address, and esc goes back to the question', () => {
		const chat = open(signInAsk);
		chat.press('p', 'enter');
		expect(chat.fake.answers).toEqual([]);
		chat.press('esc');
		expect(chat.controller.getView().ask?.line).toBeUndefined();
		chat.press('n');
		expect(chat.fake.answers[0]?.answer).toEqual({type: 'deny'});
	});

	it('that ends by itself leaves no address in the draft', () => {
		const chat = open(signInAsk);
		chat.press('p');
		chat.controller.onPaste('http://127.0.0.1:4711/callback?code=abc');
		chat.fake.emit({type: 'ask-withdrawn', askId: 'sign-in-1'});
		expect(chat.draft()).toBe('');
	});
});
