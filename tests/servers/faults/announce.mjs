import {createServer} from 'node:net';

const listening = (server, port = 0) =>
	new Promise((resolve, reject) => {
		server.once('error', reject).listen(port, '127.0.0.1', () => resolve(server.address().port));
	});

/** Below what systems give to whoever asks for any port: what was closed there stays closed. */
const findClosedPort = async () => {
	const nobody = createServer();
	try {
		const port = await listening(nobody, 20_000 + Math.floor(Math.random() * 12_000));
		await new Promise(resolve => nobody.close(resolve));
		return port;
	} catch {
		// Somebody is there: the next one.
		return findClosedPort();
	}
};

/** Listens, prints where as JSON, also a port at which nobody listens, and ends with whoever started it. */
export const announce = async (server, secure) => {
	const port = await listening(server);
	const securePort = secure === undefined ? 0 : await listening(secure);
	console.log(JSON.stringify({port, securePort, closedPort: await findClosedPort()}));
	process.stdin.on('end', () => process.exit(0)).resume();
};
