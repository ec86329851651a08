import type {Readable, Writable} from 'node:stream';
import {StdioServerTransport, serveStdio} from '@modelcontextprotocol/server/stdio';
import {createToolboxServer, type ToolboxOptions} from './create-toolbox-server.ts';

type ServeStdioOptions = Omit<ToolboxOptions, 'now'> & {
	readonly now?: () => number;
	readonly stdin?: Readable;
	readonly stdout?: Writable;
};

/**
 * Serves the toolbox to one client, of either protocol generation, until stdin ends or `signal` aborts.
 * Nothing but protocol is written to stdout.
 */
export const serveToolboxOverStdio = async (
	{stdin = process.stdin, stdout = process.stdout, now = Date.now, ...options}: ServeStdioOptions,
	signal?: AbortSignal,
): Promise<void> => {
	if (signal?.aborted) return;
	const transport = new StdioServerTransport(stdin, stdout);
	const connection = serveStdio(() => createToolboxServer({...options, now}), {transport});
	const close = (): void => void connection.close();
	signal?.addEventListener('abort', close, {once: true});
	await new Promise<void>(resolve => {
		const closeConnection = transport.onclose;
		transport.onclose = () => {
			closeConnection?.();
			resolve();
		};
	});
	signal?.removeEventListener('abort', close);
};
