// A stdio server with the fault that its argument names: stdio-faults.mjs <fault>
import {spawn} from 'node:child_process';
import {closeSync} from 'node:fs';
import {createInterface} from 'node:readline';
import {answerTo, deepResult, greeting, note, result, textResult} from './healthy-answers.mjs';

const [fault] = process.argv.slice(2);
const line = value => `${JSON.stringify(value)}\n`;
const send = value => process.stdout.write(line(value));
const stay = () => setInterval(() => {}, 1000);
const mebibyte = 'x'.repeat(1024 * 1024);

const flood = async (count, make) => {
	for (let index = 0; index < count; index += 1)
		if (!process.stdout.write(make(index)))
			await new Promise(resolve => process.stdout.once('drain', resolve));
};

/** What happens before anything was read. */
const atStart = {
	'exit-at-start': () => {
		console.error('cannot open the database');
		process.exit(3);
	},
	'killed-at-start': () => process.kill(process.pid, 'SIGKILL'),
	'garbage-only': () => setInterval(() => process.stdout.write('%PDF-1.7 \u0000\u0001\u0002 not mcp\n'), 20),
	'endless-line': async () => {
		for (let count = 0; count < 40; count += 1)
			if (!process.stdout.write(mebibyte))
				await new Promise(resolve => process.stdout.once('drain', resolve));
	},
	'closes-output': () => closeSync(1),
	'stderr-flood': async () => {
		for (let count = 0; count < 30; count += 1)
			if (!process.stderr.write(`${mebibyte}\n`))
				await new Promise(resolve => process.stderr.once('drain', resolve));
	},
	'ignores-ends': () => {
		for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});
		stay();
	},
	grandchildren: () => {
		const script = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)`;
		for (let count = 0; count < 3; count += 1) spawn(process.execPath, ['-e', script], {stdio: 'inherit'});
	},
};

/** What happens to a message; anything but true means that nobody has answered it. */
const onMessage = {
	'exit-in-handshake': ({method}) => method === 'initialize' && process.exit(4),
	'exit-after-handshake': ({method}) => method === 'notifications/initialized' && process.exit(5),
	'exit-in-list': ({method}) => method === 'tools/list' && process.exit(6),
	'exit-in-call': ({method}) => method === 'tools/call' && process.exit(7),
	'killed-in-call': ({method}) => method === 'tools/call' && process.kill(process.pid, 'SIGSEGV'),
	'hangs-in-handshake': () => true,
	'hangs-in-list': ({method}) => method === 'tools/list',
	'hangs-in-call': ({method}) => method === 'tools/call',
	'garbage-only': () => true,
	'closes-output': () => true,
	'endless-line': () => true,
	'huge-line': ({id, method}) =>
		method === 'tools/call' && process.stdout.write(line(result(id, textResult(mebibyte.repeat(11))))),
	'huge-greeting': message =>
		message.method === 'initialize' &&
		send(result(message.id, greeting(message, {instructions: mebibyte.repeat(11)}))),
	'truncated-json': ({id, method}) =>
		method === 'tools/call' && process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":{"content":[\n`),
	'invalid-utf8': ({id, method}) => {
		if (method !== 'tools/call') return false;
		const [before, after] = line(result(id, textResult('<>'))).split('<>');
		process.stdout.write(
			Buffer.concat([Buffer.from(before), Buffer.from([0xff, 0xfe, 0xc3]), Buffer.from(after)]),
		);
		return true;
	},
	'deep-nesting': ({id, method}) => method === 'tools/call' && process.stdout.write(`${deepResult(id)}\n`),
	'wrong-id': ({id, method}) =>
		method === 'tools/call' && send(result(id + 1000, textResult('for somebody else'))),
	'text-id': ({id, method}) => method === 'tools/call' && send(result(`${id}`, textResult('as text'))),
	'duplicate-answers': ({id, method}) => {
		if (method !== 'tools/call') return false;
		for (const text of ['first', 'second', 'third']) send(result(id, textResult(text)));
		return true;
	},
	'unknown-ids': ({id, method}) => {
		if (method !== 'tools/call') return false;
		for (let other = 0; other < 500; other += 1) send(result(`nobody-${other}`, {}));
		send(result(id, textResult('after all')));
		return true;
	},
	'notification-flood': ({id, method}) => {
		if (method !== 'tools/call') return false;
		const noise = index => line(note('notifications/message', {level: 'info', data: `line ${index}`}));
		void flood(50_000, noise).then(() => send(result(id, textResult('after the flood'))));
		return true;
	},
	'list-changed-flood': ({id, method}) => {
		if (method !== 'tools/call') return false;
		void flood(20_000, () => line(note('notifications/tools/list_changed'))).then(() =>
			send(result(id, textResult('after the flood'))),
		);
		return true;
	},
	'request-flood': ({id, method}) => {
		if (method !== 'tools/call') return false;
		void flood(5000, index => line({jsonrpc: '2.0', id: `ping-${index}`, method: 'ping'})).then(() =>
			send(result(id, textResult('after the flood'))),
		);
		return true;
	},
	batch: ({id, method}) =>
		method === 'tools/call' &&
		send([note('notifications/message', {level: 'info', data: 'x'}), result(id, textResult('one of two'))]),
	'wrong-version': message =>
		message.method === 'initialize' &&
		send(result(message.id, greeting(message, {protocolVersion: '1999-01-01'}))),
	'empty-greeting': ({id, method}) => method === 'initialize' && send(result(id, {})),
	'refuses-handshake': ({id, method}) =>
		send({jsonrpc: '2.0', id, error: {code: -32_600, message: `no ${method} today`}}),
	'error-without-text': ({id, method}) =>
		method === 'tools/call' && send({jsonrpc: '2.0', id, error: {code: 'x'}}),
};

atStart[fault]?.();
if (fault !== 'exit-at-start')
	createInterface({input: process.stdin}).on('line', text => {
		const message = JSON.parse(text);
		if (onMessage[fault]?.(message)) return;
		const answer = answerTo(fault, message);
		if (answer !== undefined) send(answer);
	});
process.stdin.on('end', () => {
	if (fault !== 'ignores-ends' && fault !== 'grandchildren') process.exit(0);
});
