import type {ClientRequest, IncomingMessage} from 'node:http';
import type {JSONRPCMessage} from '@modelcontextprotocol/client';
import type {RawData, WebSocket} from 'ws';
import {maxMessageBytes} from '../../../support/message-limit.ts';
import {networkEnd, type Peer} from '../../../support/network/network-error.ts';
import {handOver} from './hand-over.ts';
import {createLineLog} from './line-log.ts';
import {createPacedInbox} from './paced-inbox.ts';
import {parseMessages} from './parse-messages.ts';
import type {RemoteTransportOptions} from './remote-options.ts';
import {signInReason} from './request-problem.ts';
import type {ServerTransport} from './server-transport.ts';
import {endBehind, type TransportEnd, TransportError} from './transport-end.ts';
import {isSubprotocolMissing, openSocket, socketPeer, statusOfUpgrade} from './ws-socket.ts';

/** Milliseconds after which a server that says nothing is asked whether it is still there, and then given up. */
const defaultHeartbeat = 15_000;
const closeLimit = 1000;

export type WsTransportOptions = RemoteTransportOptions & {readonly heartbeat?: number};

const toText = (data: RawData): string => {
	if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
	return (Buffer.isBuffer(data) ? data : Buffer.from(data)).toString('utf8');
};

/** MCP over a WebSocket: one message in each text frame. */
export const createWsTransport = (options: WsTransportOptions): ServerTransport => {
	const {heartbeat = defaultHeartbeat} = options;
	const log = createLineLog();
	const waitingSends = new Set<(error: Error) => void>();
	const peer: Peer = socketPeer(options);
	let socket: WebSocket | undefined;
	let ended: TransportEnd | undefined;
	let trouble: TransportEnd | undefined;
	let closing: Promise<void> | undefined;
	let beat: NodeJS.Timeout | undefined;
	let isQuiet = false;
	let noise = 0;

	const finish = (end: TransportEnd) => {
		if (ended !== undefined) return;
		ended = end;
		clearInterval(beat);
		const error = new TransportError(end);
		for (const reject of waitingSends) reject(error);
		waitingSends.clear();
		if (end.type !== 'closed') socket?.terminate();
		transport.onclose?.();
	};

	const inbox = createPacedInbox<JSONRPCMessage>({
		deliver: message => {
			if (ended === undefined) handOver(transport, message);
		},
		pause: () => socket?.pause(),
		resume: () => socket?.resume(),
	});

	const read = (text: string) => {
		const messages = parseMessages(text);
		if (messages.length === 0) {
			noise += 1;
			log.push(`[message] ${text}`);
		}
		inbox.push(messages);
	};

	/** Half of a broken connection looks like a quiet one until somebody asks. */
	const watch = (opened: WebSocket) => {
		const alive = () => {
			isQuiet = false;
		};
		opened.on('pong', alive).on('ping', alive).on('message', alive);
		beat = setInterval(() => {
			// While a flood waits its turn here, nothing is read and nothing can be heard.
			if (opened.isPaused) return;
			if (isQuiet) return finish({type: 'silent', after: 2 * heartbeat});
			isQuiet = true;
			// A socket that cannot be written to says so by itself.
			opened.ping(() => {});
		}, heartbeat).unref();
	};

	const endOf = (error: unknown): TransportEnd => endBehind(error) ?? networkEnd(error, peer);

	const errorEnd = (error: Error): TransportEnd =>
		'code' in error && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH'
			? {type: 'message-too-long', maxBytes: maxMessageBytes}
			: endOf(error);

	const open = async (protocols: readonly string[]): Promise<void> => {
		const opened = await openSocket(options, protocols);
		socket = opened;
		if (ended !== undefined) {
			opened.on('error', () => {}).terminate();
			throw new TransportError(ended);
		}
		await new Promise<void>((resolve, reject) => {
			opened.on('message', data => read(toText(data)));
			let isOpen = false;
			opened.once('open', () => {
				isOpen = true;
				resolve();
			});
			opened.once('unexpected-response', (_request: ClientRequest, response: IncomingMessage) => {
				void statusOfUpgrade(options, response).then(end => {
					trouble = end;
					opened.terminate();
					reject(new TransportError(end));
				});
			});
			opened.on('error', error => {
				// It may come in the same moment as the opening.
				if (isOpen) return finish(errorEnd(error));
				trouble ??= errorEnd(error);
				reject(error);
			});
			opened.once('close', (code, reason) => {
				reject(new TransportError({type: 'closed'}));
				if (socket !== opened || trouble !== undefined) return;
				const end: TransportEnd = {
					type: 'socket-closed',
					code,
					reason: reason.toString('utf8').slice(0, 200),
				};
				inbox.whenEmpty(() => finish(end));
			});
		});
		if (ended === undefined) watch(opened);
	};

	const start = async (): Promise<void> => {
		if (ended !== undefined) throw new TransportError(ended);
		try {
			await open(['mcp']);
		} catch (error) {
			if (ended === undefined && isSubprotocolMissing(error)) {
				trouble = undefined;
				// It takes no part in the choice of a subprotocol, which says nothing about what it speaks.
				return startPlain();
			}
			fail(error);
		}
	};

	const fail = (error: unknown): never => {
		const reason = signInReason(error);
		const end =
			trouble ?? (reason === undefined ? endOf(error) : ({type: 'sign-in-needed', reason} as const));
		finish(end);
		throw new TransportError(ended ?? end, error);
	};

	const startPlain = async (): Promise<void> => {
		try {
			await open([]);
		} catch (error) {
			fail(error);
		}
	};

	const send = (message: JSONRPCMessage): Promise<void> =>
		new Promise((resolve, reject) => {
			if (ended !== undefined || socket === undefined)
				return reject(new TransportError(ended ?? {type: 'not-started', reason: 'nobody has started it'}));
			const text = JSON.stringify(message);
			waitingSends.add(reject);
			// Its close is on the way and says why.
			if (socket.readyState === socket.CLOSING || socket.readyState === socket.CLOSED) return;
			socket.send(text, error => {
				// A failed write is told by `finish`, with the reason.
				if (error) return finish(errorEnd(error));
				waitingSends.delete(reject);
				resolve();
			});
		});

	const shutDown = (): Promise<void> =>
		new Promise(resolve => {
			finish({type: 'closed'});
			const open = socket;
			if (open === undefined || open.readyState === open.CLOSED) return resolve();
			const timer = setTimeout(() => open.terminate(), closeLimit);
			open.once('close', () => {
				clearTimeout(timer);
				resolve();
			});
			open.close();
		});

	const transport: ServerTransport = {
		name: 'ws',
		start,
		send,
		close: () => {
			closing ??= shutDown();
			return closing;
		},
		printed: log.lines,
		noise: () => noise,
		end: () => ended,
	};
	return transport;
};
