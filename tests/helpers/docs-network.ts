import type {RequestListener} from 'node:http';
import {connect} from 'node:net';
import {listen} from '../servers/http-host.ts';
import {startHttpsHost} from '../servers/https-host.ts';

/**
 * Hosts of the documentation on this machine, behind a proxy: what the variables name is asked instead of the network. A
 * host that is not listed is refused, so that nothing leaves.
 */
export const startExampleHosts = async (
	hosts: Readonly<Record<string, RequestListener>>,
): Promise<Readonly<Record<string, string>>> => {
	const names = Object.keys(hosts).map(host => `DNS:${host}`);
	const {url, certificate} = await startHttpsHost((request, response) => {
		const host = (request.headers.host ?? '').split(':')[0] ?? '';
		void hosts[host]?.(request, response);
	}, names.join(','));
	const proxy = await listen((_request, response) => response.writeHead(403).end());
	proxy.server.on('connect', (request, socket, head) => {
		const host = (request.url ?? '').split(':')[0] ?? '';
		if (hosts[host] === undefined) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
		const onward = connect(Number(new URL(url).port), '127.0.0.1', () => {
			socket.write('HTTP/1.1 200 Connected\r\n\r\n');
			onward.write(head);
			onward.pipe(socket).pipe(onward);
		});
		onward.on('error', () => socket.destroy());
		socket.on('error', () => onward.destroy());
	});
	return {HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: certificate};
};
