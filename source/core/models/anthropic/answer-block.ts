import {isJsonObject, type JsonObject, type JsonValue} from '../../../domain/json.ts';
import {parseObject, readArguments} from '../wire/call-arguments.ts';

type FinishedCall = {
	readonly id: string;
	readonly name: string;
	readonly arguments: JsonObject;
	readonly invalid?: string;
};

/** One block of an answer, growing. */
export type AnswerBlock = {
	readonly type: string;
	/** The name of the tool, for a call. */
	readonly name: string;
	/** Adds a delta and answers with the text in it that somebody may want to see. */
	readonly add: (
		delta: JsonObject,
	) => {readonly type: 'text' | 'thinking'; readonly text: string} | undefined;
	/** The characters of its arguments so far. */
	readonly characters: () => number;
	readonly close: () => void;
	readonly isClosed: () => boolean;
	/** The block as the provider would have sent it in one piece. */
	readonly whole: () => JsonObject;
	readonly call: () => FinishedCall | undefined;
};

const textIn = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');

export const createAnswerBlock = (start: JsonObject): AnswerBlock => {
	const type = textIn(start.type);
	const name = textIn(start.name);
	const grown: Record<string, JsonValue> = {};
	const citations: JsonValue[] = Array.isArray(start.citations) ? [...start.citations] : [];
	let json = '';
	let isClosed = false;

	const grow = (key: 'text' | 'thinking', text: string) => {
		grown[key] = textIn(grown[key] ?? start[key]) + text;
		return text === '' ? undefined : {type: key, text};
	};

	// Servers that know the arguments from the start do not stream them.
	const known = (): JsonObject | undefined =>
		json === '' && isJsonObject(start.input) ? start.input : undefined;
	const read = () => {
		const input = known();
		return input === undefined ? readArguments(json) : {arguments: input};
	};

	return {
		type,
		name,
		add: delta => {
			switch (delta.type) {
				case 'text_delta':
					return grow('text', textIn(delta.text));
				case 'thinking_delta':
					return grow('thinking', textIn(delta.thinking));
				case 'signature_delta':
					grown.signature = textIn(delta.signature);
					return undefined;
				case 'input_json_delta':
					json += textIn(delta.partial_json);
					return undefined;
				case 'citations_delta':
					if (delta.citation !== undefined) citations.push(delta.citation);
					return undefined;
				default:
					return undefined;
			}
		},
		characters: () => json.length,
		close: () => {
			isClosed = true;
		},
		isClosed: () => isClosed,
		whole: () => ({
			...start,
			...grown,
			...(citations.length === 0 ? {} : {citations}),
			...(json !== '' || 'input' in start || type === 'tool_use'
				? {input: known() ?? parseObject(json) ?? {}}
				: {}),
		}),
		call: () => (type === 'tool_use' ? {id: textIn(start.id), name, ...read()} : undefined),
	};
};
