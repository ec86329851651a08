import {inspect} from 'node:util';
import type {Client} from '@modelcontextprotocol/client';
import {afterEach, describe, expect, it} from 'vitest';
import * as z from 'zod';
import {AccessError, SignInNeededError} from '../../../source/core/mcp/auth/access-error.ts';
import {createAccessStore, secretNameOf} from '../../../source/core/mcp/auth/access-store.ts';
import type {ServerAccess} from '../../../source/core/mcp/auth/server-access.ts';
import {createSecret} from '../../../source/domain/secret.ts';
import type {OAuthSettings} from '../../../source/domain/server.ts';
import {connectWith, createWorld, never, type World, type WorldOptions} from '../../servers/oauth-world.ts';

const tokenAnswer = z.object({
	access_token: z.string(),
	refresh_token: z.string(),
	token_type: z.string(),
});

let world: World | undefined;
const clients: Client[] = [];

afterEach(async () => {
	await Promise.all(clients.splice(0).map(client => client.close()));
	await world?.close();
	world = undefined;
});

const open = async (options?: WorldOptions): Promise<World> => {
	world = await createWorld(options);
	return world;
};

const connect = async ({server}: World, access: ServerAccess): Promise<Client> => {
	const client = await connectWith(server.url, access);
	clients.push(client);
	return client;
};

const signedIn = async (options?: WorldOptions): Promise<World & {readonly client: Client}> => {
	const made = await open(options);
	expect(await made.access.signIn(never)).toMatchObject({type: 'signed-in'});
	return {...made, client: await connect(made, made.access)};
};

const call = (client: Client, name = 'greet') => client.callTool({name, arguments: {}});

const refreshes = ({authorizationServer}: World): number =>
	authorizationServer.seen('/token').filter(({params}) => params.get('grant_type') === 'refresh_token')
		.length;

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
	promise.then(
		() => undefined,
		(error: unknown) => error,
	);

describe('a token that the server no longer accepts', () => {
	it('is renewed without the user', async () => {
		const made = await signedIn();
		made.authorizationServer.expireAccessTokens();
		expect(await call(made.client)).toMatchObject({content: [{type: 'text'}]});
		expect(made.asked).toHaveLength(1);
	});

	it('is renewed once for many requests at the same time', async () => {
		const made = await signedIn({authorization: {rotate: 'strict'}});
		const discoveries = () => made.authorizationServer.seen('/.well-known/oauth-authorization-server').length;
		const before = discoveries();
		made.authorizationServer.expireAccessTokens();
		await Promise.all(Array.from({length: 8}, () => call(made.client)));
		expect(refreshes(made)).toBe(1);
		expect(discoveries()).toBe(before + 1);
	});

	it('is not renewed again for a refusal that arrives after the renewal', async () => {
		let release = (): void => undefined;
		const held = new Promise<void>(resolve => {
			release = resolve;
		});
		let refusals = 0;
		const made = await signedIn({
			authorization: {rotate: 'strict'},
			protection: {
				beforeRefusal: async () => {
					refusals += 1;
					// The first two belong to the question for the challenge and to the slow request.
					if (refusals === 2) await held;
				},
			},
		});
		expect(refusals).toBe(1);
		made.authorizationServer.expireAccessTokens();
		const slow = call(made.client);
		await expect.poll(() => refusals).toBe(2);
		await call(made.client);
		release();
		await slow;
		expect(refreshes(made)).toBe(1);
	});

	it('is taken from the store where another process has renewed it', async () => {
		const made = await signedIn({authorization: {rotate: 'strict'}});
		const other = await connect(made, made.createAccess());
		made.authorizationServer.expireAccessTokens();
		await call(made.client);
		await call(other);
		expect(refreshes(made)).toBe(1);
	});

	it('is renewed once where two processes need it at the same time', async () => {
		const made = await signedIn({authorization: {rotate: 'strict'}});
		const other = await connect(made, made.createAccess());
		made.authorizationServer.expireAccessTokens();
		await Promise.all([call(made.client), call(other)]);
		expect(refreshes(made)).toBe(1);
	});

	it('is taken from the store where somebody else spent the refresh token first', async () => {
		let spend: (() => Promise<void>) | undefined;
		const made = await signedIn({
			authorization: {
				rotate: 'lenient',
				beforeRefresh: async () => {
					const once = spend;
					spend = undefined;
					await once?.();
				},
			},
		});
		spend = async () => {
			const store = createAccessStore(made.credentials, secretNameOf('vault', made.server.url));
			const stored = await store.reload(never);
			const body = new URLSearchParams({
				grant_type: 'refresh_token',
				refresh_token: stored.tokens?.refreshToken ?? '',
				client_id: stored.client?.id ?? '',
			});
			const response = await fetch(`${made.authorizationServer.base}/token`, {method: 'POST', body});
			const token = tokenAnswer.parse(await response.json());
			const tokens = {
				accessToken: token.access_token,
				refreshToken: token.refresh_token,
				tokenType: token.token_type,
			};
			await store.save({...stored, tokens}, never);
		};
		made.authorizationServer.expireAccessTokens();
		expect(await call(made.client)).toMatchObject({content: [{type: 'text'}]});
		expect(refreshes(made)).toBe(2);
		expect(made.asked).toHaveLength(1);
	});

	it('is renewed before it is sent when it has expired', async () => {
		const made = await signedIn({authorization: {expiresIn: 1}});
		const before = made.server.requests.length;
		await call(made.client);
		expect(made.server.requests).toHaveLength(before + 1);
		expect(refreshes(made)).toBeGreaterThan(0);
	});

	it('needs the user when the authorization server has forgotten the sign-in', async () => {
		const made = await signedIn();
		made.authorizationServer.forgetEverything();
		const error = await failureOf(call(made.client));
		expect(error).toBeInstanceOf(SignInNeededError);
		expect(String(error)).toContain('no longer accepts your sign-in');
		expect(await made.access.signIn(never)).toMatchObject({type: 'signed-in'});
		expect(await call(await connect(made, made.access))).toMatchObject({content: [{type: 'text'}]});
		expect(made.authorizationServer.seen('/register')).toHaveLength(1);
	});

	it('is kept when the authorization server only fails to answer', async () => {
		const made = await signedIn();
		made.authorizationServer.expireAccessTokens();
		await made.authorizationServer.close();
		const error = await failureOf(call(made.client));
		expect(error).toBeInstanceOf(AccessError);
		expect(error).not.toBeInstanceOf(SignInNeededError);
		expect(String(error)).toContain('vault');
	});

	it('is not sent to an authorization server that took the place of the first', async () => {
		let authorizationServer = '';
		const made = await signedIn({
			protection: {
				changeResource: plain =>
					authorizationServer === '' ? plain : {...plain, authorization_servers: [authorizationServer]},
			},
		});
		const second = await createWorld();
		try {
			authorizationServer = second.authorizationServer.base;
			made.authorizationServer.expireAccessTokens();
			expect(await failureOf(call(made.client))).toBeInstanceOf(SignInNeededError);
			expect(second.authorizationServer.seen('/token')).toEqual([]);
			expect(await made.access.signIn(never)).toMatchObject({type: 'signed-in'});
			expect(second.authorizationServer.seen('/register')).toHaveLength(1);
		} finally {
			await second.close();
		}
	});
});

describe('a request that needs more scopes', () => {
	it('asks for the union of the old and the new ones', async () => {
		const made = await signedIn({protection: {scope: 'notes', adminScope: 'admin'}});
		expect(await failureOf(call(made.client, 'admin'))).toMatchObject({
			code: 'sign-in-needed',
			scopes: 'notes admin',
		});
		expect(await made.access.signIn(never)).toMatchObject({type: 'signed-in'});
		expect(made.asked[1]?.scopes).toBe('notes admin');
		expect(await call(made.client, 'admin')).toMatchObject({content: [{text: 'admin as notes admin'}]});
	});

	it('is given up after two sign-ins that did not help', async () => {
		const made = await signedIn({
			authorization: {changeToken: token => ({...token, scope: 'notes'})},
			protection: {adminScope: 'admin', scopeOf: token => (token === '' ? undefined : 'notes')},
		});
		for (let count = 0; count < 2; count += 1) {
			expect(await failureOf(call(made.client, 'admin'))).toBeInstanceOf(SignInNeededError);
			// Asking again without signing in does not count.
			expect(await failureOf(call(made.client, 'admin'))).toBeInstanceOf(SignInNeededError);
			await made.access.signIn(never);
		}
		expect(await failureOf(call(made.client, 'admin'))).toMatchObject({code: 'scope-refused'});
	});

	it('gets them without the user where the program itself is the client', async () => {
		const auth: OAuthSettings = {
			type: 'oauth',
			grant: 'client-credentials',
			clientId: 'robot',
			clientSecret: createSecret('hush'),
		};
		const made = await open({
			auth,
			authorization: {clients: {robot: {secret: 'hush'}}},
			protection: {scope: 'notes', adminScope: 'admin'},
		});
		const client = await connect(made, made.access);
		expect(await call(client, 'admin')).toMatchObject({content: [{text: 'admin as notes admin'}]});
		expect(made.asked).toEqual([]);
	});
});

describe('a program that is the client itself', () => {
	const robot = (change: Partial<OAuthSettings>): OAuthSettings => ({
		type: 'oauth',
		grant: 'client-credentials',
		clientId: 'robot',
		...change,
	});

	it('gets a token with its secret', async () => {
		const made = await open({
			auth: robot({clientSecret: createSecret('hush'), scopes: ['notes']}),
			authorization: {clients: {robot: {secret: 'hush'}}},
		});
		const client = await connect(made, made.access);
		expect(await call(client)).toMatchObject({content: [{text: 'greet as notes'}]});
	});

	it('gets a token with an assertion of another issuer', async () => {
		const made = await open({
			auth: robot({grant: 'jwt-bearer', assertion: createSecret('signed')}),
			authorization: {clients: {robot: {}}, assertion: 'signed'},
		});
		await connect(made, made.access);
	});

	it('gives up at once when its assertion is refused, and shows the assertion to nobody', async () => {
		const made = await open({
			auth: robot({grant: 'jwt-bearer', assertion: createSecret('canary')}),
			authorization: {clients: {robot: {}}, assertion: 'signed'},
		});
		const error = await failureOf(connectWith(made.server.url, made.access));
		expect(error).toMatchObject({code: 'token-refused'});
		expect(made.authorizationServer.seen('/token')).toHaveLength(1);
		expect(String(error)).toContain('invalid_grant (I do not know ••••)');
		expect(inspect(error)).not.toContain('canary');
	});

	it('names the setting that is missing', async () => {
		const made = await open({
			auth: robot({grant: 'cross-app-access', assertion: createSecret('id')}),
			authorization: {clients: {robot: {}}},
		});
		expect(await made.access.signIn(never)).toMatchObject({
			type: 'failed',
			failure: {code: 'oauth-settings-incomplete', message: expect.stringContaining('identityProvider')},
		});
	});
});
