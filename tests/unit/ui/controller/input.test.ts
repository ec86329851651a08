import {describe, expect, it} from 'vitest';
import {controlChat} from '../../../helpers/ui-controller.ts';
import {inputAsk} from '../../../helpers/ui-samples.ts';

const asked = () => {
	const chat = controlChat();
	chat.raise(inputAsk());
	chat.clock.advance(300);
	return {...chat, field: () => chat.controller.getView().ask?.field?.text};
};

describe('a value for the configuration', () => {
	it('is typed and kept by enter, and is nowhere else', () => {
		const chat = asked();
		chat.type('s3cr?t n');
		chat.press('enter');
		expect(chat.fake.answers).toEqual([
			{askId: 'input-1', answer: {type: 'accept', content: {value: 's3cr?t n'}}},
		]);
		expect(chat.draft()).toBe('');
		chat.press('up');
		expect(chat.draft()).toBe('');
	});

	it('is pasted, without the line break at its end', () => {
		const chat = asked();
		chat.controller.onPaste('ghp_abc\n');
		chat.press('enter');
		expect(chat.fake.answers[0]?.answer).toEqual({type: 'accept', content: {value: 'ghp_abc'}});
	});

	it('that is empty is none', () => {
		const chat = asked();
		chat.press('enter');
		expect(chat.fake.answers).toEqual([]);
	});

	it('is edited with the keys of the draft', () => {
		const chat = asked();
		chat.type('one two');
		chat.press('ctrl+w', 'backspace');
		expect(chat.field()).toBe('one');
	});

	it('never mixes with a draft: what was typed before and right after goes there', () => {
		const chat = controlChat();
		chat.type('my mess');
		chat.raise(inputAsk());
		chat.clock.advance(299);
		chat.type('age');
		chat.clock.advance(1000);
		chat.type('!');
		expect(chat.draft()).toBe('my message!');
		chat.clock.advance(300);
		chat.press('tab');
		chat.type('pw');
		expect([chat.draft(), chat.controller.getView().ask?.field?.text]).toEqual(['my message!', 'pw']);
	});

	it('whose question goes away by itself is not sent to the model, nor what is typed after it', () => {
		const chat = asked();
		chat.type('s3cr');
		chat.fake.emit({type: 'ask-withdrawn', askId: 'input-1'});
		chat.type('et');
		chat.press('enter');
		expect(chat.fake.submitted).toEqual([]);
		expect(chat.draft()).toBe('et');
		chat.press('ctrl+c', 'up', 'up');
		expect(chat.draft()).toBe('et');
	});

	it('is not kept, and can be left, while the question cannot be seen', () => {
		const chat = asked();
		chat.type('pw');
		chat.controller.drawn({maxScroll: 0});
		chat.controller.drawn({maxScroll: 0});
		const {ask} = chat.controller.getView();
		expect(ask?.shownAt).toBeUndefined();
		chat.press('esc');
		expect(chat.fake.answers.map(({answer}) => answer)).toEqual([{type: 'dismiss'}]);
	});

	it('is not kept by enter while the question cannot be seen', () => {
		const chat = controlChat({drawsAtOnce: false});
		chat.raise(inputAsk());
		chat.draw();
		chat.clock.advance(300);
		chat.type('pw');
		chat.controller.drawn({maxScroll: 0});
		chat.press('enter');
		expect(chat.fake.answers).toEqual([]);
	});

	it('lets ctrl+c quit', () => {
		const chat = asked();
		chat.press('x', 'ctrl+c', 'ctrl+c');
		expect(chat.quits()).toBe(1);
	});
});
