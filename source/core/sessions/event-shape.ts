import {approvalModes, workModes} from '../../domain/approval.ts';
import type {SessionEvent} from '../../domain/event.ts';
import {isJsonObject, type JsonValue} from '../../domain/json.ts';

/*
 * A right checksum says only that somebody meant to write this record. What the reducer, the model or the
 * screen would trip over is checked here, by hand, because a schema library costs more than reading the file.
 */

type Check = (value: JsonValue | undefined) => boolean;
type Fields = Readonly<Record<string, Check>>;

const text: Check = value => typeof value === 'string';
const amount: Check = value => typeof value === 'number';
const flag: Check = value => typeof value === 'boolean';
const object: Check = value => isJsonObject(value);
const anything: Check = value => value !== undefined;

const optional =
	(check: Check): Check =>
	value =>
		value === undefined || check(value);

const list =
	(check: Check): Check =>
	value =>
		Array.isArray(value) && value.every(check);

const either =
	(...choices: readonly string[]): Check =>
	value =>
		typeof value === 'string' && choices.includes(value);

const fields = (checks: Fields): Check => {
	const entries = Object.entries(checks);
	return value => isJsonObject(value) && entries.every(([key, check]) => check(value[key]));
};

/** A union: the value of `key` names the arm. */
const oneOf = (key: string, arms: Readonly<Record<string, Fields>>): Check => {
	const checks = new Map(Object.entries(arms).map(([name, arm]) => [name, fields(arm)]));
	return value => {
		const name = isJsonObject(value) ? value[key] : undefined;
		return typeof name === 'string' && checks.get(name)?.(value) === true;
	};
};

const failure = fields({
	code: text,
	message: text,
	hint: optional(text),
	rpc: optional(fields({code: amount})),
});

const block = oneOf('type', {
	text: {text},
	thinking: {text},
	'tool-call': {callId: text, modelName: text, arguments: object, invalid: optional(text)},
});

const content = oneOf('type', {
	text: {text},
	image: {mimeType: text, data: text},
	audio: {mimeType: text, data: text},
	resource: {uri: text, mimeType: optional(text), text: optional(text), blob: optional(text)},
	link: {uri: text, name: text, mimeType: optional(text), description: optional(text)},
	unknown: {kind: text, value: anything},
});

const stored = fields({id: text, characters: amount, file: optional(text)});

const result = fields({content: list(content), stored: optional(stored)});

const texts: Check = value => isJsonObject(value) && Object.values(value).every(text);

const attachment = oneOf('type', {
	resource: {
		server: text,
		uri: text,
		content: list(content),
		mimeType: optional(text),
		size: amount,
		stored: optional(list(stored)),
	},
	prompt: {
		server: text,
		prompt: text,
		arguments: texts,
		messages: list(fields({role: either('user', 'assistant'), content})),
		stored: optional(list(stored)),
	},
});

const review = either('edited', 'withheld');

const usage = fields({
	inputTokens: amount,
	outputTokens: amount,
	cachedTokens: optional(amount),
	cacheWriteTokens: optional(amount),
	cost: optional(amount),
});

const part = fields({
	part: text,
	difference: list(fields({type: either('same', 'added', 'removed'), text})),
});

const sources = list(fields({server: text, tool: text, argument: optional(text)}));

/** Of the questions only those about permission are written; the others may be in files of earlier versions. */
const ask = oneOf('kind', {
	approval: {
		askId: text,
		callId: text,
		server: text,
		tool: text,
		arguments: object,
		annotations: fields({title: optional(text)}),
		rule: text,
		unchecked: optional(text),
		sources: optional(sources),
		flags: optional(list(text)),
		changes: optional(list(part)),
		canKeep: optional(flag),
		boundTo: optional(text),
		isOnce: optional(flag),
		isUpToMode: optional(flag),
	},
	elicitation: {
		askId: text,
		server: text,
		request: oneOf('mode', {form: {message: text, schema: object}, url: {message: text, url: text}}),
	},
	sampling: {
		askId: text,
		server: text,
		model: text,
		request: fields({messages: list(object), maxTokens: amount, tools: list(object)}),
	},
	'sign-in': {askId: text, server: text, request: fields({url: text, callback: text})},
	turn: {
		askId: text,
		turnId: text,
		reason: either('steps-used', 'going-round', 'context-full'),
		message: text,
	},
});

const answer = oneOf('type', {
	allow: {scope: either('once', 'session', 'tool', 'server'), arguments: optional(object)},
	deny: {reason: optional(text), rule: optional(text)},
	stop: {rule: optional(text)},
	accept: {},
	dismiss: {},
	continue: {},
	'wrap-up': {},
	compact: {},
	mute: {},
});

/** An object, so that a new event without an entry here fails to compile. */
const shapes: Readonly<Record<SessionEvent['type'], Fields>> = {
	'session-started': {sessionId: text, version: text, model: text, cwd: text},
	'session-resumed': {sessionId: text, version: text, model: text},
	'session-forked': {sessionId: text, from: text},
	'session-renamed': {name: text},
	'approval-mode-changed': {mode: either(...approvalModes)},
	'work-mode-changed': {mode: either(...workModes)},
	'assistant-changed': {assistant: optional(text)},
	'model-changed': {model: text},
	'message-accepted': {turnId: text, messageId: text, text, attachments: optional(list(attachment))},
	'turn-retried': {turnId: text},
	'step-started': {turnId: text, stepId: text, model: text},
	'answer-streamed': {stepId: text, text},
	'thinking-streamed': {stepId: text, text},
	'step-finished': {
		stepId: text,
		reason: either('stop', 'tool-calls', 'length', 'refusal'),
		blocks: list(block),
		usage: optional(usage),
		// `raw` may be anything: earlier versions wrote other forms, and an answer is worth more than its form.
	},
	'call-requested': {
		stepId: text,
		callId: text,
		server: text,
		tool: text,
		modelName: text,
		title: optional(text),
		arguments: object,
	},
	'ask-raised': {ask},
	'ask-answered': {askId: text, answer},
	'ask-withdrawn': {askId: text},
	'call-started': {
		callId: text,
		allowed: optional(text),
		unchecked: optional(text),
		sources: optional(sources),
	},
	'call-succeeded': {callId: text, result, reviewed: optional(review)},
	'call-failed': {callId: text, failure, result: optional(result), reviewed: optional(review)},
	'call-denied': {callId: text, rule: text, reason: optional(text)},
	'call-cancelled': {callId: text, outcomeUnknown: flag},
	'sampling-answered': {server: text, model: text, usage: optional(usage)},
	'history-compacted': {
		compactionId: text,
		summary: text,
		tokensBefore: amount,
		tokensAfter: amount,
		usage: optional(usage),
	},
	'session-rewound': {rewindId: text, messageId: text},
	'rewind-undone': {rewindId: text},
	'usage-counted': {usage},
	'turn-finished': {turnId: text},
	'turn-interrupted': {turnId: text},
	'turn-failed': {turnId: text, failure},
};

const checks: ReadonlyMap<string, Check> = new Map(
	Object.entries(shapes).map(([type, shape]) => [type, fields({...shape, at: amount})]),
);

/** Whether this version of the program knows such events at all. */
export const isKnownType = (type: string): boolean => checks.has(type);

export const isSessionEventShape = (value: JsonValue | undefined): value is SessionEvent & JsonValue =>
	isJsonObject(value) && typeof value.type === 'string' && checks.get(value.type)?.(value) === true;
