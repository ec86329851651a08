// Runs `node <client> <url>` when it is its turn: run-in-turn.mjs <port> <client> <url>
import {spawn} from 'node:child_process';
import {connect} from 'node:net';

// A client that takes longer hangs.
const limit = 60_000;

const [port, client, url] = process.argv.slice(2);
const socket = connect(Number(port), '127.0.0.1');
socket.once('error', error => {
	process.stderr.write(`no turn: ${error.message}\n`);
	process.exit(1);
});
socket.once('data', () => {
	const child = spawn(process.execPath, [client, url], {stdio: 'inherit'});
	const timer = setTimeout(() => child.kill('SIGKILL'), limit);
	child.once('exit', code => {
		clearTimeout(timer);
		process.exit(code ?? 1);
	});
});
