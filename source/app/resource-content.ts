import {base64Bytes} from '../domain/base64-bytes.ts';
import type {ToolContent} from '../domain/tool.ts';

/** Larger images are refused by the providers, and would make every later request as large. */
const mostImageCharacters = 5 * 1024 * 1024;

export type ResourceContent = {
	readonly content: readonly ToolContent[];
	readonly mimeType?: string;
	/** In bytes. */
	readonly size: number;
};

const describeSize = (bytes: number): string =>
	bytes < 1024 ? `${bytes} bytes` : `about ${Math.ceil(bytes / 1024)} KB`;

const sizeOf = (part: ToolContent): number => {
	switch (part.type) {
		case 'text':
			return Buffer.byteLength(part.text);
		case 'resource':
			return part.text === undefined ? base64Bytes(part.blob ?? '') : Buffer.byteLength(part.text);
		case 'image':
		case 'audio':
			return base64Bytes(part.data);
		case 'link':
		case 'unknown':
			return 0;
	}
};

const described = (what: string, data: string, why: string): ToolContent => ({
	type: 'text',
	text: `[${what}, ${describeSize(base64Bytes(data))}: ${why}]`,
});

/** A picture as a picture, a text as a text; of what is neither only that it is there. */
const shapePart = (uri: string, part: ToolContent): ToolContent => {
	if (part.type !== 'resource') {
		return part;
	}
	if (part.text !== undefined) {
		return part.uri === uri ? {type: 'text', text: part.text} : part;
	}
	const {blob = '', mimeType = ''} = part;
	const what = `${mimeType === '' ? 'binary data' : mimeType} of ${part.uri}`;
	if (!/^image\//i.test(mimeType)) {
		return described(what, blob, 'not text, and not shown to the model');
	}
	return blob.length > mostImageCharacters
		? described(what, blob, 'too large to be shown to the model')
		: {type: 'image', mimeType, data: blob};
};

/** A resource as a message carries it. */
export const resourceContent = (uri: string, parts: readonly ToolContent[]): ResourceContent => {
	const mimeType = parts.map(part => ('mimeType' in part ? part.mimeType : undefined)).find(type => type);
	return {
		content:
			parts.length === 0
				? [{type: 'text', text: '[The resource is empty.]'}]
				: parts.map(part => shapePart(uri, part)),
		...(mimeType === undefined ? {} : {mimeType}),
		size: parts.reduce((sum, part) => sum + sizeOf(part), 0),
	};
};
