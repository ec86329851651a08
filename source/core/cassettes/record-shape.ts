import {z} from 'zod';
import {isJsonObject, type JsonObject} from '../../domain/json.ts';
import {troubleKinds} from '../../domain/model.ts';
import type {CassetteHeader, CassetteRecord} from './cassette-record.ts';

const count = z.number().int().min(1);
const at = z.number().min(0);
const text = z.string();
const json = z.custom<JsonObject>(isJsonObject);

const header = z.object({
	type: z.literal('cassette'),
	format: count,
	program: text.default(''),
	recordedAt: text.default(''),
}) satisfies z.ZodType<CassetteHeader>;

const tokens = z.number().min(0);

const usage = z.object({
	inputTokens: tokens,
	outputTokens: tokens,
	cachedTokens: tokens.exactOptional(),
	cacheWriteTokens: tokens.exactOptional(),
	cost: tokens.exactOptional(),
});

const trouble = z.object({
	kind: z.enum(troubleKinds),
	failure: z.object({code: text, message: text, hint: text.exactOptional()}),
	retry: z.object({after: z.number().exactOptional()}).exactOptional(),
	tools: z.array(text).exactOptional(),
});

const event = z.discriminatedUnion('type', [
	z.object({type: z.literal('text'), text}),
	z.object({type: z.literal('thinking'), text}),
	z.object({type: z.literal('withdrawn'), why: z.enum(['thinking', 'restarted'])}),
	z.object({type: z.literal('calling'), modelName: text, characters: z.number()}),
	z.object({
		type: z.literal('tool-call'),
		callId: text,
		modelName: text,
		arguments: json,
		invalid: text.exactOptional(),
	}),
	z.object({
		type: z.literal('finished'),
		reason: z.enum(['stop', 'tool-calls', 'length', 'refusal']),
		usage: usage.exactOptional(),
		raw: z.object({format: text, content: z.json()}).exactOptional(),
	}),
	z.object({type: z.literal('failed'), trouble}),
]);

const fit = z.discriminatedUnion('type', [
	z.object({type: z.literal('fits')}),
	z.object({type: z.literal('adapted'), changes: z.array(text)}),
	z.object({type: z.literal('unfit'), reason: text}),
]);

const facts = z.object({
	contextTokens: tokens.exactOptional(),
	outputTokens: tokens.exactOptional(),
	seesImages: z.boolean().exactOptional(),
	takesTools: z.boolean().exactOptional(),
});

const settings = z.object({
	transport: text,
	isToolbox: z.literal(true).exactOptional(),
	isOwn: z.literal(true).exactOptional(),
	loadTools: z.literal(false).exactOptional(),
	loadPrompts: z.literal(false).exactOptional(),
	includeTools: z.array(text).exactOptional(),
	excludeTools: z.array(text).exactOptional(),
});

const connection = {server: text.min(1), connection: count};

const record = z.discriminatedUnion('type', [
	z.object({
		type: z.literal('model'),
		at,
		model: text.min(1),
		facts: facts.exactOptional(),
		toolLimit: z.number().int().min(0).exactOptional(),
		fits: z.record(text, fit).exactOptional(),
	}),
	z.object({
		type: z.literal('request'),
		at,
		request: count,
		model: text.min(1),
		print: text,
		before: text,
		asked: z.object({role: z.enum(['user', 'assistant', 'tool']), text}),
		tools: z.array(text),
	}),
	z.object({type: z.literal('answer'), at, request: count, event}),
	z.object({type: z.literal('server'), at, ...connection, settings}),
	z.object({type: z.literal('sent'), at, ...connection, message: json}),
	z.object({type: z.literal('received'), at, ...connection, message: json}),
	z.object({
		type: z.literal('note'),
		at,
		...connection,
		text,
		isTrouble: z.literal(true).exactOptional(),
	}),
]) satisfies z.ZodType<CassetteRecord>;

const knownTypes: ReadonlySet<unknown> = new Set(record.options.flatMap(({shape}) => [...shape.type.values]));

export type ReadLine =
	| {readonly type: 'record'; readonly record: CassetteRecord}
	/** Of a kind that a later version has. */
	| {readonly type: 'unknown'}
	| {readonly type: 'damaged'};

const parse = (line: string): unknown => {
	try {
		return JSON.parse(line);
	} catch {
		// Half a line, as a kill leaves it: its reader counts it.
		return undefined;
	}
};

/** The first line, if the file is a cassette. */
export const readHeader = (line: string): CassetteHeader | undefined => header.safeParse(parse(line)).data;

/** Any other line. Never throws. */
export const readRecord = (line: string): ReadLine => {
	const value = parse(line);
	if (!isJsonObject(value) || typeof value.type !== 'string') return {type: 'damaged'};
	if (!knownTypes.has(value.type)) return {type: 'unknown'};
	const {data} = record.safeParse(value);
	return data === undefined ? {type: 'damaged'} : {type: 'record', record: data};
};
