import {describe, expect, it} from 'vitest';
import {AccessError} from '../../../../source/core/mcp/auth/access-error.ts';
import {createGuardedFetch} from '../../../../source/core/mcp/auth/guarded-fetch.ts';

const names: Readonly<Record<string, readonly string[]>> = {
	'mcp.example': ['203.0.113.7'],
	'auth.example': ['198.51.100.4'],
	'inside.example': ['10.0.0.5'],
	'mixed.example': ['198.51.100.4', '127.0.0.1'],
	'metadata.example': ['169.254.169.254'],
	'mcp.corp': ['10.0.0.9'],
};

const createGuard = (serverUrl: string, trusted: readonly string[] = []) => {
	const sent: {readonly url: string; readonly redirect: string | undefined}[] = [];
	const guard = createGuardedFetch({
		server: 'vault',
		serverUrl: new URL(serverUrl),
		trusted,
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
	it.each([
		'https://auth.example/token',
		'https://only-a-proxy-knows.example/token',
		'https://mcp.example/x',
	])('goes to %s', async url => {
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
