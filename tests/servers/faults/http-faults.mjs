// An HTTP server in which the first part of the path names the fault. Prints its address as JSON once it listens.
import {createServer} from 'node:http';
import {createServer as createSecureServer} from 'node:https';
import {gzipSync} from 'node:zlib';
import {announce} from './announce.mjs';
import {answerTo, deepResult, error, greeting, note, result, textResult} from './healthy-answers.mjs';
import {certificate, key} from './self-signed.mjs';

const mebibyte = Buffer.alloc(1024 * 1024, 'x');
/** A hundred kilobytes that become 100 MB. */
const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024, ' '));
const seen = new Map();
const count = name => {
	seen.set(name, (seen.get(name) ?? 0) + 1);
	return seen.get(name);
};

const json = (response, value, headers = {}) =>
	response.writeHead(200, {'content-type': 'application/json', ...headers}).end(JSON.stringify(value));
const events = response => response.writeHead(200, {'content-type': 'text/event-stream'});
const event = value => `event: message\ndata: ${JSON.stringify(value)}\n\n`;
const isCall = ({method}) => method === 'tools/call';

const writeAll = async (response, chunks) => {
	for (const chunk of chunks) {
		if (response.destroyed) return;
		if (!response.write(chunk))
			await Promise.race(
				['drain', 'close'].map(name => new Promise(resolve => response.once(name, resolve))),
			);
	}
	response.end();
};

const status =
	(code, headers = {}) =>
	(_request, response) => {
		response
			.writeHead(code, {'content-type': 'text/plain', ...headers})
			.end(`status ${code} says the server`);
	};

/** Faults of every request, whatever it asks for. */
const always = {
	hang: () => {},
	'hang-in-body': (_request, response) => {
		response.writeHead(200, {'content-type': 'application/json'}).write('{"jsonrpc":"2.0",');
	},
	reset: request => request.socket.resetAndDestroy(),
	'reset-in-body': (request, response) => {
		response.writeHead(200, {'content-type': 'application/json', 'content-length': '1000'});
		response.write('{"jsonrpc":"2.0",', () => request.socket.resetAndDestroy());
	},
	'hang-up': request => request.socket.end(),
	'not-http': request => request.socket.end('SSH-2.0-OpenSSH_9.2\r\n'),
	unauthorised: status(401),
	forbidden: status(403),
	'not-found': status(404),
	'wrong-method': status(405, {allow: 'PUT'}),
	'too-many': status(429, {'retry-after': '3600'}),
	broken: status(500),
	'bad-gateway': status(502),
	unavailable: status(503),
	elsewhere: (_request, response, {port}) =>
		response.writeHead(307, {location: `http://localhost:${port}/stolen/mcp`}).end(),
	'in-circles': (request, response) => response.writeHead(307, {location: request.url}).end(),
	'html-page': (_request, response) =>
		response.writeHead(200, {'content-type': 'text/html'}).end('<!doctype html><title>Log in</title>'),
	'plain-text': (_request, response) => response.writeHead(200, {'content-type': 'text/plain'}).end('hello'),
	empty: (_request, response) => response.writeHead(200, {'content-type': 'application/json'}).end(),
	'truncated-json': (_request, response) =>
		response.writeHead(200, {'content-type': 'application/json'}).end('{"jsonrpc":"2.0","id":'),
	'invalid-utf8': (_request, response) =>
		response
			.writeHead(200, {'content-type': 'application/json'})
			.end(Buffer.from([0x22, 0xff, 0xfe, 0xc3, 0x22])),
	'huge-body': (_request, response) => {
		response.writeHead(200, {'content-type': 'application/json'});
		void writeAll(response, ['{"a":"', ...Array.from({length: 40}, () => mebibyte), '"}']);
	},
	'gzip-bomb': (_request, response) =>
		response.writeHead(200, {'content-type': 'application/json', 'content-encoding': 'gzip'}).end(bomb),
	'false-gzip': (_request, response) =>
		response.writeHead(200, {'content-type': 'application/json', 'content-encoding': 'gzip'}).end('{"a":1}'),
	'endless-headers': request => {
		request.socket.write(`HTTP/1.1 200 OK\r\nx-filler: ${'y'.repeat(100_000)}\r\n`);
	},
	'wrong-version': (_request, response, {message}) =>
		json(
			response,
			message.method === 'initialize'
				? result(message.id, greeting(message, {protocolVersion: '1999-01-01'}))
				: error(message.id ?? null, -32_601, 'Method not found'),
		),
	'empty-greeting': (_request, response, {message}) => json(response, result(message.id ?? null, {})),
	'wrong-ids': (_request, response, {message}) =>
		json(response, result((message.id ?? 0) + 1000, greeting(message))),
};

/** Faults of a call, after everything before it went well. */
const ofCall = {
	'call-hangs': () => {},
	'call-reset': request => request.socket.resetAndDestroy(),
	'call-broken': status(500),
	'call-too-many': status(429, {'retry-after': '3600'}),
	'call-huge': (_request, response, {message}) => {
		response.writeHead(200, {'content-type': 'application/json'});
		const [before, after] = JSON.stringify(result(message.id, textResult('<>'))).split('<>');
		void writeAll(response, [before, ...Array.from({length: 11}, () => mebibyte), after]);
	},
	'call-bomb': always['gzip-bomb'],
	'call-deep': (_request, response, {message}) =>
		response.writeHead(200, {'content-type': 'application/json'}).end(deepResult(message.id)),
	'call-other-id': (_request, response, {message}) =>
		json(response, result(message.id + 1000, textResult('x'))),
	'call-stream-ends': (_request, response) => events(response).end(': bye\n\n'),
	'call-huge-event': (_request, response) => {
		events(response);
		void writeAll(response, ['data: ', ...Array.from({length: 11}, () => mebibyte), '\n\n']);
	},
	'call-flood': (_request, response, {message}) => {
		events(response);
		const noise = Array.from({length: 100}, () =>
			event(note('notifications/message', {level: 'info', data: 'flood'})).repeat(200),
		);
		void writeAll(response, [...noise, event(result(message.id, textResult('after the flood')))]);
	},
	'call-batch': (_request, response, {message}) =>
		json(response, [
			note('notifications/message', {level: 'info', data: 'x'}),
			result(message.id, textResult('fine')),
		]),
	'call-duplicates': (_request, response, {message}) => {
		events(response);
		response.end(
			event(result(message.id, textResult('first'))) + event(result(message.id, textResult('second'))),
		);
	},
};

const sessionOf = fault => `session-${fault}-${seen.get(`${fault} sessions`) ?? 0}`;

const serveMcp = (fault, request, response, {message}) => {
	if (request.method === 'DELETE') return response.writeHead(200).end();
	if (request.method !== 'POST') return response.writeHead(405, {allow: 'POST'}).end();
	if (message.method === 'initialize') {
		count(`${fault} sessions`);
		return json(response, answerTo(fault, message), {'mcp-session-id': sessionOf(fault)});
	}
	if (fault === 'session-lost' && isCall(message)) return status(404)(request, response);
	// The first session is forgotten at the first call, as by a restart.
	if (fault === 'restarts' && isCall(message) && request.headers['mcp-session-id'] === 'session-restarts-1')
		return status(404)(request, response);
	const wrong = isCall(message) ? ofCall[fault] : undefined;
	if (wrong !== undefined) return wrong(request, response, {message});
	const answer = answerTo(fault, message);
	return answer === undefined ? response.writeHead(202).end() : json(response, answer);
};

const server = createServer({maxHeaderSize: 64 * 1024}, (request, response) => {
	const [, fault = ''] = request.url.split('/');
	count(fault);
	const parts = [];
	request.on('error', () => {
		// The client gave up; so does this answer.
	});
	request.on('data', part => parts.push(part));
	request.on('end', () => {
		if (fault === 'seen') return json(response, Object.fromEntries(seen));
		const text = Buffer.concat(parts).toString();
		const message = text === '' ? {} : JSON.parse(text);
		const wrong = always[fault];
		if (wrong !== undefined) return wrong(request, response, {message, port: server.address().port});
		return serveMcp(fault, request, response, {message});
	});
});
// As a proxy it refuses, in one of two ways.
server.on('connect', ({url}, socket) => {
	if (url.startsWith('hang-up.')) socket.destroy();
	else socket.end('HTTP/1.1 403 Forbidden by policy\r\ncontent-length: 0\r\n\r\n');
});
// The same behind a certificate that nobody vouches for.
const secure = createSecureServer({cert: certificate, key}, (request, response) =>
	server.emit('request', request, response),
);
await announce(server, secure);
