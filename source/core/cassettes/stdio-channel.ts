import type {Readable, Writable} from 'node:stream';
import type {LocalChannel} from '../../domain/server-ports.ts';
import {createLineSplitter} from '../../support/line-splitter.ts';
import {maxMessageBytes} from '../../support/message-limit.ts';

/** The end of a connection over stdin and stdout that belongs to the server. */
export const createStdioChannel = (stdin: Readable, stdout: Writable): LocalChannel => {
	let isClosed = false;

	const close = (): void => {
		if (isClosed) return;
		isClosed = true;
		stdin.pause();
		channel.onclose?.();
	};

	const splitter = createLineSplitter(maxMessageBytes, line => {
		try {
			if (line === 'too-long') throw new Error('The message is too long.');
			const message: unknown = JSON.parse(line.toString());
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
			stdin.once('end', () => {
				splitter.end();
				close();
			});
			stdin.once('error', close);
			stdout.on('error', close);
		},
		send: async message => {
			if (!isClosed) stdout.write(`${JSON.stringify(message)}\n`);
		},
		close: async () => close(),
	};
	return channel;
};
