import {assertNever} from '../../domain/assert-never.ts';
import {base64Bytes} from '../../domain/base64-bytes.ts';
import {contentBytes} from '../../domain/content-bytes.ts';
import type {ToolContent, ToolResult} from '../../domain/tool.ts';
import {formatBytes} from '../text/format.ts';
import {imageSize} from './image-size.ts';

const bytesOf = (base64: string): string => formatBytes(base64Bytes(base64));

const joined = (...facts: readonly (string | undefined)[]): string =>
	facts.filter(fact => fact !== undefined && fact !== '').join(' · ');

const pixelsOf = (data: string): string | undefined => {
	const size = imageSize(data);
	return size && `${size.width} × ${size.height}`;
};

const resourceSize = ({text, blob}: ToolContent & {type: 'resource'}): string | undefined => {
	if (text !== undefined) {
		return formatBytes(Buffer.byteLength(text));
	}
	return blob === undefined ? undefined : bytesOf(blob);
};

/** Above a piece of a result that the server sends to the user alone. */
export const forUserLine = (content: ToolContent): readonly string[] =>
	content.isForUser === true ? ['for you only, not sent to the model:'] : [];

/** What a piece of a result is, on one line: its kind, name, type and size. Text speaks for itself. */
export const describeContent = (content: Exclude<ToolContent, {type: 'text'}>): string => {
	switch (content.type) {
		case 'image':
			return joined('image', content.mimeType, pixelsOf(content.data), bytesOf(content.data));
		case 'audio':
			return joined('audio', content.mimeType, bytesOf(content.data));
		case 'resource':
			return joined('resource', content.uri, content.mimeType, resourceSize(content));
		case 'link':
			return joined(
				'link',
				content.name === content.uri ? undefined : content.name,
				content.uri,
				content.mimeType,
			);
		case 'unknown':
			return joined(content.kind, 'content of a kind that is not known here');
		default:
			return assertNever(content);
	}
};

/** The bytes of what a tool returned, as it came. */
export const sizeOfResult = ({content, structured}: ToolResult): number =>
	content.length > 0 || structured === undefined
		? content.reduce((sum, piece) => sum + contentBytes(piece), 0)
		: Buffer.byteLength(JSON.stringify(structured));
