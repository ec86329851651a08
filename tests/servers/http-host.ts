import {
	createServer,
	type IncomingHttpHeaders,
	type RequestListener,
	type Server,
	type ServerResponse,
} from 'node:http';
import type {AddressInfo, Socket} from 'node:net';
import {onTestFinished} from 'vitest';

export type SeenRequest = {
	readonly method: string;
	readonly path: string;
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
	/** The JSON-RPC message, if the body is one. */
	readonly message: {readonly id?: string | number; readonly method?: string; readonly params?: unknown};
};

export type HttpHost = {
	readonly url: string;
	readonly port: number;
	/** Every request, in order. */
	readonly seen: readonly SeenRequest[];
	/** Ends all connections and stops listening. */
	readonly stop: () => Promise<void>;
};

const parse = (body: string): SeenRequest['message'] => {
	try {
		return JSON.parse(body);
	} catch {
		// Some requests are not messages.
		return {};
	}
};

/** Told what to do when a server is no longer needed; by default that is when the test is over. */
export type WhenOver = (end: () => Promise<void>) => void;

/** Serves on loopback until the test is over, or until it is stopped. */
export const listen = async (
	listener: RequestListener,
	port = 0,
	whenOver: WhenOver = onTestFinished,
): Promise<Omit<HttpHost, 'seen'> & {readonly server: Server}> => {
	const sockets = new Set<Socket>();
	const server = createServer(listener);
	server.on('connection', socket => {
		sockets.add(socket);
		socket.once('close', () => sockets.delete(socket));
	});
	await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
	const stop = () =>
		new Promise<void>(resolve => {
			server.close(() => resolve());
			for (const socket of sockets) socket.destroy();
		});
	whenOver(stop);
	const address = server.address() as AddressInfo;
	return {url: `http://127.0.0.1:${address.port}`, port: address.port, stop, server};
};

export type Answer = (request: SeenRequest, response: ServerResponse) => void | Promise<void>;

/** A server whose every answer is up to the test. */
export const startHttpHost = async (answer: Answer, port = 0, whenOver?: WhenOver): Promise<HttpHost> => {
	const seen: SeenRequest[] = [];
	const host = await listen(
		(request, response) => {
			let body = '';
			request.setEncoding('utf8').on('data', (chunk: string) => {
				body += chunk;
			});
			request.on('end', () => {
				const {method = 'GET', url = '/', headers} = request;
				const one = {method, path: url, headers, body, message: parse(body)};
				seen.push(one);
				void answer(one, response);
			});
		},
		port,
		whenOver,
	);
	return {...host, seen};
};

export const sendJson = (
	response: ServerResponse,
	value: unknown,
	headers: Readonly<Record<string, string>> = {},
): void => {
	response.writeHead(200, {'content-type': 'application/json', ...headers}).end(JSON.stringify(value));
};

export const sendResult = (
	request: SeenRequest,
	response: ServerResponse,
	result: unknown,
	headers: Readonly<Record<string, string>> = {},
): void => sendJson(response, {jsonrpc: '2.0', id: request.message.id, result}, headers);

export const sendStatus = (
	response: ServerResponse,
	status: number,
	body = '',
	headers: Readonly<Record<string, string>> = {},
): void => {
	response.writeHead(status, {'content-type': 'text/plain', ...headers}).end(body);
};

export const startEvents = (response: ServerResponse): void => {
	response.writeHead(200, {'content-type': 'text/event-stream'}).flushHeaders();
};

export const sendEvent = (response: ServerResponse, message: unknown, fields = ''): void => {
	response.write(`${fields}data: ${JSON.stringify(message)}\n\n`);
};
