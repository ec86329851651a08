import {assertNever} from '../../../domain/assert-never.ts';
import {base64Bytes} from '../../../domain/base64-bytes.ts';
import type {JsonValue} from '../../../domain/json.ts';
import type {ToolContent} from '../../../domain/tool.ts';
import {type ImageType, looksLikeBase64, readImage} from './image-data.ts';
import {wellFormedText} from './well-formed.ts';

export type WirePart =
	| {readonly type: 'text'; readonly text: string}
	| {readonly type: 'image'; readonly mimeType: ImageType; readonly data: string};

export type PartOptions = {readonly seesImages: boolean};

const longestLabel = 200;
const longestUnknown = 4000;
/** Shorter texts are words more often than data. */
const shortestData = 256;

const notShown = 'not shown to the model';

/** A word or an address of a server's as a piece of one line. */
const label = (text: string, longest = longestLabel): string => {
	const line = text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
	return line.length > longest ? `${line.slice(0, longest)}…` : line;
};

const size = (bytes: number): string => {
	if (bytes < 1024) return `${bytes} bytes`;
	const kilobytes = Math.round(bytes / 1024);
	return kilobytes < 1024 ? `${kilobytes} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
};

const text = (written: string): WirePart => ({type: 'text', text: wellFormedText(written)});

const described = (what: string, data: string, reason: string): WirePart =>
	text(`[${what}, ${size(base64Bytes(data))}: ${reason}]`);

const imagePart = (what: string, data: string, {seesImages}: PartOptions): WirePart => {
	if (!seesImages) return described(what, data, notShown);
	const image = readImage(data);
	return image.type === 'image' ? image : described(what, data, image.reason);
};

const named = (kind: string, mimeType: string | undefined): string =>
	mimeType === undefined || mimeType.trim() === '' ? kind : `${kind} ${label(mimeType, 80)}`;

const resourceParts = (
	resource: Extract<ToolContent, {readonly type: 'resource'}>,
	options: PartOptions,
): readonly WirePart[] => {
	const uri = label(resource.uri, 2000);
	if (resource.text !== undefined && resource.text.trim() !== '') {
		return [text(`[resource ${uri}]\n${resource.text}`)];
	}
	if (resource.blob === undefined || resource.blob === '') return [text(`[resource ${uri}: empty]`)];
	const what = `${named('resource', resource.mimeType)} ${uri}`;
	if (resource.mimeType?.toLowerCase().startsWith('image/') !== true) {
		return [described(what, resource.blob, notShown)];
	}
	const part = imagePart(what, resource.blob, options);
	return part.type === 'image' ? [text(`[${what}]`), part] : [part];
};

const withoutData = (_key: string, value: JsonValue): JsonValue =>
	typeof value === 'string' && value.length >= shortestData && looksLikeBase64(value)
		? `[${size(base64Bytes(value))} of data]`
		: value;

const unknownPart = (kind: string, value: JsonValue): WirePart => {
	try {
		const json = JSON.stringify(value, withoutData);
		return text(json.length > longestUnknown ? `${json.slice(0, longestUnknown)}… [cut]` : json);
	} catch {
		// Nested too deeply to be written; that it came is all that can be said.
		return text(`[${label(kind)}: ${notShown}]`);
	}
};

const partsOf = (content: ToolContent, options: PartOptions): readonly WirePart[] => {
	switch (content.type) {
		case 'text':
			return [text(content.text)];
		case 'image':
			return [imagePart(named('image', content.mimeType), content.data, options)];
		case 'audio':
			return [described(named('audio', content.mimeType), content.data, notShown)];
		case 'resource':
			return resourceParts(content, options);
		case 'link': {
			const line = `[link ${label(content.name)}: ${label(content.uri, 2000)}]`;
			return [text(content.description === undefined ? line : `${line}\n${content.description}`)];
		}
		case 'unknown':
			return [unknownPart(content.kind, content.value)];
		default:
			return assertNever(content);
	}
};

/**
 * Content of tools and attachments as what a model can take: never base64 as text, never an empty text, and at least
 * one part.
 */
export const wireParts = (content: readonly ToolContent[], options: PartOptions): readonly WirePart[] => {
	const parts = content
		.flatMap(piece => partsOf(piece, options))
		.filter(part => part.type === 'image' || part.text.trim() !== '');
	return parts.length > 0 ? parts : [text('[no content]')];
};
