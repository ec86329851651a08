import {describe, expect, it} from 'vitest';
import {
	listRegistry,
	registryEntry,
	searchRegistry,
	sendJson,
	startRegistry,
} from '../../helpers/registry-host.ts';

const failureOf = async (search: ReturnType<typeof searchRegistry>) => {
	const found = await search;
	return found.type === 'failed' ? found.failure : found;
};

describe('a search in the registry', () => {
	it('finds servers by a text, page by page', async () => {
		const host = await startRegistry((_, response, query) => {
			const isSecond = query.get('cursor') === 'next page';
			sendJson(response, {
				servers: [registryEntry({name: isSecond ? 'a.b/second' : 'a.b/first'})],
				metadata: isSecond ? {count: 1} : {count: 1, nextCursor: 'next page'},
			});
		});
		const first = await searchRegistry(host, {text: ' wea&ther '});
		expect(first).toMatchObject({type: 'found', servers: [{name: 'a.b/first'}], cursor: 'next page'});
		const second = await searchRegistry(host, {text: 'weather', cursor: 'next page'});
		expect(second).toMatchObject({type: 'found', servers: [{name: 'a.b/second'}]});
		expect(second).not.toHaveProperty('cursor');
		expect(host.seen.map(({path}) => path)).toEqual([
			'/v0.1/servers?search=wea%26ther&limit=30&version=latest',
			'/v0.1/servers?search=weather&limit=30&version=latest&cursor=next+page',
		]);
	});

	it('asks an older registry under its own path', async () => {
		const host = await startRegistry(
			(_, response) => sendJson(response, {servers: [{name: 'a.b/c', description: 'Old form'}]}),
			'/v0/servers',
		);
		const found = await searchRegistry(host);
		expect(found).toMatchObject({type: 'found', servers: [{name: 'a.b/c', description: 'Old form'}]});
	});

	it('looks at no more than a page of what a registry sends unasked', async () => {
		const servers = Array.from({length: 1000}, (_, index) => ({name: `a.b/c${index}`}));
		const host = await startRegistry((_, response) => sendJson(response, {servers}));
		const found = await searchRegistry(host);
		expect(found.type === 'found' && found.servers.length).toBe(200);
	});

	it('says that nothing was found', async () => {
		const host = await startRegistry((_, response) => sendJson(response, {servers: null, metadata: {}}));
		expect(await searchRegistry(host)).toEqual({type: 'found', servers: [], dropped: 0});
	});

	it('leaves out what makes no sense, what is deleted and what was seen, and keeps the rest', async () => {
		const host = await listRegistry(
			'text',
			null,
			{server: {description: 'no name'}},
			registryEntry({name: 'a.b/\u001b]0;title\u0007'}),
			registryEntry({name: 'a.b/gone'}, 'deleted'),
			registryEntry({name: 'a.b/kept', description: 'The newest'}),
			registryEntry({name: 'a.b/kept', description: 'An older one'}),
			registryEntry({name: 'a.b/old'}, 'deprecated'),
		);
		const found = await searchRegistry(host);
		expect(found).toMatchObject({
			type: 'found',
			dropped: 4,
			servers: [
				{name: 'a.b/kept', description: 'The newest'},
				{name: 'a.b/old', isDeprecated: true},
			],
		});
	});

	it('shows no control characters of descriptions', async () => {
		const host = await listRegistry(registryEntry({description: 'Nice\u001b[2J\n weather\u202e'}));
		const found = await searchRegistry(host);
		expect(found).toMatchObject({servers: [{description: 'Nice⏎ weather'}]});
	});

	it('does not follow a registry elsewhere', async () => {
		const other = await listRegistry(registryEntry({}));
		const host = await startRegistry((_, response) => {
			response.writeHead(302, {location: `${other.url}/v0.1/servers`}).end();
		});
		expect(await failureOf(searchRegistry(host))).toMatchObject({
			code: 'registry-refused',
			message: `${new URL(host.url).host} sends on to ${new URL(other.url).host}, which is not followed.`,
		});
		expect(other.seen).toEqual([]);
	});

	it('ends at a cursor that leads to itself', async () => {
		const host = await startRegistry((_, response) =>
			sendJson(response, {servers: [], metadata: {nextCursor: 'same'}}),
		);
		expect(await searchRegistry(host, {cursor: 'same'})).not.toHaveProperty('cursor');
	});

	it.each([
		['a page', '<html>hello</html>', 'is not JSON'],
		['another object', '{"items": []}', 'is not a list of servers'],
		['a list', '[]', 'is not a list of servers'],
		[
			'something without end',
			`{"servers": [${'"x",'.repeat(50_000)}]}`,
			'sent a message of more than 97 KiB',
		],
	])('fails with a sentence where the answer is %s', async (_, body, words) => {
		const host = await startRegistry((__, response) => response.end(body));
		expect((await failureOf(searchRegistry(host))) as object).toMatchObject({
			message: expect.stringContaining(words),
		});
	});

	it.each([
		[500, 'Try again later.'],
		[401, 'Set "registry" in your configuration to use another one.'],
	])('says what to do about status %i', async (status, hint) => {
		const host = await startRegistry((_, response) => sendJson(response, {}, status));
		expect(await failureOf(searchRegistry(host))).toMatchObject({hint});
	});

	it('says that there is no registry where there is none', async () => {
		const host = await startRegistry(() => undefined, '/nowhere');
		expect(await failureOf(searchRegistry(host))).toMatchObject({
			message: `There is no MCP registry at ${new URL(host.url).host}.`,
		});
		await host.stop();
		expect(await failureOf(searchRegistry(host))).toMatchObject({
			code: 'registry-unreachable',
			message: expect.stringContaining('could not be reached'),
		});
	});

	it('gives up on a registry that never answers', async () => {
		const host = await startRegistry(() => undefined);
		expect(await failureOf(searchRegistry(host, {patience: 50}))).toMatchObject({
			message: expect.stringContaining('took longer than'),
		});
	});

	it('is cancelled by whoever asked', async () => {
		const cancelled = new AbortController();
		const host = await startRegistry(() => cancelled.abort());
		expect(await searchRegistry(host, {signal: cancelled.signal})).toEqual({type: 'cancelled'});
	});
});
