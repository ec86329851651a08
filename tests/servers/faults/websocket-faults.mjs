// A WebSocket server, written by hand so that it can break every rule; the path names the fault. Prints its address
// as JSON once it listens.
import {createHash} from 'node:crypto';
import {createServer} from 'node:http';
import {announce} from './announce.mjs';
import {answerTo, deepResult, note, result, textResult} from './healthy-answers.mjs';

const text = 1;
const binary = 2;
const mebibyte = Buffer.alloc(1024 * 1024, 'x');

/** One frame of a server, which must not be masked. `first` is the first byte when it is not the usual one. */
const frame = (opcode, payload, first = 0x80 | opcode) => {
	const body = Buffer.from(payload);
	const head = Buffer.alloc(body.length < 126 ? 2 : body.length < 65_536 ? 4 : 10);
	head[0] = first;
	if (head.length === 2) head[1] = body.length;
	else if (head.length === 4) {
		head[1] = 126;
		head.writeUInt16BE(body.length, 2);
	} else {
		head[1] = 127;
		head.writeBigUInt64BE(BigInt(body.length), 2);
	}
	return Buffer.concat([head, body]);
};

const closing = (code, reason) => {
	const payload = Buffer.alloc(2 + Buffer.byteLength(reason));
	payload.writeUInt16BE(code);
	payload.write(reason, 2);
	return frame(8, payload);
};

const json = value => frame(text, JSON.stringify(value));

/** Calls `onText` with the text of every frame that a client sends. */
const readFrames = (socket, onText) => {
	let pending = Buffer.alloc(0);
	socket.on('data', chunk => {
		pending = Buffer.concat([pending, chunk]);
		while (pending.length >= 6) {
			const short = pending[1] & 0x7f;
			const extra = short === 126 ? 2 : short === 127 ? 8 : 0;
			if (pending.length < 6 + extra) return;
			const size =
				extra === 0 ? short : extra === 2 ? pending.readUInt16BE(2) : Number(pending.readBigUInt64BE(2));
			if (pending.length < 6 + extra + size) return;
			const mask = pending.subarray(2 + extra, 6 + extra);
			const body = Buffer.from(pending.subarray(6 + extra, 6 + extra + size)).map(
				(byte, at) => byte ^ mask[at % 4],
			);
			const opcode = pending[0] & 0x0f;
			pending = pending.subarray(6 + extra + size);
			if (opcode === text) onText(body.toString());
			if (opcode === 8) socket.end();
		}
	});
};

const refusal = code => socket =>
	socket.end(
		`HTTP/1.1 ${code} No\r\ncontent-type: text/plain\r\ncontent-length: 2\r\nconnection: close\r\n\r\nno`,
	);

/** Faults before the upgrade. */
const onUpgrade = {
	hang: () => {},
	reset: socket => socket.resetAndDestroy(),
	'hang-up': socket => socket.end(),
	unauthorised: refusal(401),
	forbidden: refusal(403),
	'not-found': refusal(404),
	broken: refusal(500),
	'html-page': socket =>
		socket.end(
			'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 9\r\nconnection: close\r\n\r\n<p>hi</p>',
		),
	'wrong-accept': socket =>
		socket.write(
			'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: bm8=\r\n\r\n',
		),
};

/** Faults right after the upgrade. */
const onOpen = {
	'close-normal': socket => socket.write(closing(1000, 'bye')),
	'close-policy': socket => socket.write(closing(1008, 'token expired')),
	'close-invalid-code': socket => socket.write(closing(42, '')),
	'silent-after-open': () => {},
	'huge-first-frame': socket =>
		socket.write(frame(text, Buffer.concat(Array.from({length: 11}, () => mebibyte)))),
	'reserved-bits': socket => socket.write(frame(text, '{}', 0xf1)),
	'invalid-utf8': socket => socket.write(frame(text, Buffer.from([0xff, 0xfe, 0xc3]))),
	'not-frames': socket => socket.write('HTTP/1.1 200 OK\r\n\r\nwhat?'),
};

const silent = new Set(['silent-after-open', 'huge-first-frame']);

/** Faults of a call. */
const onCall = {
	'call-hangs': () => {},
	'close-in-call': socket => socket.end(closing(1011, 'out of memory')),
	'reset-in-call': socket => socket.resetAndDestroy(),
	'end-in-call': socket => socket.end(),
	'huge-frame': (socket, {id}) =>
		socket.write(frame(text, JSON.stringify(result(id, textResult(mebibyte.toString().repeat(11)))))),
	'huge-fragments': socket => {
		socket.write(frame(text, mebibyte, text));
		for (let count = 0; count < 15; count += 1) socket.write(frame(0, mebibyte, 0));
	},
	'binary-frame': (socket, {id}) =>
		socket.write(frame(binary, JSON.stringify(result(id, textResult('in bytes'))))),
	garbage: (socket, {id}) => {
		socket.write(frame(text, 'not json at all'));
		socket.write(json(result(id, textResult('after garbage'))));
	},
	'deep-nesting': (socket, {id}) => socket.write(frame(text, deepResult(id))),
	'other-ids': (socket, {id}) => {
		for (let other = 0; other < 100; other += 1) socket.write(json(result(`nobody-${other}`, {})));
		socket.write(json(result(id, textResult('after others'))));
	},
	flood: (socket, {id}) => {
		const noise = json(note('notifications/message', {level: 'info', data: 'flood'}));
		for (let count = 0; count < 20_000; count += 1) socket.write(noise);
		socket.write(json(result(id, textResult('after the flood'))));
	},
	'ping-flood': (socket, {id}) => {
		for (let count = 0; count < 20_000; count += 1) socket.write(frame(9, 'ping'));
		socket.write(json(result(id, textResult('after the flood'))));
	},
};

const server = createServer((_request, response) => response.writeHead(426).end('upgrade required'));
server.on('upgrade', (request, socket) => {
	const [, fault = ''] = request.url.split('/');
	socket.on('error', () => {
		// The client is gone, which is what some faults are about.
	});
	const refuse = onUpgrade[fault];
	if (refuse !== undefined) return refuse(socket);
	const accept = createHash('sha1')
		.update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
		.digest('base64');
	const asked = request.headers['sec-websocket-protocol'];
	const protocol = asked === undefined ? '' : `sec-websocket-protocol: ${asked.split(',')[0].trim()}\r\n`;
	socket.write(
		`HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: ${accept}\r\n${protocol}\r\n`,
	);
	onOpen[fault]?.(socket);
	readFrames(socket, body => {
		if (silent.has(fault)) return;
		const message = JSON.parse(body);
		const wrong = message.method === 'tools/call' ? onCall[fault] : undefined;
		if (wrong !== undefined) return wrong(socket, message);
		const answer = answerTo(fault, message);
		if (answer !== undefined) socket.write(json(answer));
	});
});
await announce(server);
