import {afterEach, describe, expect, it} from 'vitest';
import {SignInNeededError} from '../../../source/core/mcp/auth/access-error.ts';
import {createSecret, revealSecret} from '../../../source/domain/secret.ts';
import {
	browse,
	connectWith,
	createWorld,
	never,
	type World,
	type WorldOptions,
} from '../../servers/oauth-world.ts';

let world: World | undefined;

const open = async (options?: WorldOptions): Promise<World> => {
	world = await createWorld(options);
	return world;
};

afterEach(async () => {
	await world?.close();
	world = undefined;
});

const signedIn = async (options?: WorldOptions): Promise<World> => {
	const made = await open(options);
	expect(await made.access.signIn(never)).toMatchObject({type: 'signed-in'});
	return made;
};

const callText = async ({server, access}: World, name = 'greet'): Promise<unknown> => {
	const client = await connectWith(server.url, access);
	const result = await client.callTool({name, arguments: {}});
	await client.close();
	return result.content;
};

const storedText = async ({credentials, server}: World): Promise<string> => {
	const {secretNameOf} = await import('../../../source/core/mcp/auth/access-store.ts');
	const secret = await credentials.get(secretNameOf('vault', server.url), never);
	return secret === undefined ? '' : revealSecret(secret);
};

describe('a server that asks for a sign-in', () => {
	it('is reported as such, without a browser and without a request to the authorization server', async () => {
		const {server, access, asked, authorizationServer} = await open({protection: {scope: 'notes'}});
		const error = await connectWith(server.url, access).catch((reason: unknown) => reason);
		expect(error).toBeInstanceOf(SignInNeededError);
		expect(error).toMatchObject({code: 'sign-in-needed', scopes: 'notes'});
		expect(String(error)).toContain('Server "vault" needs you to sign in');
		expect(asked).toEqual([]);
		expect(authorizationServer.requests).toEqual([]);
	});

	it('answers calls after the user has signed in', async () => {
		const made = await signedIn({protection: {scope: 'notes'}});
		expect(await callText(made)).toEqual([{type: 'text', text: 'greet as notes'}]);
		expect(made.asked).toEqual([expect.objectContaining({scopes: 'notes'})]);
		expect(new URL(made.asked[0]?.callback ?? '').hostname).toBe('127.0.0.1');
	});

	it('is signed in to with PKCE, a state and the resource that the token is for', async () => {
		const {asked, server, authorizationServer} = await signedIn();
		const params = new URL(asked[0]?.url ?? '').searchParams;
		expect(params.get('code_challenge_method')).toBe('S256');
		expect(params.get('state')?.length).toBeGreaterThan(40);
		expect(params.get('resource')).toBe(server.url);
		expect(authorizationServer.seen('/token')[0]?.params.get('resource')).toBe(server.url);
	});

	it('keeps its token for the next run in one secret', async () => {
		const made = await signedIn();
		const next = made.createAccess(async () => ({type: 'declined'}));
		const client = await connectWith(made.server.url, next);
		expect((await client.listTools()).tools).toHaveLength(2);
		await client.close();
		expect(made.asked).toHaveLength(1);
	});

	it('gets the headers of its entry, and the authorization server does not', async () => {
		const made = await signedIn({headers: {'X-Tenant': 'canary'}});
		await callText(made);
		expect(made.server.requests.every(headers => headers['x-tenant'] === 'canary')).toBe(true);
		expect(made.authorizationServer.requests.length).toBeGreaterThan(2);
		expect(JSON.stringify(made.authorizationServer.requests)).not.toContain('canary');
	});

	it('is signed in to with the address that the user pastes', async () => {
		const {server, createAccess} = await open();
		const access = createAccess(async ({url}) => ({type: 'pasted', returned: ` ${await browse(url)}\n`}));
		expect(await access.signIn(never)).toMatchObject({type: 'signed-in'});
		const client = await connectWith(server.url, access);
		await client.close();
	});

	it('says what to copy when something else is pasted', async () => {
		const {createAccess} = await open();
		const access = createAccess(async () => ({type: 'pasted', returned: 'hello'}));
		expect(await access.signIn(never)).toMatchObject({
			type: 'failed',
			failure: {code: 'pasted-address-unusable', hint: expect.stringContaining('code=')},
		});
	});

	it('is left alone when the user declines', async () => {
		const {createAccess, authorizationServer} = await open();
		expect(await createAccess(async () => ({type: 'declined'})).signIn(never)).toEqual({type: 'cancelled'});
		expect(authorizationServer.seen('/token')).toEqual([]);
	});

	it('withdraws the question when the sign-in is cancelled, and frees the callback port', async () => {
		const {createAccess} = await open();
		const controller = new AbortController();
		let callback = '';
		let isWithdrawn = false;
		const access = createAccess(async (request, signal) => {
			callback = request.callback;
			controller.abort();
			isWithdrawn = signal.aborted;
			return new Promise(() => undefined);
		});
		expect(await access.signIn(controller.signal)).toEqual({type: 'cancelled'});
		expect(isWithdrawn).toBe(true);
		await expect(fetch(callback)).rejects.toThrow();
	});

	it('withdraws the question once the browser has come back', async () => {
		const {createAccess} = await open();
		let question: AbortSignal | undefined;
		const access = createAccess(async (request, signal) => {
			question = signal;
			await fetch(await browse(request.url));
			return new Promise(() => undefined);
		});
		expect(await access.signIn(never)).toMatchObject({type: 'signed-in'});
		expect(question?.aborted).toBe(true);
	});

	it('refuses a second sign-in while one is under way', async () => {
		const {createAccess} = await open();
		const controller = new AbortController();
		let second: unknown;
		const access = createAccess(async () => {
			second = await access.signIn(never);
			controller.abort();
			return {type: 'opened'};
		});
		await access.signIn(controller.signal);
		expect(second).toMatchObject({type: 'failed', failure: {code: 'sign-in-under-way'}});
	});
});

describe('the client', () => {
	it('registers itself once and comes back to the same port', async () => {
		const {access, asked, authorizationServer} = await signedIn();
		expect(await access.signIn(never)).toMatchObject({type: 'signed-in'});
		expect(authorizationServer.seen('/register')).toHaveLength(1);
		expect(asked[0]?.callback).toBe(asked[1]?.callback);
	});

	it('is the one in the configuration, with its secret, where there is one', async () => {
		const {authorizationServer} = await signedIn({
			authorization: {registration: false, clients: {mine: {secret: 'hush'}}},
			auth: {
				type: 'oauth',
				grant: 'authorization-code',
				clientId: 'mine',
				clientSecret: createSecret('hush'),
			},
		});
		expect(authorizationServer.seen('/register')).toEqual([]);
		expect(authorizationServer.seen('/token')[0]?.headers.authorization).toMatch(/^Basic /);
	});

	it('is a document where the authorization server reads documents', async () => {
		const document = 'https://client.example/mcp-tui.json';
		const {asked, authorizationServer} = await signedIn({
			authorization: {changeMetadata: plain => ({...plain, client_id_metadata_document_supported: true})},
			auth: {type: 'oauth', grant: 'authorization-code', clientMetadataUrl: document},
		});
		expect(new URL(asked[0]?.url ?? '').searchParams.get('client_id')).toBe(document);
		expect(authorizationServer.seen('/register')).toEqual([]);
	});

	it('has to come from the user where the server registers nobody', async () => {
		const {access} = await open({authorization: {registration: false}});
		expect(await access.signIn(never)).toMatchObject({
			type: 'failed',
			failure: {code: 'registration-not-offered', hint: expect.stringContaining('clientId')},
		});
	});

	it('does not send its secret to another authorization server than before', async () => {
		const {authorizationServer, access, credentials, server} = await open({
			authorization: {clients: {mine: {secret: 'hush'}}},
			auth: {
				type: 'oauth',
				grant: 'client-credentials',
				clientId: 'mine',
				clientSecret: createSecret('hush'),
			},
		});
		const {secretNameOf} = await import('../../../source/core/mcp/auth/access-store.ts');
		const before = JSON.stringify({version: 1, issuer: 'https://elsewhere.example'});
		await credentials.set(secretNameOf('vault', server.url), createSecret(before), never);
		expect(await access.signIn(never)).toMatchObject({
			type: 'failed',
			failure: {code: 'authorization-server-changed'},
		});
		expect(authorizationServer.seen('/token')).toEqual([]);
	});
});

describe('signing out', () => {
	it('gives the token back and forgets everything', async () => {
		const made = await signedIn();
		expect(await storedText(made)).toContain('refresh-');
		expect(await made.access.signOut(never)).toEqual({type: 'signed-out'});
		expect(made.authorizationServer.seen('/revoke')[0]?.params.get('token')).toMatch(/^refresh-/);
		expect(await storedText(made)).toBe('');
		await expect(connectWith(made.server.url, made.access)).rejects.toBeInstanceOf(SignInNeededError);
		expect(await made.access.signOut(never)).toEqual({type: 'not-signed-in'});
	});

	it('forgets the token even when nobody takes it back', async () => {
		const made = await signedIn();
		await made.authorizationServer.close();
		expect(await made.access.signOut(never)).toEqual({type: 'signed-out'});
		expect(await storedText(made)).toBe('');
	});
});
