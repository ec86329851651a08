import {createServer, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import type {Duplex} from 'node:stream';
import type {Failure} from '../../../domain/failure.ts';
import type {Secret} from '../../../domain/secret.ts';
import {type Answering, createAnswering, type RequestRecord} from './answer-requests.ts';
import {addressInUrl, createAddressee} from './check-addressee.ts';
import {createTokenCheck} from './check-token.ts';
import {createGuard} from './guard-requests.ts';
import type {HttpLimits} from './http-limits.ts';
import type {HttpService} from './http-service.ts';
import {listenTogether} from './listen-together.ts';

export type HostOptions = {
	/** Where to listen: addresses of which the first has to work. */
	readonly addresses: readonly [string, ...string[]];
	/** 0 is any that is free. */
	readonly port: number;
	readonly services: readonly [HttpService, ...HttpService[]];
	readonly limits: HttpLimits;
	readonly now: () => number;
	/** With it nobody comes in without it. */
	readonly token?: Secret;
	readonly allowedHosts?: readonly string[];
	readonly allowedOrigins?: readonly string[];
	readonly onAnswered?: (record: RequestRecord) => void;
};

export type OpenHost = {
	/** Such as http://127.0.0.1:8080, the first one first. */
	readonly origins: readonly string[];
	readonly close: () => Promise<void>;
};

export type HostOpening =
	| {readonly type: 'open'; readonly host: OpenHost}
	| {readonly type: 'refused'; readonly failure: Failure};

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];
const everywhere = new Set(['0.0.0.0', '::']);

const brokenRequests: Readonly<Record<string, readonly [string, string]>> = {
	HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too long.'],
	ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
};

/** What cannot be understood as HTTP never becomes a request: it is answered where it broke off. */
const answerBroken = (error: NodeJS.ErrnoException, socket: Duplex): void => {
	const [status, message] = brokenRequests[error.code ?? ''] ?? ['400 Bad Request', 'This is not HTTP.'];
	const body = JSON.stringify({error: {message}});
	socket.end(
		`HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
		() => socket.destroy(),
	);
};

/** Where a client on this machine finds what listens at an address. */
const originAt = ({address, port}: AddressInfo): string =>
	`http://${everywhere.has(address) ? '127.0.0.1' : addressInUrl(address)}:${port}`;

/**
 * Listens for HTTP and lets in whom the guard lets in, within limits: what a client sends, how long it takes, and how
 * many there are.
 */
export const openHost = async (options: HostOptions): Promise<HostOpening> => {
	const {addresses, services, limits, now, token, onAnswered} = options;
	let begin: (answering: Answering) => void = () => undefined;
	// Who may come in depends on the port, which is known only when somebody may already be there.
	const begun = new Promise<Answering>(resolve => {
		begin = resolve;
	});
	const makeServer = (): Server => {
		const last = new WeakMap<Duplex, ServerResponse>();
		const server = createServer(
			{
				maxHeaderSize: limits.headerBytes,
				headersTimeout: limits.headersTime,
				requestTimeout: limits.requestTime,
				keepAliveTimeout: limits.idleTime,
				connectionsCheckingInterval: limits.checkingTime,
				// The guard says so itself, in JSON.
				requireHostHeader: false,
			},
			(request, response) => {
				last.set(request.socket, response);
				void begun.then(({answer}) => answer(request, response));
			},
		);
		server.maxConnections = limits.connections;
		// Nothing takes longer but a client that does not read its answer.
		server.setTimeout(limits.callTime + limits.requestTime);
		server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
			// Where an answer has begun, or was given, nothing else can be said.
			if (last.get(socket)?.headersSent === true || !socket.writable) socket.destroy();
			else answerBroken(error, socket);
		});
		return server;
	};
	const listening = await listenTogether({addresses, port: options.port, makeServer});
	if (listening.type === 'refused') return listening;
	const {servers, bound} = listening;
	const answering = createAnswering({
		services,
		limits,
		now,
		guard: createGuard({
			addressee: createAddressee({
				names: [...loopbackNames, ...[...addresses, ...bound.map(({address}) => address)].map(addressInUrl)],
				port: bound[0]?.port ?? options.port,
				alsoCalled: options.allowedHosts ?? [],
				origins: options.allowedOrigins ?? [],
			}),
			isEverywhere: bound.some(({address}) => everywhere.has(address)),
			...(token === undefined ? {} : {hasToken: createTokenCheck(token)}),
		}),
		...(onAnswered === undefined ? {} : {onAnswered}),
	});
	begin(answering);
	return {
		type: 'open',
		host: {
			origins: bound.map(originAt),
			async close() {
				const closed = servers.map(server => new Promise<void>(resolve => server.close(() => resolve())));
				for (const server of servers) server.closeIdleConnections();
				await answering.close();
				for (const server of servers) server.closeAllConnections();
				await Promise.all(closed);
			},
		},
	};
};
