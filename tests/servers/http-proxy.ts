import {request as forward, type IncomingMessage} from 'node:http';
import {connect} from 'node:net';
import {listen} from './http-host.ts';

export type TestProxy = {
	readonly url: string;
	/** What it was asked for: `GET http://host/path` or `CONNECT host:port`. */
	readonly asked: readonly string[];
};

/** A proxy that takes every name for loopback. With `refuse` it opens no tunnel; with `user` it asks who you are. */
export const startProxy = async (refuse?: number, user?: string): Promise<TestProxy> => {
	const asked: string[] = [];
	const isStranger = ({headers}: IncomingMessage): boolean =>
		user !== undefined && headers['proxy-authorization'] !== `Basic ${btoa(user)}`;
	const host = await listen((request, response) => {
		asked.push(`${request.method} ${request.url}`);
		if (isStranger(request)) {
			response.writeHead(407, {'proxy-authenticate': 'Basic realm="Squid"'}).end();
			return;
		}
		const url = new URL(request.url ?? '/', 'http://localhost');
		const onward = forward(
			{
				host: '127.0.0.1',
				port: url.port,
				path: `${url.pathname}${url.search}`,
				method: request.method,
				headers: request.headers,
			},
			answer => {
				response.writeHead(answer.statusCode ?? 502, answer.headers);
				answer.pipe(response);
			},
		);
		onward.on('error', () => response.destroy());
		request.pipe(onward);
	});
	host.server.on('connect', (request, socket, head) => {
		asked.push(`CONNECT ${request.url}`);
		const status = isStranger(request) ? 407 : refuse;
		if (status !== undefined) {
			socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
			return;
		}
		const port = Number((request.url ?? '').split(':').at(-1));
		const onward = connect(port, '127.0.0.1', () => {
			socket.write('HTTP/1.1 200 Connected\r\n\r\n');
			onward.write(head);
			onward.pipe(socket).pipe(onward);
		});
		onward.on('error', () => socket.destroy());
		socket.on('error', () => onward.destroy());
	});
	return {url: host.url, asked};
};
