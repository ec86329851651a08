import {describe, expect, it} from 'vitest';
import {AccessError} from '../../../../source/core/mcp/auth/access-error.ts';
import {createGuardedFetch} from '../../../../source/core/mcp/auth/guarded-fetch.ts';

const names: Readonly<Record<string, readonly string[]>> = {
	'mcp.example': ['9.9.9.7'],
	'auth.example': ['9.9.9.4'],
	'inside.example': ['10.0.0.5'],
	'mixed.example': ['9.9.9.4', '127.0.0.1'],
	'metadata.example': ['169.254.169.254'],
	'mcp.corp': ['10.0.0.9'],
	'evil.example': ['9.9.9.5', '127.0.0.1', '10.0.0.1'],
	'inner-evil.example': ['127.0.0.1', '10.0.0.1'],
	'rebound.example': ['127.0.0.1'],
	'nowhere.example': [],
};

const createGuard = (serverUrl: string, trusted: readonly string[] = [], isProxied = false) => {
	const sent: {readonly url: string; readonly redirect: string | undefined}[] = [];
	const guard = createGuardedFetch({
		server: 'vault',
		serverUrl: new URL(serverUrl),
		trusted,
		isProxied: () => isProxied,
		lookUp: async name => {
			const addresses = names[name];
			if (addresses === undefined) throw new Error('unknown');
			return addresses;
		},
		fetch: async (url, init) => {
			sent.push({url: String(url), redirect: init?.redirect});
			return new Response();
		},
	});
	return {sent, ask: guard(new AbortController().signal)};
};

describe('a request for a sign-in', () => {
	it.each(['https://auth.example/token', 'https://mcp.example/x'])('goes to %s', async url => {
		const {sent, ask} = createGuard('https://mcp.example/mcp');
		await ask(url);
		expect(sent).toEqual([{url, redirect: 'manual'}]);
	});

	it.each([
		['https://inside.example/', 'is a private address'],
		['https://mixed.example/', 'is a loopback address'],
		['https://metadata.example/', 'is a link-local address'],
		['https://10.0.0.1/', 'is a private address'],
		['https://0x7f.1/', 'is a loopback address'],
		['http://localhost:8080/', 'is a loopback address'],
		['http://auth.example/', 'uses plain http'],
		['https://mcp.example@auth.example/', 'has a user name in it'],
		['file:///etc/passwd', 'only https is allowed'],
	])('does not go to %s', async (url, reason) => {
		const {sent, ask} = createGuard('https://mcp.example/mcp');
		const error = await ask(url).catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(AccessError);
		expect(String(error)).toContain(reason);
		expect(String(error)).toContain('"vault"');
		expect(sent).toEqual([]);
	});

	it('goes into a network that the server itself is in, and into no other', async () => {
		const {ask} = createGuard('https://mcp.corp/mcp');
		await ask('https://inside.example/');
		await expect(ask('http://127.0.0.1/')).rejects.toThrow('loopback');
		await expect(ask('https://metadata.example/')).rejects.toThrow('link-local');
	});

	it('goes to this machine where the server runs on it', async () => {
		const {ask} = createGuard('http://127.0.0.1:3000/mcp');
		await ask('http://localhost:4000/token');
		await expect(ask('https://inside.example/')).rejects.toThrow('private');
	});

	it.each(['https://evil.example/mcp', 'https://inner-evil.example/mcp'])(
		'believes no address that the name of %s has beside others',
		async serverUrl => {
			const {sent, ask} = createGuard(serverUrl);
			for (const url of [
				'http://127.0.0.1:2375/containers/create',
				'http://localhost:11434/api/pull',
				'http://evil.localhost:9/',
				'https://127.0.0.1/',
				'https://10.1.2.3/x',
			])
				await expect(ask(url)).rejects.toThrow(
					/is a (loopback|private) address|plain http to another machine/,
				);
			expect(sent).toEqual([]);
		},
	);

	it('asks nothing of this machine in plain http because a name leads to it', async () => {
		const {sent, ask} = createGuard('https://rebound.example/mcp');
		await expect(ask('http://127.0.0.1:2375/')).rejects.toThrow('loopback');
		await ask('https://localhost:8443/token');
		expect(sent.map(({url}) => url)).toEqual(['https://localhost:8443/token']);
	});

	it('goes to no link-local neighbour, but to another port of the server', async () => {
		const {ask} = createGuard('https://169.254.1.1/mcp');
		await ask('https://169.254.1.1:8443/token');
		await expect(ask('https://169.254.169.254/')).rejects.toThrow('link-local');
	});

	it.each(['https://unknown.example/token', 'https://nowhere.example/token', 'https://intranet/token'])(
		'does not go to %s, which has no address here',
		async url => {
			const {sent, ask} = createGuard('https://mcp.example/mcp');
			await expect(ask(url)).rejects.toMatchObject({
				code: 'address-unknown',
				message: expect.stringContaining('"vault"'),
				hint: expect.stringContaining('HTTPS_PROXY'),
			});
			expect(sent).toEqual([]);
		},
	);

	it('leaves names to a proxy, unless they are of the local network', async () => {
		const {sent, ask} = createGuard('https://mcp.example/mcp', [], true);
		await ask('https://unknown.example/token');
		expect(sent).toHaveLength(1);
		await expect(ask('https://intranet/token')).rejects.toThrow('no address');
		await expect(ask('https://inside.example/token')).rejects.toThrow('private');
	});

	it('goes to the own host of a server whose name only its connection resolves', async () => {
		const {sent, ask} = createGuard('https://unknown.example/mcp');
		await ask('https://unknown.example:8443/token');
		expect(sent).toHaveLength(1);
	});

	it('goes wherever the user pointed it', async () => {
		const {sent, ask} = createGuard('https://mcp.example/mcp', ['https://inside.example']);
		await ask('https://inside.example/token');
		expect(sent).toHaveLength(1);
	});

	it('ends with its signal, also while a name is looked up', async () => {
		const guard = createGuardedFetch({
			server: 'vault',
			serverUrl: new URL('https://mcp.example/'),
			trusted: [],
			lookUp: () => new Promise(() => undefined),
			fetch: async () => new Response(),
		});
		const controller = new AbortController();
		const asked = guard(controller.signal)('https://auth.example/token');
		controller.abort(new Error('enough'));
		await expect(asked).rejects.toThrow('enough');
	});
});
