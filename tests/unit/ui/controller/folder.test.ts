import {describe, expect, it} from 'vitest';
import {controlChat} from '../../../helpers/ui-controller.ts';
import {folderAsk} from '../../../helpers/ui-samples.ts';

/** The question about a project, on the screen long enough, with so many lines more than fit. */
const asked = (hidden: number) => {
	const chat = controlChat();
	chat.limitScroll(hidden);
	chat.raise(folderAsk());
	chat.clock.advance(300);
	return chat;
};

const trusted = [{askId: 'folder-1', answer: {type: 'accept'}}];

describe('the servers of a project', () => {
	it('are trusted by t where all of them can be seen', () => {
		const chat = asked(0);
		chat.press('t');
		expect(chat.fake.answers).toEqual(trusted);
	});

	it.each([
		['t', ['t']],
		['enter on the highlighted answer', ['tab', 'enter']],
	])('are not trusted by %s before their end was on the screen', (_, keys) => {
		const chat = asked(7);
		chat.press(...keys);
		expect(chat.fake.answers).toEqual([]);
		expect(chat.controller.getView().ask).toMatchObject({scroll: 7});
		// The key that was pressed twice, or held down.
		chat.clock.advance(299);
		chat.press('t', 't');
		expect(chat.fake.answers).toEqual([]);
		chat.clock.advance(300);
		chat.press('t');
		expect(chat.fake.answers).toEqual(trusted);
		expect(chat.draft()).toBe('');
	});

	it('are trusted at once by whoever has scrolled to the end, and back', () => {
		const chat = asked(2);
		chat.press('down', 'down', 'up');
		expect(chat.controller.getView().ask).toMatchObject({scroll: 1});
		chat.press('t');
		expect(chat.fake.answers).toEqual(trusted);
	});

	it('are not trusted when their end was asked for but never drawn', () => {
		const chat = controlChat({drawsAtOnce: false});
		chat.raise(folderAsk());
		chat.limitScroll(7);
		chat.clock.advance(300);
		chat.press('t');
		chat.clock.advance(1000);
		chat.press('t');
		expect(chat.fake.answers).toEqual([]);
		chat.draw();
		chat.clock.advance(300);
		chat.press('t');
		expect(chat.fake.answers).toEqual(trusted);
	});

	it('are not trusted by y, which does nothing and says so', () => {
		const chat = asked(0);
		chat.press('y');
		expect([chat.fake.answers, chat.draft()]).toEqual([[], '']);
		expect(chat.controller.getView().ask?.hint).toBe('y does nothing here: press t to trust these servers');
		chat.press('t');
		expect(chat.fake.answers).toEqual(trusted);
	});

	it.each([
		['n', {type: 'dismiss'}],
		['esc', {type: 'dismiss'}],
		['enter', {type: 'dismiss'}],
		['d', {type: 'deny'}],
	])('are put off or refused by %s without reading on', (key, answer) => {
		const chat = asked(7);
		chat.press(key);
		expect(chat.fake.answers).toEqual([{askId: 'folder-1', answer}]);
	});
});
