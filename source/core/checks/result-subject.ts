import type {JsonValue} from '../../domain/json.ts';
import {resultTexts} from '../../domain/result-text.ts';
import type {ToolResult} from '../../domain/tool.ts';

/** What of a result is compared. */
export type Subject = {
	readonly text: string;
	/** What is structured or else what the text says, if that is an object or an array. */
	readonly json?: JsonValue;
};

/** Deeper than anything a person made, and shallow enough to descend into. */
const deepestCompared = 100;
/** A file of tests that is nested deeper cannot be read. */
export const deepestWritten = 50;

/** Whether nothing in it is nested deeper. */
export const isShallow = (value: JsonValue, maxDepth: number): boolean => {
	const open: {readonly value: JsonValue; readonly depth: number}[] = [{value, depth: 0}];
	for (let next = open.pop(); next !== undefined; next = open.pop()) {
		if (typeof next.value !== 'object' || next.value === null) continue;
		if (next.depth >= maxDepth) return false;
		const depth = next.depth + 1;
		for (const inner of Object.values(next.value)) open.push({value: inner, depth});
	}
	return true;
};

const readText = (text: string): JsonValue | undefined => {
	if (!/^\s*[[{]/.test(text)) return undefined;
	try {
		const value: JsonValue = JSON.parse(text);
		return value;
	} catch {
		// Then it is a text like any other.
		return undefined;
	}
};

/** The same for a text alone. */
export const subjectOfText = (text: string): Subject => {
	const json = readText(text);
	return json === undefined || !isShallow(json, deepestCompared) ? {text} : {text, json};
};

export const subjectOf = (result: ToolResult): Subject => {
	const text = resultTexts(result)
		.map(part => part.text)
		.join('\n');
	const {structured} = result;
	if (structured === undefined) return subjectOfText(text);
	// A text is compared as the text that it is.
	return typeof structured !== 'string' && isShallow(structured, deepestCompared)
		? {text, json: structured}
		: {text};
};
