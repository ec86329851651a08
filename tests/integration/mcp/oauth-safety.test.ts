import {afterEach, describe, expect, it} from 'vitest';
import {createMemoryCredentials} from '../../../source/core/credentials/memory-credentials.ts';
import {AccessError, SignInNeededError} from '../../../source/core/mcp/auth/access-error.ts';
import {createServerAccess} from '../../../source/core/mcp/auth/server-access.ts';
import {createSecret} from '../../../source/domain/secret.ts';
import type {ServerAuth} from '../../../source/domain/server.ts';
import {
	browse,
	connectWith,
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
	it('ends when the browser comes back with another state', async () => {
		const {access, authorizationServer} = await open({
			authorization: {changeReturn: params => params.set('state', 'forged')},
		});
		expect(await access.signIn(never)).toMatchObject({type: 'failed', failure: {code: 'state-mismatch'}});
		expect(authorizationServer.seen('/token')).toEqual([]);
	});

	it('ends when the browser comes back without a state', async () => {
		const {access} = await open({authorization: {changeReturn: params => params.delete('state')}});
		expect(await access.signIn(never)).toMatchObject({type: 'failed', failure: {code: 'state-mismatch'}});
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

describe('credentials from the entry', () => {
	const credentials: readonly (readonly [ServerAuth, string, string])[] = [
		[{type: 'bearer', token: createSecret('stale')}, 'authorization', 'Bearer stale'],
		[{type: 'api-key', header: 'X-Api-Key', key: createSecret('stale')}, 'x-api-key', 'stale'],
		[
			{type: 'basic', username: 'me', password: createSecret('stale')},
			'authorization',
			`Basic ${Buffer.from('me:stale').toString('base64')}`,
		],
	];

	it.each(credentials)(
		'are sent, and a refusal is not taken for a sign-in (%j)',
		async (auth, name, value) => {
			const {server, access, authorizationServer} = await open({auth});
			const error = await connectWith(server.url, access).catch((reason: unknown) => reason);
			expect(error).toBeInstanceOf(AccessError);
			expect(error).not.toBeInstanceOf(SignInNeededError);
			expect(error).toMatchObject({code: 'credentials-refused', hint: expect.stringContaining(auth.type)});
			expect(server.requests[0]?.[name]).toBe(value);
			expect(authorizationServer.requests).toEqual([]);
			expect(await access.signIn(never)).toMatchObject({
				type: 'failed',
				failure: {code: 'sign-in-not-possible'},
			});
		},
	);

	it('are asked for where the server wants another kind than a token', async () => {
		const {server, access} = await open({protection: {challenge: () => 'Basic realm="vault"'}});
		await expect(connectWith(server.url, access)).rejects.toMatchObject({code: 'credentials-needed'});
	});

	it('are not missed where the server does not say what it wants', async () => {
		const {server, access} = await open({protection: {challenge: () => undefined}});
		await expect(connectWith(server.url, access)).rejects.toBeInstanceOf(SignInNeededError);
	});
});
