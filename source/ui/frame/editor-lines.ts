import type {Ask} from '../../domain/ask.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {type EditorView, readArguments} from '../asks/editor-view.ts';
import {editorLabels} from '../input/trust-bindings.ts';
import {wrapText} from '../text/wrap-text.ts';
import {choicesLines, type QuestionContext} from './question-layout.ts';
import {toolTitle} from './question-title.ts';

const countLines = (text: string): number => text.split('\n').length;

/** Where the cursor is, and what is wrong with the text so far. */
const statusLines = (
	isArguments: boolean,
	{text}: EditorView,
	{styles, width}: QuestionContext,
): readonly string[] => {
	const place = `line ${countLines(text.text.slice(0, text.cursor))} of ${countLines(text.text)}`;
	const reading = isArguments ? readArguments(text) : undefined;
	if (reading?.type !== 'wrong') {
		const words = reading === undefined ? place : `valid JSON, ${place}`;
		return wrapText(words, width - 2).map(styles.dim);
	}
	const {line, column, message} = reading.problem;
	const words = `✘ line ${line}, column ${column}: ${sanitiseLine(message)}`;
	return wrapText(words, width - 2).map(styles.bad);
};

/** What stands above a text that is edited in the question: whose it is, whether it can be sent, the keys. */
export const editorLines = (
	ask: Ask & {readonly kind: 'approval' | 'result'},
	editor: EditorView,
	context: QuestionContext,
): {readonly lines: readonly string[]; readonly isReadable: boolean} => {
	const isArguments = ask.kind === 'approval';
	const words = isArguments ? ' is to run ' : ' has a result of ';
	const {title, isReadable} = toolTitle(ask, words, context);
	const lines = [
		title,
		...choicesLines(editorLabels(isArguments ? 'arguments' : 'result'), undefined, context),
		...statusLines(isArguments, editor, context),
	];
	return {lines: lines.map(line => `${context.styles.warn('┃')} ${line}`), isReadable};
};
