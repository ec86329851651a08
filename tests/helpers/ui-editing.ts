import type {Ask} from '../../source/domain/ask.ts';
import {controlChat} from './ui-controller.ts';
import {waitUntil} from './wait-until.ts';

/** A text that is being edited and has been on the screen long enough. */
export const editing = (ask: Ask) => {
	const chat = controlChat();
	chat.raise(ask);
	chat.clock.advance(300);
	chat.press('e');
	chat.clock.advance(300);
	return {
		...chat,
		editor: () => chat.controller.getView().ask?.editor,
		text: () => chat.controller.getView().ask?.editor?.text.text ?? '',
		answered: () => waitUntil(() => chat.fake.answers.length > 0),
		replace(text: string) {
			while (chat.controller.getView().ask?.editor?.text.text !== '') {
				chat.press('ctrl+k', 'delete');
			}
			chat.controller.onPaste(text);
		},
	};
};
