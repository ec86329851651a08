import type {Readable, Writable} from 'node:stream';
import {isJsonObject, type JsonValue} from '../../domain/json.ts';
import type {LocalChannel} from '../../domain/server-ports.ts';
import {createLineSplitter} from '../../support/line-splitter.ts';
import {maxMessageBytes} from '../../support/message-limit.ts';
import {isQuiet} from './replay-messages.ts';

/** Milliseconds: a client that says no more may still listen, but what waits for its reply never ends. */
const longestFarewell = 5000;

/** The end of a connection over stdin and stdout that belongs to the server. */
export const createStdioChannel = (
	stdin: Readable,
	stdout: Writable,
	farewellLimit = longestFarewell,
): LocalChannel => {
	let isClosed = false;

	const close = (): void => {
		if (isClosed) return;
		isClosed = true;
		clearTimeout(farewell);
		stdin.pause();
		channel.onclose?.();
	};

	/** What the client asked and has no answer to yet. */
	const open = new Set<JsonValue>();
	let farewell: NodeJS.Timeout | undefined;

	const heard = (message: unknown): void => {
		if (!isJsonObject(message) || typeof message.method !== 'string') return;
		const {id, method, params} = message;
		if (method === 'notifications/cancelled' && isJsonObject(params)) open.delete(params.requestId ?? null);
		if (id !== undefined && !isQuiet(method)) open.add(id);
	};

	const said = (message: unknown): void => {
		if (!isJsonObject(message) || message.method !== undefined) return;
		open.delete(message.id ?? null);
		if (farewell !== undefined && open.size === 0) close();
	};

	/** The client says no more. What it asked before is answered. */
	const endOfInput = (): void => {
		splitter.end();
		if (open.size === 0) close();
		else if (!isClosed) farewell = setTimeout(close, farewellLimit);
	};

	const splitter = createLineSplitter(maxMessageBytes, line => {
		try {
			if (line === 'too-long') throw new Error('The message is too long.');
			const message: unknown = JSON.parse(line.toString());
			heard(message);
			// Whoever listens looks at it as at anything that a stranger sent.
			channel.onmessage?.(message as never);
		} catch (error) {
			channel.onerror?.(error instanceof Error ? error : new Error(String(error)));
		}
		return !isClosed;
	});

	const channel: LocalChannel = {
		start: async () => {
			stdin.on('data', (chunk: Buffer | string) => {
				splitter.push(Buffer.from(chunk));
			});
			stdin.once('end', endOfInput);
			stdin.once('error', close);
			stdout.on('error', close);
		},
		send: async message => {
			if (isClosed) return;
			stdout.write(`${JSON.stringify(message)}\n`);
			said(message);
		},
		close: async () => close(),
	};
	return channel;
};
