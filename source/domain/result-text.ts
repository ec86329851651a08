import {assertNever} from './assert-never.ts';
import type {JsonValue} from './json.ts';
import type {ToolContent, ToolResult} from './tool.ts';

/** One piece of a result as text, the way a model reads it. */
export type ResultText = {
	readonly text: string;
	/** What the text only stands for: it is handed on as it is, not as text. */
	readonly item?: ToolContent;
	/** What it was read from cannot be written, neither for a model nor into a session. */
	readonly isUnwritable?: true;
};

const longestLabel = 2000;
/** A longer one is a text like any other, which can be cut. */
const longestLink = 500;
/** Shorter texts are words more often than data. */
const shortestData = 256;
const base64 = /^[\w+/-]+={0,2}$/;

/** A word or an address of a server's as a piece of one line. */
const label = (text: string): string => {
	const line = text
		.slice(0, longestLabel)
		.replace(/[\p{Cc}\s]+/gu, ' ')
		.trim();
	return text.length > longestLabel ? `${line}…` : line;
};

const withoutData = (_key: string, value: JsonValue): JsonValue =>
	typeof value === 'string' && value.length >= shortestData && base64.test(value)
		? `[${value.length} characters of data]`
		: value;

const writeJson = (what: string, value: JsonValue): ResultText => {
	try {
		return {text: JSON.stringify(value, withoutData)};
	} catch {
		// Nested too deeply, or longer than a text can be; that it came is all that can be said.
		return {text: `[${label(what)}: cannot be written as text]`, isUnwritable: true};
	}
};

const sized = (what: string, mimeType: string | undefined, data: string): string =>
	`[${label(`${what} ${mimeType ?? ''}`)}, about ${Math.ceil((data.length * 3) / 4 / 1024)} KB]`;

const textOf = (item: ToolContent): ResultText => {
	switch (item.type) {
		case 'text':
			return {text: item.text};
		case 'image':
		case 'audio':
			return {text: sized(item.type, item.mimeType, item.data), item};
		case 'resource':
			return item.text === undefined
				? {text: sized(`resource ${item.uri}`, item.mimeType, item.blob ?? ''), item}
				: {text: `[resource ${label(item.uri)}]\n${item.text}`};
		case 'link': {
			const line = `[link ${label(item.name)}: ${label(item.uri)}]`;
			const text = item.description === undefined ? line : `${line}\n${item.description}`;
			return text.length > longestLink ? {text} : {text, item};
		}
		case 'unknown':
			return writeJson(item.kind, item.value);
		default:
			return assertNever(item);
	}
};

/** Everything in a result that a model would read: its content or, where there is none, what is structured. */
export const resultTexts = ({content, structured}: ToolResult): readonly ResultText[] =>
	content.length > 0 || structured === undefined
		? content.map(textOf)
		: [writeJson('structured content', structured)];
