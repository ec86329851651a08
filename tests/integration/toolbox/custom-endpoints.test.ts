// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this

import {gzipSync} from 'node:zlib';
import {describe, expect, it, onTestFinished} from 'vitest';
import {runCustomTool} from '../../../source/core/toolbox/custom/runCustomTool.ts';
import {McpToolError} from '../../../source/core/toolbox/shared/McpToolError.ts';
import type {JsonObject} from '../../../source/domain/json.ts';
import {watchSecrets} from '../../../source/domain/secret.ts';
import {createRedactor} from '../../../source/support/redactor.ts';
import {secretOfTests, toolOf} from '../../helpers/custom-tool.ts';
import {sendJson, startService} from '../../helpers/http-service.ts';
import {findQuietPort} from '../../helpers/quiet-port.ts';
import {waitUntil} from '../../helpers/wait-until.ts';

type Run = {
	readonly args?: JsonObject;
	readonly environment?: Readonly<Record<string, string>>;
	readonly signal?: AbortSignal;
};

const run = async (
	endpoint: object | string,
	{args = {}, environment = {}, signal = new AbortController().signal}: Run = {},
) => {
	const redactor = createRedactor();
	onTestFinished(watchSecrets(redactor.learn));
	const tool = toolOf({endpoint, parameters: {}});
	const deps = {version: '1', now: Date.now, environment, redact: redactor.redactAll};
	const {outcome, exchange} = await runCustomTool(tool, args, deps, signal);
	return {outcome, exchange, message: outcome instanceof McpToolError ? outcome.message : ''};
};

const authorized = (url: string, more: object = {}) => ({
	url,
	headers: {Authorization: 'Bearer ${keychain:a}'},
	...more,
});

describe('the endpoint of a custom tool', () => {
	it('gets the request, and what it repeats of the secret is hidden', async () => {
		const {origin, seen} = await startService(({headers, body}, response) =>
			sendJson(response, {heard: headers.authorization, body}),
		);
		const endpoint = authorized(`${origin}/items/{{id}}`, {method: 'PUT', body: {name: '{{name}}'}});
		const {outcome, exchange} = await run(endpoint, {args: {id: 'a/b', name: 'x'}});
		expect(seen).toMatchObject([
			{
				method: 'PUT',
				url: '/items/a%2Fb',
				body: '{"name":"x"}',
				headers: {authorization: `Bearer ${secretOfTests}`},
			},
		]);
		expect(outcome).toMatchObject([
			{type: 'text', text: '{"heard":"Bearer •••","body":"{\\"name\\":\\"x\\"}"}'},
			{type: 'json', data: {heard: 'Bearer •••'}},
		]);
		expect(exchange).toMatchObject({
			request: {method: 'PUT', url: `${origin}/items/a%2Fb`, headers: {Authorization: 'Bearer •••'}},
			answer: {status: 200, contentType: 'application/json'},
		});
		expect(JSON.stringify([outcome, exchange])).not.toContain(secretOfTests);
	});

	it('that refuses is named with its status, without the secret that it repeats', async () => {
		const {origin} = await startService(({headers}, response) => {
			response.writeHead(403, {'content-type': 'text/plain'});
			response.end(`no rights for ${headers.authorization}`);
		});
		const {message, exchange} = await run(authorized(origin));
		expect(message).toBe(`${new URL(origin).host} answered 403 Forbidden. It said: no rights for Bearer •••`);
		expect(exchange).toMatchObject({answer: {status: 403}, error: message});
	});

	it('may send on to itself, and nobody else gets anything', async () => {
		const other = await startService((_, response) => sendJson(response, 'stolen'));
		const {origin, seen} = await startService(({url, headers}, response) => {
			const target = url === '/near' ? '/here' : url === '/far' ? `${other.origin}/x?k=1` : undefined;
			if (target === undefined) sendJson(response, headers.authorization === undefined ? 'bare' : 'known');
			else response.writeHead(302, {location: target}).end();
		});
		expect((await run(authorized(`${origin}/near`))).outcome).toMatchObject([{text: '"known"'}]);
		const {message, exchange} = await run(authorized(`${origin}/far`));
		expect(message).toContain(`answered 302 and sends us on to ${other.origin}. Nothing was sent there`);
		expect(exchange.answer?.status).toBe(302);
		expect((await run(authorized(`${origin}/near`, {method: 'POST'}))).message).toContain(
			'it was not sent again',
		);
		expect([seen.length, other.seen.length]).toEqual([4, 0]);
	});

	it.each([301, 303, 307])(
		'never sends us on to an address with a password, which nobody gets to see: %i',
		async status => {
			const {origin, seen} = await startService((_, response) => {
				response.writeHead(status, {location: `${origin.replace('//', '//me:hunter2@')}/here`}).end();
			});
			const {host} = new URL(origin);
			const {message, exchange} = await run(`${origin}/old`);
			expect(message).toBe(
				`${host} answered ${status} and sends us on to an address with a user name or a password in it. Nothing was sent there.`,
			);
			expect(JSON.stringify(exchange)).not.toContain('hunter2');
			expect(seen).toHaveLength(1);
		},
	);

	it('sends a form on as it was where the answer says so', async () => {
		const {origin, seen} = await startService(({url}, response) => {
			if (url === '/old') response.writeHead(307, {location: '/new'}).end();
			else if (url === '/done') response.writeHead(303, {location: '/see'}).end();
			else sendJson(response, 1);
		});
		await run({url: `${origin}/old`, form: {a: 'b c'}});
		await run({url: `${origin}/done`, form: {a: 'b'}});
		expect(seen.map(({method, url, body}) => [method, url, body])).toEqual([
			['POST', '/old', 'a=b%20c'],
			['POST', '/new', 'a=b%20c'],
			['POST', '/done', 'a=b'],
			['GET', '/see', ''],
		]);
	});

	it('that turns in circles is left after a few rounds', async () => {
		const {origin, seen} = await startService((_, response) =>
			response.writeHead(302, {location: '/'}).end(),
		);
		expect((await run(origin)).message).toContain('answered 302');
		expect(seen).toHaveLength(6);
	});

	it('that says nothing is left alone after its timeout', async () => {
		const {origin, leftAlone} = await startService(() => undefined);
		const {message} = await run({url: origin, method: 'POST', timeout: 1});
		expect(message).toMatch(/did not answer within 1 s.*It may have done what it was asked to all the same/);
		await waitUntil(() => leftAlone() === 1);
	});

	it('that begins an answer and never ends it is left alone, too', async () => {
		const {origin} = await startService((_, response) => {
			response.writeHead(200, {'content-type': 'text/plain'});
			response.write('and so on');
		});
		const {message, exchange} = await run({url: origin, timeout: 1});
		expect(message).toContain('did not answer within 1 s');
		expect(exchange.answer).toBeUndefined();
	});

	it('hears that nobody waits any more', async () => {
		const {origin, seen, leftAlone} = await startService(() => undefined);
		const stop = new AbortController();
		const running = run(origin, {signal: stop.signal});
		await waitUntil(() => seen.length === 1);
		stop.abort();
		expect((await running).message).toContain('cancelled');
		await waitUntil(() => leftAlone() === 1);
	});

	it('may not answer with more than can be borne, packed or not', async () => {
		const {origin} = await startService((_, response) => {
			response.writeHead(200, {'content-type': 'text/plain', 'content-encoding': 'gzip'});
			response.end(gzipSync(Buffer.alloc(6 * 1024 * 1024, 'x')));
		});
		expect((await run(origin)).message).toContain('sent a message of more than 5 MiB');
	});

	it('that is not there is named with the reason', async () => {
		const {message, exchange} = await run(`http://127.0.0.1:${await findQuietPort()}/x`);
		expect(message).toMatch(
			/^127\.0\.0\.1:\d+ could not be reached: nothing answers at 127\.0\.0\.1:\d+ \(ECONNREFUSED\)\. Is the service running\?/,
		);
		expect(exchange).toMatchObject({request: {method: 'GET'}, error: message});
		expect(exchange.answer).toBeUndefined();
	});

	it('is asked through the proxy of the user', async () => {
		const proxy = await startService((_, response) => sendJson(response, 'through the proxy'));
		const {outcome} = await run(
			{url: 'http://service.example/x', allowInsecure: true},
			{environment: {HTTP_PROXY: proxy.origin}},
		);
		expect(outcome).toMatchObject([{text: '"through the proxy"'}]);
		expect(proxy.seen).toMatchObject([{url: 'http://service.example/x'}]);
	});
});
