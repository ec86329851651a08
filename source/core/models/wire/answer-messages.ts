import {isJsonObject, type JsonObject} from '../../../domain/json.ts';
import {isTooDeep} from '../../../support/json-depth.ts';
import {readBody} from './server-events.ts';

/** What an answer consists of, as far as both protocols agree. */
export type AnswerMessage =
	| {readonly type: 'message'; readonly message: JsonObject}
	/** The answer in one piece, from a server that does not stream, or an error in its place. */
	| {readonly type: 'whole'; readonly message: JsonObject}
	| {readonly type: 'error'; readonly error: JsonObject}
	| {readonly type: 'garbled'; readonly text: string}
	/** The server said that nothing follows. */
	| {readonly type: 'done'};

const parse = (text: string): unknown => {
	try {
		const value: unknown = JSON.parse(text);
		return isTooDeep(value) ? undefined : value;
	} catch {
		// What is not JSON, or too deep to be kept, is dealt with by the reader, with the text itself.
		return undefined;
	}
};

export const readWhole = (text: string): AnswerMessage => {
	const value = parse(text);
	// Gemini wraps its errors into a list.
	const message = Array.isArray(value) ? value[0] : value;
	return isJsonObject(message) ? {type: 'whole', message} : {type: 'garbled', text};
};

/** The messages of an answer. They end where the body ends, or where the server says so. */
export async function* readMessages(response: Response): AsyncGenerator<AnswerMessage> {
	if (response.body === null) return;
	const body = await readBody(response.body);
	if (body.type === 'text') {
		yield readWhole(body.text);
		return;
	}
	for await (const {event, data, isTerminated} of body.events) {
		if (data.trim() === '[DONE]') {
			yield {type: 'done'};
			return;
		}
		const value = parse(data);
		if (event === 'error') yield {type: 'error', error: isJsonObject(value) ? value : {error: data}};
		else if (isJsonObject(value)) yield {type: 'message', message: value};
		// Half a message at the end is a cut, which the missing finish reason tells.
		else if (isTerminated && value !== null) yield {type: 'garbled', text: data};
	}
}

export async function* oneMessage(message: AnswerMessage): AsyncGenerator<AnswerMessage> {
	yield message;
}
