import {once} from 'node:events';
import {createServer} from 'node:net';

/** Below what systems give to whoever asks for any port. */
const lowest = 20_000;
const count = 12_000;

/**
 * A port at which nobody listens, also none of the tests that run meanwhile: they listen where the system lets them, and it
 * gives a port that was left to the next who asks.
 */
export const findQuietPort = async (): Promise<number> => {
	for (;;) {
		const port = lowest + Math.floor(Math.random() * count);
		const server = createServer().listen(port, '127.0.0.1');
		try {
			await once(server, 'listening');
		} catch {
			// Somebody is there: the next one.
			continue;
		}
		server.close();
		await once(server, 'close');
		return port;
	}
};
