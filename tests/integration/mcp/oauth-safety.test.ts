import {afterEach, describe, expect, it} from 'vitest';
import {createMemoryCredentials} from '../../../source/core/credentials/memory-credentials.ts';
import {secretNameOf} from '../../../source/core/mcp/auth/access-store.ts';
import {createServerAccess} from '../../../source/core/mcp/auth/server-access.ts';
import {createServerFetch} from '../../../source/core/mcp/transports/server-fetch.ts';
import {
	browse,
	createWorld,
	never,
	remoteServer,
	type World,
	type WorldOptions,
} from '../../servers/oauth-world.ts';

let world: World | undefined;

afterEach(async () => {
	await world?.close();
	world = undefined;
});

const open = async (options?: WorldOptions): Promise<World> => {
	world = await createWorld(options);
	return world;
};

const withMetadata = (change: Readonly<Record<string, unknown>>): WorldOptions => ({
	authorization: {changeMetadata: plain => ({...plain, ...change})},
});

describe('a sign-in that is not safe', () => {
	it('waits on when somebody else sends the browser back', async () => {
		const {createAccess, authorizationServer} = await open();
		const statuses: number[] = [];
		const visit = async (address: string): Promise<void> => {
			const response = await fetch(address);
			await response.text();
			statuses.push(response.status);
		};
		const access = createAccess(async ({url, callback}) => {
			const back = await browse(url);
			await visit(`${callback}?code=stolen`);
			await visit(`${callback}?error=access_denied&state=forged`);
			await visit(back.replace(/state=[^&]*/, 'state=forged'));
			expect(authorizationServer.seen('/token')).toEqual([]);
			await visit(back);
			return {type: 'opened'};
		});
		expect(await access.signIn(never)).toMatchObject({type: 'signed-in'});
		expect(statuses).toEqual([400, 400, 400, 200]);
		expect(authorizationServer.seen('/token')).toHaveLength(1);
	});

	it('ends when what is pasted belongs to another sign-in', async () => {
		const {createAccess, authorizationServer} = await open();
		const access = createAccess(async ({url}) => ({
			type: 'pasted',
			returned: (await browse(url)).replace(/state=[^&]*/, 'state=other'),
		}));
		expect(await access.signIn(never)).toMatchObject({type: 'failed', failure: {code: 'state-mismatch'}});
		expect(authorizationServer.seen('/token')).toEqual([]);
	});

	it('ends when the answer comes from another issuer', async () => {
		const {access, authorizationServer} = await open({
			authorization: {changeReturn: params => params.set('iss', 'https://evil.example')},
		});
		expect(await access.signIn(never)).toMatchObject({type: 'failed', failure: {code: 'issuer-mismatch'}});
		expect(authorizationServer.seen('/token')).toEqual([]);
	});

	it('does not begin where the authorization server says that it is another', async () => {
		const {access, asked} = await open(withMetadata({issuer: 'https://evil.example'}));
		expect(await access.signIn(never)).toMatchObject({
			type: 'failed',
			failure: {code: 'authorization-server-unusable'},
		});
		expect(asked).toEqual([]);
	});

	it.each([[undefined], [['plain']]])(
		'does not begin where PKCE is not supported (%j)',
		async code_challenge_methods_supported => {
			const {access, asked, authorizationServer} = await open(
				withMetadata({code_challenge_methods_supported}),
			);
			expect(await access.signIn(never)).toMatchObject({type: 'failed', failure: {code: 'pkce-missing'}});
			expect(asked).toEqual([]);
			expect(authorizationServer.seen('/register')).toEqual([]);
		},
	);

	it.each([
		'vscode://file/etc/passwd',
		'ms-msdt:/id',
		'http://login.example/authorize',
		'https://good.example@evil.example/authorize',
	])('opens no browser at %s', async authorization_endpoint => {
		const {access, asked} = await open(withMetadata({authorization_endpoint}));
		expect(await access.signIn(never)).toMatchObject({
			type: 'failed',
			failure: {code: 'sign-in-address-refused', message: expect.stringContaining('vault')},
		});
		expect(asked).toEqual([]);
	});

	it.each(['file:///etc/passwd', 'javascript:alert(1)', 'data:text/html,x'])(
		'opens no browser at %s',
		async authorization_endpoint => {
			const {access, asked} = await open(withMetadata({authorization_endpoint}));
			expect(await access.signIn(never)).toMatchObject({type: 'failed'});
			expect(asked).toEqual([]);
		},
	);

	it.each([
		['http://169.254.169.254/token', 'plain http'],
		['https://169.254.169.254/token', 'link-local'],
		['https://10.0.0.7/token', 'private'],
		['https://[::ffff:192.168.1.1]/token', 'private'],
		['https://user@auth.example/token', 'user name'],
	])('does not begin where the code would go to %s', async (token_endpoint, reason) => {
		const {access, asked} = await open(withMetadata({token_endpoint}));
		const outcome = await access.signIn(never);
		expect(outcome).toMatchObject({type: 'failed', failure: {message: expect.stringContaining(reason)}});
		expect(asked).toEqual([]);
	});

	it('asks no private address for the metadata of the server', async () => {
		const {access, authorizationServer} = await open({
			protection: {challenge: () => 'Bearer resource_metadata="https://10.1.2.3/metadata"'},
		});
		expect(await access.signIn(never)).toMatchObject({type: 'failed', failure: {code: 'address-refused'}});
		expect(authorizationServer.requests).toEqual([]);
	});

	it('asks for no token for another server', async () => {
		const {access, asked} = await open({
			protection: {changeResource: plain => ({...plain, resource: 'https://other.example/mcp'})},
		});
		expect(await access.signIn(never)).toMatchObject({type: 'failed', failure: {code: 'resource-mismatch'}});
		expect(asked).toEqual([]);
	});

	it.each(['/', '/elsewhere', '/mcp/more'])('asks for no token for %s of the same host', async path => {
		const {access, asked} = await open({
			protection: {
				changeResource: plain => ({...plain, resource: new URL(path, String(plain.resource)).href}),
			},
		});
		expect(await access.signIn(never)).toMatchObject({type: 'failed', failure: {code: 'resource-mismatch'}});
		expect(asked).toEqual([]);
	});

	it('does not take a broken connection for an older server', async () => {
		const {server, authorizationServer} = await open({
			protection: {
				answerMetadata: response => {
					response.destroy();
					return true;
				},
			},
		});
		const networkFetch = createServerFetch({environment: {}});
		const access = createServerAccess({
			config: remoteServer(server.url, {type: 'none'}),
			credentials: createMemoryCredentials(),
			fetch: networkFetch,
			askSignIn: async () => ({type: 'declined'}),
			version: '0.0.0',
		});
		expect(await access.signIn(never)).toMatchObject({
			type: 'failed',
			failure: {code: 'authorization-server-unusable', message: expect.stringContaining('vault')},
		});
		expect(authorizationServer.requests).toEqual([]);
		await networkFetch.close();
	});

	it('takes no token that is not bound to our key where the entry asks for that', async () => {
		const {access, credentials, server} = await open({
			auth: {type: 'oauth', grant: 'authorization-code', dpop: true},
		});
		expect(await access.signIn(never)).toMatchObject({
			type: 'failed',
			failure: {code: 'token-not-bound', hint: expect.stringContaining('dpop')},
		});
		expect(await credentials.get(secretNameOf('vault', server.url), never)).toBeUndefined();
	});

	it('reports the refusal of the authorization server in one line', async () => {
		const {access} = await open({
			authorization: {
				changeReturn: params => {
					params.delete('code');
					params.set('error', 'access_denied');
					params.set('error_description', 'no\u001b[2J\nway');
				},
			},
		});
		const outcome = await access.signIn(never);
		expect(outcome).toMatchObject({type: 'failed', failure: {code: 'sign-in-denied'}});
		expect(JSON.stringify(outcome)).not.toMatch(/\\u001b|\\n/);
	});

	it('fails when the token cannot be kept, and says so', async () => {
		const {server} = await open();
		const access = createServerAccess({
			config: remoteServer(server.url, {type: 'none'}),
			credentials: {
				...createMemoryCredentials(),
				set: () => Promise.reject(new Error('The keychain is locked.')),
			},
			fetch,
			askSignIn: async ({url}) => ({type: 'pasted', returned: await browse(url)}),
			version: '0.0.0',
		});
		expect(await access.signIn(never)).toMatchObject({
			type: 'failed',
			failure: {code: 'sign-in-not-kept', message: expect.stringContaining('The keychain is locked.')},
		});
	});
});
