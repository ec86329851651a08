import {describe, expect, it} from 'vitest';
import {alwaysBindings} from '../../../../source/ui/input/trust-bindings.ts';
import {controlChat} from '../../../helpers/ui-controller.ts';
import {askOf} from '../../../helpers/ui-samples.ts';

const asked = (canKeep = true) => {
	const chat = controlChat();
	chat.raise(askOf({canKeep}));
	chat.clock.advance(300);
	return chat;
};

/** The second question has been on the screen long enough. */
const keeping = () => {
	const chat = asked();
	chat.press('a');
	chat.clock.advance(300);
	return chat;
};

describe('an "always"', () => {
	it.each([
		['t', {type: 'allow', scope: 'tool'}],
		['s', {type: 'allow', scope: 'server'}],
	])('is given by a and then %s, and by nothing before', (key, answer) => {
		const chat = asked();
		chat.press('a');
		expect(chat.fake.answers).toEqual([]);
		chat.clock.advance(300);
		chat.press(key);
		expect(chat.fake.answers).toEqual([{askId: 'ask-1', answer}]);
	});

	it('is not given by a word that begins with its letters', () => {
		const chat = asked();
		chat.type('at');
		chat.clock.advance(299);
		chat.press('s');
		expect(chat.fake.answers).toEqual([]);
	});

	it('ignores all of its keys until it has been seen, and does not take them for anything else', () => {
		for (const {keys} of alwaysBindings) {
			for (const key of keys.filter(name => name !== 'ctrl+c')) {
				const chat = asked();
				chat.press('a');
				chat.clock.advance(299);
				chat.press(key);
				expect(chat.fake.answers, key).toEqual([]);
				expect(chat.fake.count, key).toMatchObject({interrupts: 0, cycles: 0});
				expect(chat.draft(), key).toBe('');
				expect(chat.controller.getView().ask, key).toMatchObject({isKeeping: true, highlight: 'back'});
			}
		}
	});

	it.each(['esc', 'n', 'enter'])('is taken back by %s, which answers nothing', key => {
		const chat = keeping();
		chat.press(key);
		expect(chat.fake.answers).toEqual([]);
		expect(chat.controller.getView().ask).toMatchObject({isKeeping: false, highlight: 'deny'});
		// A key too many does not stop the turn.
		chat.press('esc');
		expect([chat.fake.answers, chat.fake.count.interrupts]).toEqual([[], 0]);
		chat.clock.advance(300);
		chat.press('y');
		expect(chat.fake.answers).toEqual([{askId: 'ask-1', answer: {type: 'allow', scope: 'once'}}]);
	});

	it('goes around through its own answers only', () => {
		const chat = keeping();
		const seen = ['tab', 'tab', 'tab'].map(key => {
			chat.press(key);
			return chat.controller.getView().ask?.highlight;
		});
		expect(seen).toEqual(['keep-tool', 'keep-server', 'back']);
	});

	it('that cannot be kept is no answer: its key begins a message', () => {
		const chat = asked(false);
		chat.press('a');
		expect(chat.controller.getView().ask?.isKeeping).toBeUndefined();
		expect(chat.draft()).toBe('a');
	});

	it('leaves a message that is begun meanwhile alone', () => {
		const chat = keeping();
		chat.press('h');
		chat.clock.advance(1000);
		chat.press('t', 's');
		expect(chat.fake.answers).toEqual([]);
		expect(chat.draft()).toBe('hts');
	});
});
