/**
 * The program of the child that talks to the keychain: `node -e <this> <path of the native module> <service>`.
 * Requests and replies are lines of JSON. The native module blocks its thread, for ever when the message bus
 * hangs, so it has a thread of its own; the main thread sees that its owner has gone and ends all at once,
 * which nothing but a signal does while native code runs.
 */
export const keychainChildCode = `'use strict';
const {Worker} = require('node:worker_threads');
const work = ${JSON.stringify(`'use strict';
const {parentPort, workerData: [module, service]} = require('node:worker_threads');
const actions = {
	get: entry => entry.getPassword(),
	set: (entry, text) => entry.setPassword(text),
	delete: async entry => { await entry.deletePassword(); },
};
parentPort.on('message', async ({action, account, text}) => {
	let stage = 'load';
	try {
		const {AsyncEntry} = require(module);
		stage = 'open';
		const entry = new AsyncEntry(service, account, {linux: {store: 'secret-service'}});
		stage = 'use';
		const found = await actions[action](entry, text);
		parentPort.postMessage({type: 'done', ...(typeof found === 'string' ? {text: found} : {})});
	} catch (error) {
		const message = String(error && error.message);
		const isSafe = typeof text !== 'string' || text === '' || !message.includes(text);
		parentPort.postMessage({type: 'failed', stage, message: isSafe ? message : ''});
	}
});
`)};
const worker = new Worker(work, {eval: true, workerData: process.argv.slice(1, 3)});
worker.on('message', reply => process.stdout.write(JSON.stringify(reply) + '\\n'));
const end = () => process.kill(process.pid, 'SIGKILL');
process.stdout.on('error', end);
let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', text => {
	const lines = (rest + text).split('\\n');
	rest = lines.pop();
	for (const line of lines) worker.postMessage(JSON.parse(line));
});
process.stdin.on('end', end);
process.stdin.on('error', end);
`;
