import {createServer} from 'node:net';

/**
 * Lets one client run at a time: whoever connects waits for a byte, and its turn lasts until it hangs up. The suite
 * starts all scenarios of a requirement set at once, which no small machine survives.
 * @returns {Promise<{port: number, close: () => void}>}
 */
export const serveTurns = async () => {
	const waiting = [];
	let busy = false;
	const next = () => {
		const socket = waiting.shift();
		busy = socket !== undefined;
		socket?.write('!');
	};
	const server = createServer(socket => {
		let over = false;
		socket.on('error', () => {
			// It hung up without a goodbye, which `close` tells as well.
		});
		socket.on('close', () => {
			if (over) return;
			over = true;
			const place = waiting.indexOf(socket);
			if (place === -1) next();
			else waiting.splice(place, 1);
		});
		// Without a reader the end of the other side goes unnoticed.
		socket.resume();
		waiting.push(socket);
		if (!busy) next();
	});
	await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
	return {port: server.address().port, close: () => server.close()};
};
