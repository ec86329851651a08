import {afterEach, describe, expect, it} from 'vitest';
import {SignInNeededError} from '../../../source/core/mcp/auth/access-error.ts';
import {createAccessStore, secretNameOf} from '../../../source/core/mcp/auth/access-store.ts';
import {callTool, countRefreshes, createOAuthSessions, failureOf} from '../../servers/oauth-sessions.ts';
import {never, type World} from '../../servers/oauth-world.ts';

const sessions = createOAuthSessions();
const {signedIn} = sessions;

afterEach(() => sessions.closeAll());

describe('a renewal that is overtaken', () => {
	const storeOf = (made: World) =>
		createAccessStore(made.credentials, secretNameOf('vault', made.server.url));

	/** Does something once, in the middle of what the servers do. */
	const once = () => {
		let task: (() => Promise<void>) | undefined;
		return {
			plan: (next: () => Promise<void>) => {
				task = next;
			},
			run: async () => {
				const due = task;
				task = undefined;
				await due?.();
			},
		};
	};

	it('does not bring back what the user signed out of, and gives the new token back', async () => {
		const meanwhile = once();
		const given: string[] = [];
		const made = await signedIn({
			authorization: {
				rotate: 'lenient',
				beforeRefresh: meanwhile.run,
				changeToken: token => {
					given.push(String(token.refresh_token));
					return token;
				},
			},
		});
		const other = made.createAccess();
		let revoked = 0;
		meanwhile.plan(async () => {
			// The authorization server has not heard of it when it answers.
			await storeOf(made).clear(never);
			revoked = made.authorizationServer.seen('/revoke').length;
		});
		made.authorizationServer.expireAccessTokens();
		expect(await failureOf(callTool(made.client))).toBeInstanceOf(SignInNeededError);
		expect(await storeOf(made).reload(never)).toEqual({});
		expect(given).toHaveLength(2);
		const back = made.authorizationServer.seen('/revoke').slice(revoked);
		expect(back.map(({params}) => params.get('token'))).toEqual([given[1]]);
		expect(await other.signOut(never)).toEqual({type: 'not-signed-in'});
	});

	it('does not begin where the user signs out before it', async () => {
		const meanwhile = once();
		const made = await signedIn({
			protection: {
				answerMetadata: async () => {
					await meanwhile.run();
					return false;
				},
			},
		});
		const other = made.createAccess();
		meanwhile.plan(async () => {
			expect(await other.signOut(never)).toEqual({type: 'signed-out'});
		});
		made.authorizationServer.expireAccessTokens();
		expect(await failureOf(callTool(made.client))).toBeInstanceOf(SignInNeededError);
		expect(await storeOf(made).reload(never)).toEqual({});
		expect(countRefreshes(made)).toBe(0);
	});

	it.each(['works', 'fails'])('leaves a newer sign-in alone when it %s', async end => {
		const meanwhile = once();
		const made = await signedIn({authorization: {rotate: 'lenient', beforeRefresh: meanwhile.run}});
		const other = made.createAccess();
		let newer: unknown;
		meanwhile.plan(async () => {
			expect(await other.signIn(never)).toMatchObject({type: 'signed-in'});
			newer = await storeOf(made).reload(never);
			if (end === 'fails') throw new Error('out of order');
		});
		made.authorizationServer.expireAccessTokens();
		expect(await callTool(made.client)).toMatchObject({content: [{type: 'text'}]});
		expect(await storeOf(made).reload(never)).toEqual(newer);
		expect(made.authorizationServer.seen('/revoke')).toEqual([]);
	});

	it('makes nobody wait after it failed', async () => {
		const meanwhile = once();
		const made = await signedIn({authorization: {beforeRefresh: meanwhile.run}});
		meanwhile.plan(() => Promise.reject(new Error('out of order')));
		made.authorizationServer.expireAccessTokens();
		expect(await failureOf(callTool(made.client))).toMatchObject({code: 'token-refused'});
		const {renewal, tokens} = await storeOf(made).reload(never);
		expect(renewal).toBeUndefined();
		expect(tokens).toBeDefined();
		expect(await callTool(made.client)).toMatchObject({content: [{type: 'text'}]});
	});
});
