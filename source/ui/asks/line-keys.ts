import type {Ask, AskAnswer} from '../../domain/ask.ts';
import {findIntent} from '../input/keymap.ts';
import {edits, insertSafely, type TextBuffer} from '../input/text-buffer.ts';
import type {AskView} from '../view-state.ts';
import {answerWithLine, answerWithValue} from './ask-answers.ts';

type LineKeysDeps = {
	readonly getAsk: () => AskView | undefined;
	readonly setAsk: (change: Partial<AskView>) => void;
	readonly current: () => Ask | undefined;
	readonly isSeen: (ask: AskView) => boolean;
	readonly dropLine: () => void;
	readonly give: (answer: AskAnswer) => void;
	readonly scroll: (step: number) => void;
	readonly clearOrQuit: () => void;
};

/** A line that makes the answer shares the editing keys with the draft. */
export const createLineKeys = ({
	getAsk,
	setAsk,
	dropLine,
	give,
	current,
	scroll,
	clearOrQuit,
}: LineKeysDeps) => ({
	onKey(line: TextBuffer, name: string, text: string): void {
		const intent = findIntent('scrolling', name) ?? findIntent('prompt', name);
		switch (intent?.type) {
			case 'submit': {
				const ask = current();
				const answer = ask === undefined ? undefined : answerWithLine(ask, line.text);
				if (getAsk()?.shownAt !== undefined && answer !== undefined) {
					dropLine();
					give(answer);
				}
				break;
			}
			case 'interrupt':
				dropLine();
				break;
			case 'scroll':
				scroll(intent.step);
				break;
			case 'edit':
				setAsk({line: edits[intent.edit](line)});
				break;
			case 'clear-or-quit':
				clearOrQuit();
				break;
			default:
				if (text !== '') {
					setAsk({line: insertSafely(line, text)});
				}
		}
	},
	onPaste: (line: TextBuffer, text: string): void => setAsk({line: insertSafely(line, text)}),
});

/** A value for the configuration keeps the keyboard from its first key on, so that none of it ends in the draft. */
export const createFieldKeys = ({getAsk, setAsk, give, isSeen, scroll, clearOrQuit}: LineKeysDeps) => {
	const set = (field: TextBuffer): void => setAsk({field, isFocused: true});
	return {
		onKey(field: TextBuffer, name: string, text: string): void {
			setAsk({isFocused: true});
			const intent = findIntent('input', name) ?? findIntent('prompt', name);
			const ask = getAsk();
			const value = answerWithValue(field.text);
			switch (intent?.type) {
				case 'choose':
					if (intent.choice === 'later') {
						give({type: 'dismiss'});
					} else if (ask !== undefined && isSeen(ask) && value !== undefined) {
						give(value);
					}
					break;
				case 'scroll':
					scroll(intent.step);
					break;
				case 'edit':
					set(edits[intent.edit](field));
					break;
				case 'clear-or-quit':
					clearOrQuit();
					break;
				default:
					if (text !== '') {
						set(insertSafely(field, text));
					}
			}
		},
		onPaste: (field: TextBuffer, text: string): void => set(insertSafely(field, text)),
	};
};
