import {describe, expect, it} from 'vitest';
import {controlChat} from '../../../helpers/ui-controller.ts';
import {editing} from '../../../helpers/ui-editing.ts';
import {resultAsk} from '../../../helpers/ui-samples.ts';

describe('a result that waits for the user', () => {
	it('is edited and sent', () => {
		const chat = editing(resultAsk());
		chat.press('ctrl+k', 'O', 'k', 'enter');
		expect(chat.fake.answers).toEqual([
			{askId: 'result-1', answer: {type: 'edit', text: 'Ok\nThe second line.'}},
		]);
	});

	it('is sent as it is when the editor has changed nothing', () => {
		const chat = editing(resultAsk());
		chat.press('enter');
		expect(chat.fake.answers[0]?.answer).toEqual({type: 'send'});
	});

	it.each(['a\tb', '\t\tindented\n\tlines', 'dos\r\nlines', 'old\rlines'])(
		'is as it was when nobody has changed it: %j',
		text => {
			const chat = editing(resultAsk({text}));
			chat.press('down', 'enter');
			expect(chat.fake.answers[0]?.answer).toEqual({type: 'send'});
		},
	);

	it('keeps its tabs when something else in it is changed', () => {
		const chat = editing(resultAsk({text: 'a\tb\n\tc'}));
		chat.press('right', 'right', 'x', 'enter');
		expect(chat.fake.answers[0]?.answer).toEqual({type: 'edit', text: 'a\txb\n\tc'});
	});

	it('loses in the editor what cannot be seen', () => {
		const chat = editing(resultAsk({text: 'a\u200bb'}));
		chat.press('enter');
		expect(chat.fake.answers[0]?.answer).toEqual({type: 'edit', text: 'ab'});
	});

	it('may become nothing at all', () => {
		const chat = editing(resultAsk({text: 'x'}));
		chat.press('delete', 'enter');
		expect(chat.fake.answers[0]?.answer).toEqual({type: 'edit', text: ''});
	});

	it.each([
		['w', 'enter', {type: 'withhold'}],
		['n', 'enter', {type: 'withhold'}],
		['enter', 'enter', {type: 'withhold'}],
	])('is withheld by %s and %s', (key, then, answer) => {
		const chat = controlChat();
		chat.raise(resultAsk());
		chat.clock.advance(300);
		chat.press(key);
		expect(chat.fake.answers).toEqual([]);
		chat.press(then);
		expect(chat.fake.answers).toEqual([{askId: 'result-1', answer}]);
	});

	it('is withheld with a message for the model, which is a draft when the question goes away', () => {
		const chat = controlChat();
		chat.raise(resultAsk());
		chat.clock.advance(300);
		chat.press('w');
		chat.type('it was not for you');
		chat.press('enter');
		expect(chat.fake.answers[0]?.answer).toEqual({type: 'withhold', message: 'it was not for you'});

		const gone = controlChat();
		gone.raise(resultAsk());
		gone.clock.advance(300);
		gone.press('w');
		gone.type('not yours');
		gone.fake.emit({type: 'ask-withdrawn', askId: 'result-1'});
		expect(gone.draft()).toBe('not yours');
	});
});
