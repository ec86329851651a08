import type {JsonValue} from '../../domain/json.ts';
import {isJsonObject} from '../../domain/json.ts';
import type {ToolContent, ToolResult} from '../../domain/tool.ts';
import {isTooDeep} from '../../support/json-depth.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {formatBytes} from '../text/format.ts';
import {cellsOf} from '../text/graphemes.ts';
import {cutToWidth} from '../text/wrap-text.ts';
import {writeJson} from '../text/write-json.ts';
import type {Styles} from '../theme/styles.ts';
import {describeContent, forUserLine} from './describe-content.ts';

/** What a result is shown as: a text to be wrapped, or lines to be cut, each with a style of its own. */
type ResultPreview = {
	readonly text: string;
	readonly isCut: boolean;
	readonly limit: number;
	readonly styleOf: (line: string) => (text: string) => string;
};

const previewLines = 4;
/** A change is worth more room than an answer that goes to the model anyway. */
const differenceLines = 12;
/** So many pieces are described, of which a few lines are shown. */
const mostDescribed = 100;
/** Longer results are no longer read as JSON: it would be for four lines of them. */
const longestJson = 200_000;

/** What a model reads of it besides its name. */
const innerText = (content: ToolContent): readonly string[] => {
	switch (content.type) {
		case 'resource':
			return content.text === undefined ? [] : [content.text];
		case 'link':
			return content.description === undefined ? [] : [content.description];
		case 'unknown':
			return [writeJson(content.value)];
		default:
			return [];
	}
};

/** What is not text takes one line, and what it holds the lines below. */
const contentText = (content: ToolContent, width: number): string => {
	const lines =
		content.type === 'text'
			? [content.text]
			: [cutToWidth(sanitiseLine(describeContent(content)), width), ...innerText(content)];
	return [...forUserLine(content), ...lines].join('\n');
};

/** Only counted: it is below what is shown. */
const briefly = (content: ToolContent): string => (content.type === 'text' ? content.text : content.type);

const parseJson = (text: string): JsonValue | undefined => {
	const trimmed = text.trim();
	if (trimmed.length > longestJson || !/^[[{][\s\S]*[\]}]$/.test(trimmed)) {
		return undefined;
	}
	try {
		const value: JsonValue = JSON.parse(trimmed);
		return isTooDeep(value) ? undefined : value;
	} catch {
		// Text that begins and ends like JSON is shown as the text it is.
		return undefined;
	}
};

const inline = (value: JsonValue): string => sanitiseLine(JSON.stringify(value));

/** On one line if it fits, else a line for each member. */
const showCompactly = (value: JsonValue, width: number): string => {
	const whole = inline(value);
	if (cellsOf(whole.slice(0, width + 1)) <= width && whole.length <= width) {
		return whole;
	}
	if (Array.isArray(value)) {
		return value.map(inline).join('\n');
	}
	return isJsonObject(value)
		? Object.entries(value)
				.map(([key, member]) => `${sanitiseLine(key)}: ${inline(member)}`)
				.join('\n')
		: whole;
};

const isDifference = (text: string): boolean =>
	/^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/m.test(text.slice(0, 4000)) && /^[-+]/m.test(text);

const differenceStyle =
	(styles: Styles) =>
	(line: string): ((text: string) => string) => {
		if (/^(?:\+\+\+|---|@@)/.test(line)) {
			return styles.dim;
		}
		if (line.startsWith('+')) {
			return styles.added;
		}
		return line.startsWith('-') ? styles.removed : styles.dim;
	};

/** Many servers put their text into a structure of one member, for clients that read only that. */
const wraps = (structured: JsonValue, text: string): boolean => {
	const members = isJsonObject(structured) ? Object.values(structured) : [];
	return members.length === 1 && members[0] === text;
};

/** The structure of a result where it says something that the content does not. */
const structureText = (
	{structured}: ToolResult,
	written: string,
	shown: JsonValue | undefined,
): readonly string[] => {
	if (structured === undefined || wraps(structured, written)) {
		return [];
	}
	const text = JSON.stringify(structured);
	return shown !== undefined && JSON.stringify(shown) === text
		? []
		: [`structured content · ${formatBytes(Buffer.byteLength(text))}`];
};

const resultText = ({content, structured}: ToolResult, width: number): string =>
	content.length > 0 || structured === undefined
		? content
				.map((piece, index) => (index < mostDescribed ? contentText(piece, width) : briefly(piece)))
				.join('\n')
		: JSON.stringify(structured);

export const previewResult = (result: ToolResult, width: number, styles: Styles): ResultPreview => {
	const text = resultText(result, width);
	const base = {isCut: false, limit: previewLines, styleOf: () => styles.dim};
	const value = parseJson(text);
	const beside = result.content.length > 0 ? structureText(result, text, value) : [];
	if (value !== undefined) {
		const shown = showCompactly(value, width);
		return {...base, isCut: true, text: [shown, ...beside].join('\n')};
	}
	if (isDifference(text)) {
		return {text, isCut: true, limit: differenceLines, styleOf: differenceStyle(styles)};
	}
	return {...base, text: [text, ...beside].filter(part => part !== '').join('\n')};
};
