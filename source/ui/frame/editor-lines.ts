import type {Ask} from '../../domain/ask.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {type EditorView, readArguments} from '../asks/editor-view.ts';
import {checkingLabels, editorLabels} from '../input/trust-bindings.ts';
import {reveal} from '../text/reveal.ts';
import {cutToWidth, wrapText} from '../text/wrap-text.ts';
import {choicesLines, type QuestionContext} from './question-layout.ts';
import {toolTitle} from './question-title.ts';

/** The lines of a status for which a text gives way in a low window. */
const leastStatus = 4;

const countLines = (text: string): number => text.split('\n').length;

/** As many lines as there is room for; the last says that there are more. */
const wrapInto = (text: string, width: number, most: number): readonly string[] => {
	const lines = wrapText(text, width);
	const rest = lines.slice(most - 1).join(' ');
	return lines.length <= most ? lines : [...lines.slice(0, most - 1), cutToWidth(rest, width)];
};

/** Where the cursor is, and what is wrong with the text so far. */
const statusLines = (
	isArguments: boolean,
	{text, isChecking, problem}: EditorView,
	most: number,
	{styles, width}: QuestionContext,
): readonly string[] => {
	if (isChecking === true) {
		return [styles.accent(cutToWidth('checking whether the tool takes these …', width - 2))];
	}
	if (problem !== undefined) {
		return wrapInto(`✘ ${sanitiseLine(reveal(problem))}`, width - 2, most).map(styles.bad);
	}
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
	const labels =
		editor.isChecking === true
			? checkingLabels
			: editorLabels(isArguments ? 'arguments' : 'result', editor.hasForm === true);
	const keys = choicesLines(labels, undefined, context);
	const {height} = context;
	const most = Math.max(1, Math.min(height - 1 - keys.length, Math.max(leastStatus, Math.floor(height / 3))));
	const lines = [title, ...keys, ...statusLines(isArguments, editor, most, context)];
	return {lines: lines.map(line => `${context.styles.warn('┃')} ${line}`), isReadable};
};
