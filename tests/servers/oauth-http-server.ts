import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';

export type HttpServer = {readonly base: string; readonly close: () => Promise<void>};

export const readBody = async (request: IncomingMessage): Promise<string> => {
	let text = '';
	for await (const chunk of request) text += chunk;
	return text;
};

export const sendJson = (
	response: ServerResponse,
	status: number,
	value: unknown,
	headers: Record<string, string> = {},
): void => {
	response.writeHead(status, {'content-type': 'application/json', ...headers}).end(JSON.stringify(value));
};

/** Listens on a free port of this machine. */
export const startHttpServer = async (
	answer: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void,
): Promise<HttpServer> => {
	const server = createServer((request, response) => {
		Promise.resolve(answer(request, response)).catch(error => {
			response.writeHead(500).end(String(error));
		});
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	const port = typeof address === 'object' && address !== null ? address.port : 0;
	return {
		base: `http://127.0.0.1:${port}`,
		close: () =>
			new Promise(resolve => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
};
