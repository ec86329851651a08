// A server of the old HTTP+SSE transport in which the first part of the path names the fault: GET /<fault>/sse opens
// the stream, POST /<fault>/messages takes requests. Prints its address as JSON once it listens.
import {createServer} from 'node:http';
import {announce} from './announce.mjs';
import {answerTo, deepResult, note, result, textResult} from './healthy-answers.mjs';

const mebibyte = Buffer.alloc(1024 * 1024, 'x');
/** The open stream of each fault. */
const streams = new Map();
const event = value => `event: message\ndata: ${JSON.stringify(value)}\n\n`;

const writeAll = async (stream, chunks) => {
	for (const chunk of chunks) {
		if (stream.destroyed) return;
		if (!stream.write(chunk))
			await Promise.race(['drain', 'close'].map(name => new Promise(resolve => stream.once(name, resolve))));
	}
};

const plain = code => (_request, response) =>
	response.writeHead(code, {'content-type': 'text/plain'}).end(`status ${code} says the server`);

const open = response => response.writeHead(200, {'content-type': 'text/event-stream'});

/** Faults of the stream itself. */
const onOpen = {
	'no-headers': () => {},
	'no-endpoint': (_request, response) => open(response).write(': waiting\n\n'),
	'endpoint-elsewhere': (_request, response, {port}) =>
		open(response).write(`event: endpoint\ndata: http://localhost:${port}/stolen/messages\n\n`),
	'endpoint-nonsense': (_request, response) =>
		open(response).write('event: endpoint\ndata: http://[::::\n\n'),
	'ends-at-once': (_request, response) => open(response).end(),
	'ends-after-endpoint': (_request, response) =>
		open(response).end('event: endpoint\ndata: /ends-after-endpoint/messages\n\n'),
	'reset-at-once': request => request.socket.resetAndDestroy(),
	'html-page': (_request, response) =>
		response.writeHead(200, {'content-type': 'text/html'}).end('<!doctype html><title>Log in</title>'),
	'not-found': plain(404),
	unauthorised: plain(401),
	broken: plain(500),
	'endless-event': (_request, response) => {
		open(response);
		void writeAll(response, ['data: ', ...Array.from({length: 40}, () => mebibyte)]);
	},
	'comment-flood': (_request, response) => {
		open(response);
		void writeAll(response, ['event: endpoint\ndata: /comment-flood/messages\n\n']);
		void writeAll(
			response,
			Array.from({length: 200}, () => ': keep alive\n\n'.repeat(1000)),
		);
	},
};

/** Faults of a call: (stream, response to the POST, message). */
const onCall = {
	'call-hangs': (_stream, response) => response.writeHead(202).end(),
	'call-refused': (_stream, response) => plain(500)(undefined, response),
	'post-hangs': () => {},
	'stream-ends': (stream, response) => {
		response.writeHead(202).end();
		stream.end();
	},
	'stream-reset': (stream, response) => {
		response.writeHead(202).end();
		stream.socket.resetAndDestroy();
	},
	'huge-event': (stream, response) => {
		response.writeHead(202).end();
		void writeAll(stream, ['event: message\ndata: ', ...Array.from({length: 11}, () => mebibyte), '\n\n']);
	},
	garbage: (stream, response, message) => {
		response.writeHead(202).end();
		stream.write('event: message\ndata: {"jsonrpc":\n\n');
		stream.write(event(result(message.id, textResult('after garbage'))));
	},
	'deep-nesting': (stream, response, message) => {
		response.writeHead(202).end();
		stream.write(`event: message\ndata: ${deepResult(message.id)}\n\n`);
	},
	'other-ids': (stream, response, message) => {
		response.writeHead(202).end();
		for (let id = 0; id < 100; id += 1) stream.write(event(result(`nobody-${id}`, {})));
		stream.write(event(result(message.id, textResult('after others'))));
	},
	flood: (stream, response, message) => {
		response.writeHead(202).end();
		const noise = event(note('notifications/message', {level: 'info', data: 'flood'})).repeat(200);
		void writeAll(stream, [
			...Array.from({length: 100}, () => noise),
			event(result(message.id, textResult('after the flood'))),
		]);
	},
};

const server = createServer((request, response) => {
	const [, fault = ''] = request.url.split('/');
	if (request.method === 'GET') {
		const wrong = onOpen[fault];
		if (wrong !== undefined) wrong(request, response, {port: server.address().port});
		else open(response).write(`event: endpoint\ndata: /${fault}/messages\n\n`);
		streams.set(fault, response);
		return;
	}
	const parts = [];
	request.on('data', part => parts.push(part));
	request.on('end', () => {
		if (!request.url.includes('/messages')) return plain(405)(request, response);
		const message = JSON.parse(Buffer.concat(parts).toString());
		const stream = streams.get(fault);
		const wrong = message.method === 'tools/call' ? onCall[fault] : undefined;
		if (wrong !== undefined) return wrong(stream, response, message);
		response.writeHead(202).end();
		const answer = answerTo(fault, message);
		if (answer !== undefined) stream.write(event(answer));
	});
});
await announce(server);
