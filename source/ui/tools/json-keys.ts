import {assertNever} from '../../domain/assert-never.ts';
import type {JsonObject} from '../../domain/json.ts';
import {readArguments} from '../asks/editor-view.ts';
import type {EditorStep} from '../input/binding.ts';
import {findIntent} from '../input/keymap.ts';
import {edits, insertSafely, lineDown, lineUp, type TextBuffer} from '../input/text-buffer.ts';

type JsonKeysDeps = {
	/** Another text, or another place in it. */
	readonly set: (text: TextBuffer) => void;
	/** These are to be looked at, and then sent. */
	readonly done: (args: JsonObject) => void;
	readonly toForm: (args: JsonObject) => void;
	readonly close: (text: TextBuffer) => void;
	/** Opens the text in $EDITOR. */
	readonly outside: (text: string) => void;
	readonly leave: () => void;
};

const pageLines = 10;

const move = (text: TextBuffer, by: typeof lineUp, count: number): TextBuffer =>
	Array.from({length: count}).reduce<TextBuffer>(moved => by(moved) ?? moved, text);

/** What keys do to the arguments of a try while they are written as JSON. */
export const createJsonKeys = ({set, ...deps}: JsonKeysDeps) => {
	const step = (text: TextBuffer, wanted: EditorStep): void => {
		const reading = readArguments(text);
		switch (wanted) {
			case 'send':
			case 'form':
				if (reading.type === 'wrong') {
					set({text: text.text, cursor: reading.problem.offset});
				} else if (wanted === 'send') {
					deps.done(reading.value);
				} else {
					deps.toForm(reading.value);
				}
				break;
			case 'close':
				deps.close(text);
				break;
			case 'outside':
				deps.outside(text.text);
				break;
			case 'up':
			case 'down':
				set(move(text, wanted === 'up' ? lineUp : lineDown, 1));
				break;
			case 'page-up':
			case 'page-down':
				set(move(text, wanted === 'page-up' ? lineUp : lineDown, pageLines));
				break;
			default:
				assertNever(wanted);
		}
	};
	return (text: TextBuffer, name: string, typed: string): void => {
		const intent = findIntent('editor', name) ?? findIntent('prompt', name);
		switch (intent?.type) {
			case 'editor':
				step(text, intent.step);
				break;
			case 'edit':
				set(edits[intent.edit](text));
				break;
			case 'clear-or-quit':
				deps.leave();
				break;
			default:
				if (typed !== '') {
					set(insertSafely(text, typed));
				}
		}
	};
};
