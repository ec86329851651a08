import {createServer} from 'node:http';

/** A service on this machine that answers every request with one JSON. Gives the way to end it. */
export const startService = ({port, answer}) =>
	new Promise((resolve, reject) => {
		const server = createServer((_request, response) =>
			response.writeHead(200, {'content-type': 'application/json'}).end(JSON.stringify(answer)),
		);
		server.on('error', reject);
		server.listen(port, '127.0.0.1', () => resolve(() => server.close()));
	});
