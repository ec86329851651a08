import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {
	beginSession,
	initialize,
	jsonHeaders,
	modernMessage,
	send,
	sendBytes,
	serveForTest,
} from '../../helpers/served-toolbox.ts';

const list = JSON.stringify({jsonrpc: '2.0', id: 2, method: 'tools/list'});
const json = {'content-type': 'application/json'};

const expectToWork = async (rest: URL): Promise<void> => {
	const answer = await send(rest, {path: '/tools/calculate', headers: json, body: '{"expression":"2+2"}'});
	expect(answer.json()).toMatchObject({structuredContent: {result: 4}});
};

describe('what is no message', () => {
	it.each([
		['nothing', '', 400],
		['half an object', '{"jsonrpc":', 400],
		['a text', '"hello"', 400],
		['null', 'null', 400],
		['an object without a meaning', '{}', 400],
		['an empty batch', '[]', 400],
		['a batch of a thousand', `[${Array.from({length: 1000}, () => list).join(',')}]`, 400],
		['brackets without an end', '['.repeat(1_000_000), 400],
		['objects in objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, 400],
		['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22]), 400],
	])('is refused as JSON: %s', async (_, body, status) => {
		const {mcp, rest} = await serveForTest();
		for (const headers of [jsonHeaders, modernMessage('tools/list').headers, await beginSession(mcp)]) {
			const answer = await send(mcp, {headers, body});
			expect(answer.status).toBe(status);
			expect(answer.json()).toMatchObject({jsonrpc: '2.0', error: {message: expect.any(String)}});
		}
		expect((await send(rest, {path: '/tools/calculate', headers: json, body})).status).toBe(400);
		await expectToWork(rest);
	});

	it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json5', ''])(
		'is refused with the type %j',
		async type => {
			const {mcp} = await serveForTest();
			for (const {headers, body} of [initialize, modernMessage('tools/list')]) {
				const answer = await send(mcp, {headers: {...headers, 'content-type': type}, body});
				expect(answer.status).toBe(415);
			}
		},
	);

	it('is refused where it is no HTTP, in JSON, and never ends the server', async () => {
		const {rest} = await serveForTest({
			limits: {headersTime: 1000, requestTime: 1000, checkingTime: 100, idleTime: 100},
		});
		const long = await sendBytes(
			rest,
			`GET / HTTP/1.1\r\nHost: localhost:${rest.port}\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
		);
		expect(long).toMatch(/^HTTP\/1\.1 431 /);
		const lines = fc.constantFrom(
			'GET /',
			'POST /tools',
			' HTTP/1.1',
			'Host: localhost',
			'Content-Length: -1',
			': ',
			'x',
		);
		const bytes = fc.array(fc.oneof(lines, fc.string(), fc.constant('\r\n')), {maxLength: 12});
		const answers = await Promise.all(
			fc.sample(bytes, 200).map(parts => sendBytes(rest, `${parts.join('')}\r\n\r\n`)),
		);
		expect(answers.some(answer => answer !== '')).toBe(true);
		for (const status of answers.flatMap(answer => answer.match(/^HTTP\/1\.1 \d+/gm) ?? []))
			expect(status).toMatch(/ 4\d\d$/);
		await expectToWork(rest);
	});
});

describe('names that are more than names', () => {
	it.each([
		'__proto__',
		'constructor',
		'toString',
		'..',
		'../calculate',
		'..%2f..%2fetc%2fpasswd',
		'calculate%00',
		'calculate%2f',
		'%63alculate%20',
		'CALCULATE',
		'%E0%A4%A',
		'%1b]0;title%07',
		'a*8000',
	])('such as %s are of no tool', async spelling => {
		const name = spelling.replace('a*8000', 'a'.repeat(8000));
		const {rest, mcp} = await serveForTest();
		const answer = await send(rest, {path: `/tools/${name}`, headers: json, body: '{"expression":"1"}'});
		expect(answer.status).toBe(404);
		expect(answer.text).not.toMatch(/[\x00-\x1f]/);
		expect(answer.text.length).toBeLessThan(500);
		const called = await send(mcp, modernMessage('tools/call', {name: name.slice(0, 100), arguments: {}}));
		expect(called.json()).toMatchObject({error: {message: expect.stringMatching(/not found|disabled/)}});
	});

	it('may be written with escapes, as any name in a path', async () => {
		const {rest} = await serveForTest();
		expect((await send(rest, {path: '/tools/%63alculate'})).status).toBe(200);
	});

	it('of arguments change nothing but the answer', async () => {
		const {rest, mcp} = await serveForTest();
		for (const key of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']) {
			const body = `{"expression":"1","${key}":{"isAdmin":true,"expression":"2"}}`;
			const answer = await send(rest, {path: '/tools/calculate', headers: json, body});
			expect([key, answer.status === 400 || answer.text.includes('"result":1')]).toEqual([key, true]);
			const message = modernMessage('tools/call', {name: 'calculate', arguments: {expression: '1'}});
			const nested = message.body.replace('"arguments":{', `"arguments":{"${key}":{"isAdmin":true},`);
			expect((await send(mcp, {...message, body: nested})).status).toBeLessThan(500);
			expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
		}
		await expectToWork(rest);
	});
});
