import type {Ask, AskAnswer, ResultAsk} from '../../domain/ask.ts';
import {sanitise} from '../../support/sanitise.ts';
import type {TextBuffer} from '../input/text-buffer.ts';
import {type JsonReading, readJsonObject} from '../text/read-json.ts';
import {answerWithArguments, argumentsText} from './argument-form.ts';

/** A text of many lines that makes the answer. It is kept when the user goes back to the question. */
export type EditorView = {
	readonly text: TextBuffer;
	/** As it was before anybody changed it. */
	readonly original: string;
	readonly isOpen: boolean;
	/** It comes from a form, and can go back to it. */
	readonly hasForm?: boolean;
	/** Whether the tool takes it is being looked at; nothing is answered meanwhile. */
	readonly isChecking?: true;
	/** Why the tool does not take it as it is now. */
	readonly problem?: string;
};

/** Safe to show, with tabs where they were: they are no part of what a user wants to change. */
export const keepingTabs = (text: string): string => text.split('\t').map(sanitise).join('\t');

const originalText = (ask: Ask): string => {
	switch (ask.kind) {
		case 'approval':
			return argumentsText(ask.arguments);
		case 'result':
			return keepingTabs(ask.text);
		default:
			return '';
	}
};

export const openEditor = (ask: Ask, known: EditorView | undefined): EditorView => {
	if (known !== undefined) {
		return {...known, isOpen: true};
	}
	const original = originalText(ask);
	return {text: {text: original, cursor: 0}, original, isOpen: true};
};

const readings = new WeakMap<TextBuffer, JsonReading>();

/** Asked with every frame and every key: a text is read once. */
export const readArguments = (text: TextBuffer): JsonReading => {
	const known = readings.get(text) ?? readJsonObject(text.text);
	readings.set(text, known);
	return known;
};

/** Whether the editor shows all of a result: only what breaks its lines may be written in another way. */
const isShownWhole = ({text}: ResultAsk, original: string): boolean =>
	original === text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');

/**
 * What the text answers; undefined while it is none. What nobody has changed is not called changed, but what goes out is
 * what was shown: a result is not sent with characters in it that the editor left out.
 */
export const answerWithText = (ask: Ask, {text, original}: EditorView): AskAnswer | undefined => {
	if (ask.kind === 'result') {
		const isSame = text.text === original && isShownWhole(ask, original);
		return isSame ? {type: 'send'} : {type: 'edit', text: text.text};
	}
	const reading = readArguments(text);
	if (ask.kind !== 'approval' || reading.type === 'wrong') {
		return undefined;
	}
	return answerWithArguments(ask, reading.value);
};

/** Without what was found about the text. */
export const unchecked = ({text, original, isOpen, hasForm = false}: EditorView): EditorView => ({
	text,
	original,
	isOpen,
	hasForm,
});

/** Another text, or another place in it. What was found about a text does not hold for another. */
export const withText = (editor: EditorView, text: TextBuffer): EditorView => ({
	...(text.text === editor.text.text ? editor : unchecked(editor)),
	text,
});
