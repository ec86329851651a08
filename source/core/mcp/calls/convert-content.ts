import {z} from 'zod';
import type {JsonValue} from '../../../domain/json.ts';
import {isJsonObject} from '../../../domain/json.ts';
import type {ToolContent, ToolResult} from '../../../domain/tool.ts';
import {measureJson} from '../catalogue/json-bounds.ts';
import {withOneErrorCode} from './error-data.ts';
import {textOfBlob} from './text-blob.ts';

/** Deeper than anything a person made; shallower than what breaks JSON.stringify. */
const maxDepth = 500;

const text = z.object({type: z.literal('text'), text: z.string()});
const media = z.object({type: z.enum(['image', 'audio']), mimeType: z.string(), data: z.string()});
const embedded = z.object({
	type: z.literal('resource'),
	resource: z.object({
		uri: z.string(),
		mimeType: z.string().optional().catch(undefined),
		text: z.string().optional().catch(undefined),
		blob: z.string().optional().catch(undefined),
	}),
});
const link = z.object({
	type: z.literal('resource_link'),
	uri: z.string(),
	name: z.string().optional().catch(undefined),
	mimeType: z.string().optional().catch(undefined),
	description: z.string().optional().catch(undefined),
});
const block = z.discriminatedUnion('type', [text, media, embedded, link]);

const isShallow = (value: unknown): value is JsonValue => measureJson(value, maxDepth) !== undefined;

const unknownContent = (value: unknown): ToolContent => ({
	type: 'unknown',
	kind: isJsonObject(value) && typeof value.type === 'string' ? value.type : 'untyped',
	value: isShallow(value) ? value : 'nested too deeply to be kept',
});

const isForUser = (value: unknown): boolean => {
	const annotations = isJsonObject(value) && isJsonObject(value.annotations) ? value.annotations : {};
	const {audience} = annotations;
	return Array.isArray(audience) && audience.length > 0 && !audience.includes('assistant');
};

const convertKind = (value: unknown): ToolContent => {
	const parsed = block.safeParse(value);
	if (!parsed.success) return unknownContent(value);
	const content = parsed.data;
	switch (content.type) {
		case 'text':
			return {type: 'text', text: content.text};
		case 'image':
		case 'audio':
			return {type: content.type, mimeType: content.mimeType, data: content.data};
		case 'resource': {
			const {uri, mimeType, blob: bytes} = content.resource;
			const decoded = bytes === undefined ? undefined : textOfBlob(bytes, mimeType);
			const text = content.resource.text ?? decoded;
			const blob = decoded === undefined ? bytes : undefined;
			return {
				type: 'resource',
				uri,
				...(mimeType === undefined ? {} : {mimeType}),
				...(text === undefined ? {} : {text}),
				...(blob === undefined ? {} : {blob}),
			};
		}
		case 'resource_link':
			return {
				type: 'link',
				uri: content.uri,
				name: content.name ?? content.uri,
				...(content.mimeType === undefined ? {} : {mimeType: content.mimeType}),
				...(content.description === undefined ? {} : {description: content.description}),
			};
	}
};

/** One block of content, in our own form. */
export const convertBlock = (value: unknown): ToolContent =>
	isForUser(value) ? {...convertKind(value), isForUser: true} : convertKind(value);

const withCodeOnce = (content: ToolContent): ToolContent =>
	content.type === 'text' ? {...content, text: withOneErrorCode(content.text)} : content;

/** The first number whose digits may have been lost when the message was read. */
const findUnsafeNumber = (value: JsonValue): number | undefined => {
	if (typeof value === 'number') {
		return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
			? undefined
			: value;
	}
	if (typeof value !== 'object' || value === null) return undefined;
	for (const inner of Object.values<JsonValue>(value)) {
		const found = findUnsafeNumber(inner);
		if (found !== undefined) return found;
	}
	return undefined;
};

/** Only where there is no content: there, servers repeat the same as text, with every digit. */
const withLostDigits = (structured: JsonValue): readonly ToolContent[] => {
	const found = findUnsafeNumber(structured);
	if (found === undefined) return [];
	const note = Number.isFinite(found)
		? `[Numbers beyond 2^53 in this result, such as ${found}, may have lost digits.]`
		: '[A number in this result is too large to be read: it became null.]';
	return [
		{type: 'text', text: JSON.stringify(structured)},
		{type: 'text', text: note},
	];
};

export type ConvertedResult = {readonly result: ToolResult; readonly isError: boolean};

/** The result of tools/call. Nothing is lost: what is not understood is kept as it is. */
export const convertResult = (raw: unknown): ConvertedResult => {
	if (!isJsonObject(raw)) return {result: {content: [unknownContent(raw)]}, isError: false};
	const content: unknown = raw.content;
	// The first protocol revision had one value and no content.
	const structured = raw.structuredContent ?? (content === undefined ? raw.toolResult : undefined);
	const blocks = (Array.isArray(content) ? content : content === undefined ? [] : [content]).map(
		convertBlock,
	);
	const isError = raw.isError === true;
	const kept =
		structured === undefined || isShallow(structured) ? structured : 'nested too deeply to be kept';
	const told = blocks.length === 0 && kept !== undefined ? withLostDigits(kept) : blocks;
	return {
		result: {
			content: isError ? told.map(withCodeOnce) : told,
			...(kept === undefined ? {} : {structured: kept}),
		},
		isError,
	};
};
