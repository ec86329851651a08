import type {Ask, AskAnswer} from '../../domain/ask.ts';
import type {JsonObject} from '../../domain/json.ts';
import {sanitise} from '../../support/sanitise.ts';
import type {TextBuffer} from '../input/text-buffer.ts';
import {type JsonReading, readJsonObject} from '../text/read-json.ts';
import {revealJson} from '../text/reveal.ts';

/** A text of many lines that makes the answer. It is kept when the user goes back to the question. */
export type EditorView = {
	readonly text: TextBuffer;
	/** As it was before anybody changed it. */
	readonly original: string;
	readonly isOpen: boolean;
};

const textOf = (args: JsonObject): string => revealJson(JSON.stringify(args, null, 2));

const originalText = (ask: Ask): string => {
	switch (ask.kind) {
		case 'approval':
			return textOf(ask.arguments);
		case 'result':
			return sanitise(ask.text);
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

/** What the text answers; undefined while it is none. What nobody has changed is not called changed. */
export const answerWithText = (ask: Ask, text: TextBuffer): AskAnswer | undefined => {
	if (ask.kind === 'result') {
		return text.text === ask.text ? {type: 'send'} : {type: 'edit', text: text.text};
	}
	const reading = readArguments(text);
	if (ask.kind !== 'approval' || reading.type === 'wrong') {
		return undefined;
	}
	const isSame = JSON.stringify(reading.value) === JSON.stringify(ask.arguments);
	return {type: 'allow', scope: 'once', ...(isSame ? {} : {arguments: reading.value})};
};
