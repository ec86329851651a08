import {InMemoryTransport} from '@modelcontextprotocol/client';
import {describeError} from '../../../domain/failure.ts';
import type {LocalChannel} from '../../../domain/server-ports.ts';
import type {ServerTransport} from './server-transport.ts';
import {type TransportEnd, TransportError} from './transport-end.ts';

/** MCP with a server inside this process. `serve` gets the other end. */
export const createInMemoryTransport = (
	serve: ((channel: LocalChannel) => Promise<void>) | undefined,
): ServerTransport => {
	const [inner, far] = InMemoryTransport.createLinkedPair();
	let ended: TransportEnd | undefined;

	const finish = (end: TransportEnd) => {
		if (ended !== undefined) return;
		ended = end;
		void inner.close();
		transport.onclose?.();
	};

	const fail = (reason: string): never => {
		const end: TransportEnd = {type: 'not-started', reason};
		finish(end);
		throw new TransportError(end);
	};

	inner.onmessage = (message, extra) => transport.onmessage?.(message, extra);
	inner.onerror = error => transport.onerror?.(error);
	// The server closed its end: we close ours in `close`, after `finish`.
	inner.onclose = () => finish({type: 'output-closed'});

	const transport: ServerTransport = {
		name: 'in-memory',
		start: async () => {
			if (ended !== undefined) throw new TransportError(ended);
			if (serve === undefined) return fail('this program has no server of that name');
			try {
				await serve(far);
			} catch (error) {
				fail(describeError(error));
			}
			if (ended !== undefined) throw new TransportError(ended);
			await inner.start();
		},
		send: async message => {
			if (ended !== undefined) throw new TransportError(ended);
			// Both ends may change what they hold; over a wire they could not touch each other's.
			await inner.send(structuredClone(message));
		},
		close: async () => {
			finish({type: 'closed'});
			await inner.close();
		},
		printed: () => [],
		noise: () => 0,
		end: () => ended,
	};
	return transport;
};
