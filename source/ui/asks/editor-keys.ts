import type {ApprovalAsk, AskAnswer} from '../../domain/ask.ts';
import {assertNever} from '../../domain/assert-never.ts';
import type {JsonObject} from '../../domain/json.ts';
import type {EditorStep} from '../input/binding.ts';
import {findIntent} from '../input/keymap.ts';
import {edits, insert, insertSafely, lineDown, lineUp, type TextBuffer} from '../input/text-buffer.ts';
import type {createArgumentCheck} from './argument-check.ts';
import {answerWithText, type EditorView, readArguments, unchecked, withText} from './editor-view.ts';
import type {OpenQuestion} from './open-question.ts';

type EditorKeysDeps = OpenQuestion & {
	readonly check: ReturnType<typeof createArgumentCheck>;
	/** False where the text is no JSON. */
	readonly switchToForm: (text: string) => boolean;
	readonly editOutside: (text: string) => void;
	readonly clearOrQuit: () => void;
};

const pageLines = 10;

const moveLines = (text: TextBuffer, move: typeof lineUp, count: number): TextBuffer =>
	Array.from({length: count}).reduce<TextBuffer>(moved => move(moved) ?? moved, text);

/** What keys do to a text of many lines that has the keyboard. */
export const createEditorKeys = ({getAsk, setAsk, give, check, ...deps}: EditorKeysDeps) => {
	const set = (text: TextBuffer): void => {
		const editor = getAsk()?.editor;
		if (editor !== undefined) {
			const changed = withText(editor, text);
			if (changed.isChecking !== true) {
				check.stop();
			}
			setAsk({editor: changed});
		}
	};
	const showFault = ({text}: EditorView, offset: number): void =>
		set(insert({text: text.text, cursor: offset}, ''));

	const giveChecked = (ask: ApprovalAsk, args: JsonObject, answer: AskAnswer): void =>
		void check.run(ask, args, problem => {
			const editor = getAsk()?.editor;
			// Whoever has another question by now did not mean this answer any more.
			if (editor === undefined || deps.current()?.askId !== ask.askId) {
				return;
			}
			if (problem === undefined) {
				give(answer);
			} else {
				setAsk({editor: {...unchecked(editor), problem}});
			}
		});

	const send = (editor: EditorView): void => {
		const ask = deps.current();
		const view = getAsk();
		// An enter too many must not run what nobody has looked at.
		if (ask === undefined || view === undefined || !deps.isSeen(view) || editor.isChecking === true) {
			return;
		}
		const answer = answerWithText(ask, editor);
		if (ask.kind !== 'approval') {
			if (answer !== undefined) {
				give(answer);
			}
			return;
		}
		const reading = readArguments(editor.text);
		if (reading.type === 'wrong') {
			showFault(editor, reading.problem.offset);
		} else if (answer !== undefined) {
			setAsk({editor: {...unchecked(editor), isChecking: true}});
			giveChecked(ask, reading.value, answer);
		}
	};

	const goToForm = (editor: EditorView): void => {
		const reading = readArguments(editor.text);
		if (editor.hasForm === true && !deps.switchToForm(editor.text.text) && reading.type === 'wrong') {
			showFault(editor, reading.problem.offset);
		}
	};

	const close = (editor: EditorView): void => {
		if (editor.isChecking === true) {
			check.stop();
			setAsk({editor: unchecked(editor)});
		} else {
			deps.turnTo({editor: {...editor, isOpen: false}});
		}
	};

	const step = (editor: EditorView, wanted: EditorStep): void => {
		switch (wanted) {
			case 'send':
				send(editor);
				break;
			case 'close':
				close(editor);
				break;
			case 'form':
				goToForm(editor);
				break;
			case 'outside':
				deps.editOutside(editor.text.text);
				break;
			case 'up':
				set(moveLines(editor.text, lineUp, 1));
				break;
			case 'down':
				set(moveLines(editor.text, lineDown, 1));
				break;
			case 'page-up':
				set(moveLines(editor.text, lineUp, pageLines));
				break;
			case 'page-down':
				set(moveLines(editor.text, lineDown, pageLines));
				break;
			default:
				assertNever(wanted);
		}
	};

	const type = ({text}: EditorView, added: string): void => {
		if (added !== '') {
			set(insertSafely(text, added));
		}
	};

	return {
		onKey(editor: EditorView, name: string, text: string): void {
			const intent = findIntent('editor', name) ?? findIntent('prompt', name);
			switch (intent?.type) {
				case 'editor':
					step(editor, intent.step);
					break;
				case 'edit':
					set(edits[intent.edit](editor.text));
					break;
				case 'clear-or-quit':
					deps.clearOrQuit();
					break;
				default:
					type(editor, text);
			}
		},
		onPaste: type,
	};
};
