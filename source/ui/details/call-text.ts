import {assertNever} from '../../domain/assert-never.ts';
import {base64Bytes} from '../../domain/base64-bytes.ts';
import type {JsonValue} from '../../domain/json.ts';
import type {ToolContent, ToolResult} from '../../domain/tool.ts';
import type {ToolCall} from '../../domain/tool-call.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {Tone} from '../pager/line.ts';
import {formatBytes} from '../text/format.ts';
import {writeJson} from '../text/write-json.ts';
import {forUserLine} from '../transcript/describe-content.ts';

const bytesOf = (base64: string): string => formatBytes(base64Bytes(base64));

/** A piece of a result: its text, or what it is. */
const contentText = (content: ToolContent): string => {
	switch (content.type) {
		case 'text':
			return content.text;
		case 'image':
		case 'audio':
			return `[${content.type}, ${content.mimeType}, ${bytesOf(content.data)}]`;
		case 'resource': {
			const kind = content.mimeType === undefined ? '' : `, ${content.mimeType}`;
			const size = content.blob === undefined ? '' : `, ${bytesOf(content.blob)}`;
			const head = `[resource ${content.uri}${kind}${size}]`;
			return content.text === undefined ? head : `${head}\n${content.text}`;
		}
		case 'link': {
			const about = content.description === undefined ? '' : `\n${content.description}`;
			return `[link ${content.name}, ${content.uri}${content.mimeType === undefined ? '' : `, ${content.mimeType}`}]${about}`;
		}
		case 'unknown':
			return `[${content.kind}]\n${writeJson(content.value)}`;
		default:
			return assertNever(content);
	}
};

/** All of a result as text. */
export const resultText = ({content, structured}: ToolResult): string =>
	content.length > 0 || structured === undefined
		? content.flatMap(piece => [...forUserLine(piece), contentText(piece)]).join('\n')
		: writeJson(structured);

const parse = (text: string): JsonValue | undefined => {
	// Numbers and words are JSON too, but nobody wants a tree of them.
	if (!/^\s*[[{]/.test(text)) {
		return undefined;
	}
	try {
		const value: JsonValue = JSON.parse(text);
		return value;
	} catch {
		return undefined;
	}
};

/** What of a result is JSON: what the tool calls structured, else its text where that is JSON. */
export const resultJson = ({content, structured}: ToolResult): JsonValue | undefined => {
	if (structured !== undefined) {
		return structured;
	}
	const [only, ...more] = content;
	return only?.type === 'text' && more.length === 0 ? parse(only.text) : undefined;
};

export const resultOf = (call: ToolCall): ToolResult | undefined =>
	call.status === 'succeeded' || call.status === 'failed' ? call.result : undefined;

export const statusIcon = (call: ToolCall): {readonly icon: string; readonly tone: Tone} => {
	switch (call.status) {
		case 'pending':
			return {icon: '○', tone: 'dim'};
		case 'awaiting-approval':
			return {icon: '?', tone: 'warn'};
		case 'running':
			return {icon: '…', tone: 'accent'};
		case 'succeeded':
			return {icon: '✔', tone: 'good'};
		case 'failed':
			return {icon: '✘', tone: 'bad'};
		case 'denied':
			return {icon: '⊘', tone: 'warn'};
		case 'cancelled':
			return {icon: '■', tone: 'warn'};
		default:
			return assertNever(call);
	}
};

export const statusText = (call: ToolCall): string => {
	switch (call.status) {
		case 'pending':
			return 'about to run';
		case 'awaiting-approval':
			return 'waits for your answer';
		case 'running':
			return call.heldSince === undefined ? 'running' : 'done, waits for your review';
		case 'succeeded':
			return 'succeeded';
		case 'failed':
			return 'failed';
		case 'denied':
			return 'denied';
		case 'cancelled':
			return call.outcomeUnknown ? 'interrupted: the server may have acted' : 'not run';
		default:
			return assertNever(call);
	}
};

/** `filesystem write_file`; a call for a tool that nobody has goes by the name that the model used. */
export const callName = ({server, tool, modelName}: ToolCall): string =>
	sanitiseLine(server === '' ? modelName : `${server} ${tool}`);
