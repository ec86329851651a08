import {assertNever} from '../../domain/assert-never.ts';
import type {ToolContent, ToolResult} from '../../domain/tool.ts';
import {sanitiseLine} from '../../support/sanitise.ts';

/** How many bytes base64 stands for. */
const sizeOf = (base64: string): number => {
	const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
	return Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
};

const inBytes = (size: number): string => {
	if (size < 1024) {
		return `${size} bytes`;
	}
	return size < 1024 * 1024 ? `${(size / 1024).toFixed(1)} KiB` : `${(size / 1024 / 1024).toFixed(1)} MiB`;
};

const binary = (kind: string, mimeType: string | undefined, data: string): string =>
	sanitiseLine(
		`[${[kind, ...(mimeType === undefined ? [] : [mimeType]), inBytes(sizeOf(data))].join(', ')}]`,
	);

/** A piece of content as text. What is not text is told in a line. */
export const showContent = (content: ToolContent): string => {
	switch (content.type) {
		case 'text':
			return content.text;
		case 'image':
		case 'audio':
			return binary(content.type, content.mimeType, content.data);
		case 'resource':
			return content.blob === undefined
				? (content.text ?? `[${sanitiseLine(content.uri)}]`)
				: binary(content.uri, content.mimeType, content.blob);
		case 'link':
			return sanitiseLine(
				`[${content.name}] ${content.uri}${content.description === undefined ? '' : ` (${content.description})`}`,
			);
		case 'unknown':
			return JSON.stringify(content.value);
		default:
			return assertNever(content);
	}
};

/** A whole result: its content, or its structured part if there is no other. */
export const showResult = ({content, structured}: ToolResult): string =>
	content.length === 0 && structured !== undefined
		? JSON.stringify(structured, undefined, 2)
		: content.map(showContent).join('\n');

/** The bytes of content that is not text, as base64. */
export const bytesOf = (content: ToolContent): string | undefined => {
	switch (content.type) {
		case 'image':
		case 'audio':
			return content.data;
		case 'resource':
			return content.blob;
		case 'text':
		case 'link':
		case 'unknown':
			return undefined;
		default:
			return assertNever(content);
	}
};
