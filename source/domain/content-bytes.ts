import {assertNever} from './assert-never.ts';
import {base64Bytes} from './base64-bytes.ts';
import type {ToolContent} from './tool.ts';

/** How many bytes a piece of a result has, in the form in which it is used. */
export const contentBytes = (content: ToolContent): number => {
	switch (content.type) {
		case 'text':
			return Buffer.byteLength(content.text);
		case 'image':
		case 'audio':
			return base64Bytes(content.data);
		case 'resource':
			return content.text === undefined ? base64Bytes(content.blob ?? '') : Buffer.byteLength(content.text);
		case 'link':
			return Buffer.byteLength(content.uri);
		case 'unknown':
			return Buffer.byteLength(JSON.stringify(content.value));
		default:
			return assertNever(content);
	}
};
