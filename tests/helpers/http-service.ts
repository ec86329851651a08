import {createServer, type IncomingHttpHeaders, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {onTestFinished} from 'vitest';

export type SeenRequest = {
	readonly method: string;
	readonly url: string;
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
};

export type HttpService = {
	/** `http://127.0.0.1:port` */
	readonly origin: string;
	readonly seen: readonly SeenRequest[];
	/** How many have hung up before they were answered. */
	readonly leftAlone: () => number;
};

/** A service on this machine that ends with the test. */
export const startService = async (
	answer: (request: SeenRequest, response: ServerResponse) => void,
): Promise<HttpService> => {
	const seen: SeenRequest[] = [];
	let leftAlone = 0;
	const server = createServer((request, response) => {
		let body = '';
		request.setEncoding('utf8');
		request.on('data', (piece: string) => {
			body += piece;
		});
		response.once('close', () => {
			leftAlone += response.writableEnded ? 0 : 1;
		});
		request.on('end', () => {
			const {method = '', url = '', headers} = request;
			const one = {method, url, headers, body};
			seen.push(one);
			answer(one, response);
		});
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	const {port} = server.address() as AddressInfo;
	return {origin: `http://127.0.0.1:${port}`, seen, leftAlone: () => leftAlone};
};

/** Answers with JSON. */
export const sendJson = (response: ServerResponse, value: unknown, status = 200): void => {
	response.writeHead(status, {'content-type': 'application/json'});
	response.end(JSON.stringify(value));
};
