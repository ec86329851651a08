import {sanitiseLine} from '../../support/sanitise.ts';
import {findIntent} from '../input/keymap.ts';
import {edits, emptyBuffer, insertSafely, type TextBuffer} from '../input/text-buffer.ts';
import type {Search} from './search.ts';

/** The line in which one types what to look for. Every key looks at once. */
export const createQueryLine = (search: () => Search | undefined) => {
	let typed: TextBuffer | undefined;
	const set = (next: TextBuffer): void => {
		typed = next;
		search()?.look(next.text);
	};
	/** Whether there was anything to leave. */
	const leave = (): boolean => {
		typed = undefined;
		if (search()?.state().pattern === undefined) {
			return false;
		}
		search()?.look('');
		return true;
	};
	const add = (text: string): void => {
		if (typed !== undefined && text !== '') {
			set(insertSafely(typed, sanitiseLine(text)));
		}
	};
	return {
		typed: (): TextBuffer | undefined => typed,
		begin(): true {
			search()?.begin();
			typed = emptyBuffer;
			return true;
		},
		leave,
		add,
		onKey(name: string, text: string): void {
			const intent = findIntent('prompt', name);
			switch (intent?.type) {
				case 'submit':
					typed = undefined;
					break;
				case 'interrupt':
				case 'clear-or-quit':
					leave();
					break;
				case 'edit':
					if (typed !== undefined && intent.edit !== 'newline') {
						set(edits[intent.edit](typed));
					}
					break;
				default:
					add(text);
			}
		},
	};
};
