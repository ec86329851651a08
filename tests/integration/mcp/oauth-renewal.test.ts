import {afterEach, describe, expect, it} from 'vitest';
import * as z from 'zod';
import {AccessError, SignInNeededError} from '../../../source/core/mcp/auth/access-error.ts';
import {createAccessStore, secretNameOf} from '../../../source/core/mcp/auth/access-store.ts';
import {callTool, countRefreshes, createOAuthSessions, failureOf} from '../../servers/oauth-sessions.ts';
import {createWorld, never} from '../../servers/oauth-world.ts';

const tokenAnswer = z.object({
	access_token: z.string(),
	refresh_token: z.string(),
	token_type: z.string(),
});

const sessions = createOAuthSessions();
const {connect, signedIn} = sessions;

afterEach(() => sessions.closeAll());

describe('a token that the server no longer accepts', () => {
	it('is renewed without the user', async () => {
		const made = await signedIn();
		made.authorizationServer.expireAccessTokens();
		expect(await callTool(made.client)).toMatchObject({content: [{type: 'text'}]});
		expect(made.asked).toHaveLength(1);
	});

	it('is renewed once for many requests at the same time', async () => {
		const made = await signedIn({authorization: {rotate: 'strict'}});
		const discoveries = () => made.authorizationServer.seen('/.well-known/oauth-authorization-server').length;
		const before = discoveries();
		made.authorizationServer.expireAccessTokens();
		await Promise.all(Array.from({length: 8}, () => callTool(made.client)));
		expect(countRefreshes(made)).toBe(1);
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
		const slow = callTool(made.client);
		await expect.poll(() => refusals).toBe(2);
		await callTool(made.client);
		release();
		await slow;
		expect(countRefreshes(made)).toBe(1);
	});

	it('is taken from the store where another process has renewed it', async () => {
		const made = await signedIn({authorization: {rotate: 'strict'}});
		const other = await connect(made, made.createAccess());
		made.authorizationServer.expireAccessTokens();
		await callTool(made.client);
		await callTool(other);
		expect(countRefreshes(made)).toBe(1);
	});

	it('is renewed once where two processes need it at the same time', async () => {
		const made = await signedIn({authorization: {rotate: 'strict'}});
		const other = await connect(made, made.createAccess());
		made.authorizationServer.expireAccessTokens();
		await Promise.all([callTool(made.client), callTool(other)]);
		expect(countRefreshes(made)).toBe(1);
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
		expect(await callTool(made.client)).toMatchObject({content: [{type: 'text'}]});
		expect(countRefreshes(made)).toBe(2);
		expect(made.asked).toHaveLength(1);
	});

	it('is renewed before it is sent when it has expired', async () => {
		const made = await signedIn({authorization: {expiresIn: 1}});
		const before = made.server.requests.length;
		await callTool(made.client);
		expect(made.server.requests).toHaveLength(before + 1);
		expect(countRefreshes(made)).toBeGreaterThan(0);
	});

	it('needs the user when the authorization server has forgotten the sign-in', async () => {
		const made = await signedIn();
		made.authorizationServer.forgetEverything();
		const error = await failureOf(callTool(made.client));
		expect(error).toBeInstanceOf(SignInNeededError);
		expect(String(error)).toContain('no longer accepts your sign-in');
		expect(await made.access.signIn(never)).toMatchObject({type: 'signed-in'});
		expect(await callTool(await connect(made, made.access))).toMatchObject({content: [{type: 'text'}]});
		expect(made.authorizationServer.seen('/register')).toHaveLength(1);
	});

	it('is kept when the authorization server only fails to answer', async () => {
		const made = await signedIn();
		made.authorizationServer.expireAccessTokens();
		await made.authorizationServer.close();
		const error = await failureOf(callTool(made.client));
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
			expect(await failureOf(callTool(made.client))).toBeInstanceOf(SignInNeededError);
			expect(second.authorizationServer.seen('/token')).toEqual([]);
			expect(await made.access.signIn(never)).toMatchObject({type: 'signed-in'});
			expect(second.authorizationServer.seen('/register')).toHaveLength(1);
		} finally {
			await second.close();
		}
	});
});
