import type {Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {describeError, type Failure} from '../../../domain/failure.ts';

type ListenOptions = {
	/** The first has to work; others may be missing on this machine. */
	readonly addresses: readonly [string, ...string[]];
	/** 0 is any that is free at all of them. */
	readonly port: number;
	readonly makeServer: () => Server;
};

type Listening =
	| {readonly type: 'listening'; readonly servers: readonly Server[]; readonly bound: readonly AddressInfo[]}
	| {readonly type: 'refused'; readonly failure: Failure};

type Listened =
	| {readonly type: 'bound'; readonly bound: AddressInfo}
	| {readonly type: 'failed'; readonly code: string; readonly error: unknown};

const mostTries = 10;
const inUse = 'EADDRINUSE';
const missing = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']);
const unknown = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL', 'ENOTFOUND', 'EAI_AGAIN']);

const listen = (server: Server, address: string, port: number): Promise<Listened> =>
	new Promise(resolve => {
		server.once('error', (error: NodeJS.ErrnoException) =>
			resolve({type: 'failed', code: error.code ?? '', error}),
		);
		server.listen(port, address, () => {
			const bound = server.address();
			if (bound !== null && typeof bound !== 'string') resolve({type: 'bound', bound});
		});
	});

const describeFailure = (address: string, port: number, code: string, error: unknown): Failure => {
	if (code === inUse)
		return {
			code: 'port-in-use',
			message: `Port ${port} is in use at ${address}.`,
			hint: 'Choose another one, or 0 for any that is free.',
		};
	if (code === 'EACCES')
		return {
			code: 'port-refused',
			message: `The system does not let this program listen at port ${port} of ${address}.`,
			hint: 'Choose a port from 1024 on, or 0 for any that is free.',
		};
	if (unknown.has(code))
		return {
			code: 'no-such-address',
			message: `${address} is not an address of this machine.`,
			hint: 'Leave --host out to be reached from this machine only, or give 0.0.0.0 for every address that it has.',
		};
	return {
		code: 'not-listening',
		message: `Cannot listen at ${address}, port ${port}: ${describeError(error)}`,
	};
};

/** The same port at several addresses, each with a server of its own. */
export const listenTogether = async ({addresses, port, makeServer}: ListenOptions): Promise<Listening> => {
	for (let tries = 1; ; tries += 1) {
		const servers: Server[] = [];
		const bound: AddressInfo[] = [];
		let failed: {readonly address: string; readonly code: string; readonly error: unknown} | undefined;
		for (const address of addresses) {
			const server = makeServer();
			const listened = await listen(server, address, bound[0]?.port ?? port);
			if (listened.type === 'bound') {
				servers.push(server);
				bound.push(listened.bound);
			} else if (bound.length === 0 || !missing.has(listened.code)) {
				failed = {address, ...listened};
				break;
			}
		}
		if (failed === undefined) return {type: 'listening', servers, bound};
		for (const server of servers) {
			server.close();
			server.closeAllConnections();
		}
		// The port that was free at one address was not at another.
		const mayGoBetter = port === 0 && failed.code === inUse && tries < mostTries;
		if (!mayGoBetter)
			return {
				type: 'refused',
				failure: describeFailure(failed.address, bound[0]?.port ?? port, failed.code, failed.error),
			};
	}
};
