import {createServer} from 'node:net';

const listening = server =>
	new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(server.address().port)));

/** Listens, prints where as JSON, also a port at which nobody listens, and ends with whoever started it. */
export const announce = async (server, secure) => {
	const port = await listening(server);
	const securePort = secure === undefined ? 0 : await listening(secure);
	const nobody = createServer();
	const closedPort = await listening(nobody);
	nobody.close(() => console.log(JSON.stringify({port, securePort, closedPort})));
	process.stdin.on('end', () => process.exit(0)).resume();
};
