import type {JsonValue} from '../../domain/json.ts';
import {contentForModel, type ToolContent, type ToolResult} from '../../domain/tool.ts';
import {canonicalJson} from '../../support/canonical-json.ts';

/** A piece of a result as text; what is not text is described. */
export const contentText = (content: ToolContent): string => {
	switch (content.type) {
		case 'text':
			return content.text;
		case 'image':
		case 'audio':
			return `[${content.type}, ${content.mimeType}]`;
		case 'resource':
			return `[resource ${content.uri}] ${content.text ?? ''}`;
		case 'link':
			return [`[link ${content.uri}] ${content.name}`, content.description ?? ''].join('\n').trimEnd();
		case 'unknown':
			return canonicalJson(content.value);
	}
};

/** What a model would read of a result, as text. */
export const resultText = ({content, structured}: ToolResult): string =>
	content.length === 0 && structured !== undefined
		? canonicalJson(structured, {isPretty: true})
		: contentForModel(content).map(contentText).join('\n');

/** Every text in a value. Without recursion: nobody says how deep it is. */
const textsIn = (value: JsonValue): readonly string[] => {
	const texts: string[] = [];
	const open: JsonValue[] = [value];
	for (let each = open.pop(); each !== undefined; each = open.pop()) {
		if (typeof each === 'string') {
			texts.push(each);
		} else if (typeof each === 'object' && each !== null) {
			for (const inner of Object.values<JsonValue>(each)) open.push(inner);
		}
	}
	return texts;
};

const wordsIn = (content: ToolContent): readonly string[] => {
	switch (content.type) {
		case 'text':
			return [content.text];
		case 'image':
		case 'audio':
			return [];
		case 'resource':
			return [content.uri, content.text ?? ''];
		case 'link':
			return [content.uri, content.name, content.description ?? ''];
		case 'unknown':
			return textsIn(content.value);
	}
};

/** Everything that a result says, as its server wrote it. */
export const resultWords = ({content, structured}: ToolResult): string =>
	[...content.flatMap(wordsIn), ...(structured === undefined ? [] : textsIn(structured))].join('\n');
