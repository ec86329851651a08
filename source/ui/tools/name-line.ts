import {sanitiseLine} from '../../support/sanitise.ts';
import {findIntent} from '../input/keymap.ts';
import {edits, insertSafely, type TextBuffer} from '../input/text-buffer.ts';

const longestName = 60;

/** One line in which a name is typed. */
export const createNameLine = () => {
	let typed: TextBuffer | undefined;
	let onDone: (text: TextBuffer) => void = () => undefined;
	const add = (text: string): void => {
		if (typed !== undefined && text !== '') {
			const longer = insertSafely(typed, sanitiseLine(text));
			typed = longer.text.length > longestName ? typed : longer;
		}
	};
	return {
		typed: (): TextBuffer | undefined => typed,
		begin(text: TextBuffer, done: (text: TextBuffer) => void): void {
			typed = text;
			onDone = done;
		},
		add,
		onKey(name: string, text: string): void {
			const intent = findIntent('prompt', name);
			const before = typed;
			switch (intent?.type) {
				case 'submit':
					if (before !== undefined && before.text.trim() !== '') {
						typed = undefined;
						onDone({text: before.text.trim(), cursor: 0});
					}
					break;
				case 'interrupt':
				case 'clear-or-quit':
					typed = undefined;
					break;
				case 'edit':
					if (before !== undefined && intent.edit !== 'newline') {
						typed = edits[intent.edit](before);
					}
					break;
				default:
					add(text);
			}
		},
	};
};
