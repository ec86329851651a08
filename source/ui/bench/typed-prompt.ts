import {sanitiseLine} from '../../support/sanitise.ts';
import {findIntent} from '../input/keymap.ts';
import {bufferOf, edits, insertSafely, type TextBuffer} from '../input/text-buffer.ts';
import type {TypedLine} from './bench-frame.ts';
import type {LinePrompt} from './section.ts';

export type TypedPrompt = {
	readonly picture: () => TypedLine;
	readonly onKey: (name: string, text: string) => void;
	readonly onPaste: (text: string) => void;
};

/** What keys do meanwhile. */
export const promptHints = 'enter takes it · esc back';

/** One line that is asked for at the bottom. `onDone` is told before it is used, or when the user leaves. */
export const createTypedPrompt = (line: LinePrompt, onDone: () => void): TypedPrompt => {
	let text: TextBuffer = bufferOf(sanitiseLine(line.text ?? ''));
	let isTried = false;
	const add = (typed: string): void => {
		if (typed !== '') {
			text = insertSafely(text, sanitiseLine(typed));
		}
	};
	return {
		picture() {
			const problem = isTried || text.text !== '' ? line.problem?.(text.text) : undefined;
			return {
				label: sanitiseLine(line.label),
				text,
				...(line.isSecret === true ? {isSecret: true} : {}),
				...(problem === undefined ? {} : {problem: sanitiseLine(problem)}),
			};
		},
		onKey(name, typed) {
			const intent = findIntent('prompt', name);
			switch (intent?.type) {
				case 'submit':
					isTried = true;
					if (line.problem?.(text.text) === undefined) {
						onDone();
						line.run(text.text);
					}
					break;
				case 'interrupt':
				case 'clear-or-quit':
					onDone();
					break;
				case 'edit':
					if (intent.edit !== 'newline') {
						text = edits[intent.edit](text);
					}
					break;
				default:
					add(typed);
			}
		},
		onPaste: add,
	};
};
