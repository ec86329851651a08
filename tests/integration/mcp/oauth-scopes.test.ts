import {afterEach, describe, expect, it} from 'vitest';
import {SignInNeededError} from '../../../source/core/mcp/auth/access-error.ts';
import {createSecret} from '../../../source/domain/secret.ts';
import type {OAuthSettings} from '../../../source/domain/server.ts';
import {callTool, createOAuthSessions, failureOf} from '../../servers/oauth-sessions.ts';
import {never} from '../../servers/oauth-world.ts';

const sessions = createOAuthSessions();
const {open, connect, signedIn} = sessions;

afterEach(() => sessions.closeAll());

describe('a request that needs more scopes', () => {
	it('asks for the union of the old and the new ones', async () => {
		const made = await signedIn({protection: {scope: 'notes', adminScope: 'admin'}});
		expect(await failureOf(callTool(made.client, 'admin'))).toMatchObject({
			code: 'sign-in-needed',
			scopes: 'notes admin',
		});
		expect(await made.access.signIn(never)).toMatchObject({type: 'signed-in'});
		expect(made.asked[1]?.scopes).toBe('notes admin');
		expect(await callTool(made.client, 'admin')).toMatchObject({content: [{text: 'admin as notes admin'}]});
	});

	it('is given up after two sign-ins that did not help', async () => {
		const made = await signedIn({
			authorization: {changeToken: token => ({...token, scope: 'notes'})},
			protection: {adminScope: 'admin', scopeOf: token => (token === '' ? undefined : 'notes')},
		});
		for (let count = 0; count < 2; count += 1) {
			expect(await failureOf(callTool(made.client, 'admin'))).toBeInstanceOf(SignInNeededError);
			// Asking again without signing in does not count.
			expect(await failureOf(callTool(made.client, 'admin'))).toBeInstanceOf(SignInNeededError);
			await made.access.signIn(never);
		}
		expect(await failureOf(callTool(made.client, 'admin'))).toMatchObject({code: 'scope-refused'});
	});

	const auth: OAuthSettings = {
		type: 'oauth',
		grant: 'client-credentials',
		clientId: 'robot',
		clientSecret: createSecret('hush'),
	};
	const clients = {robot: {secret: 'hush'}};

	it('gets them without the user where the program itself is the client', async () => {
		const made = await open({
			auth,
			authorization: {clients},
			protection: {scope: 'notes', adminScope: 'admin'},
		});
		const client = await connect(made, made.access);
		expect(await callTool(client, 'admin')).toMatchObject({content: [{text: 'admin as notes admin'}]});
		expect(made.asked).toEqual([]);
	});

	it('gets them once for many requests at the same time', async () => {
		const made = await open({
			auth,
			authorization: {clients},
			protection: {scope: 'notes', adminScope: 'admin'},
		});
		const client = await connect(made, made.access);
		const results = await Promise.all(Array.from({length: 12}, () => callTool(client, 'admin')));
		for (const result of results) expect(result).toMatchObject({content: [{text: 'admin as notes admin'}]});
		expect(made.authorizationServer.seen('/token')).toHaveLength(2);
	});

	it('is given up soon where the server wants others each time', async () => {
		let count = 0;
		const made = await open({
			auth,
			authorization: {clients},
			protection: {
				adminScope: () => {
					count += 1;
					return `scope-${count}`;
				},
			},
		});
		const client = await connect(made, made.access);
		const tokens = () => made.authorizationServer.seen('/token').length;
		const before = tokens();
		expect(await failureOf(callTool(client, 'admin'))).toMatchObject({code: 'scope-refused'});
		expect(tokens()).toBe(before + 2);
		for (let calls = 0; calls < 9; calls += 1)
			expect(await failureOf(callTool(client, 'admin'))).toMatchObject({code: 'scope-refused'});
		expect(tokens()).toBe(before + 10);
	});

	it('ends with its signal while a better token is under way', async () => {
		let release = (): void => undefined;
		let isHeld = false;
		const held = new Promise<void>(resolve => {
			release = resolve;
		});
		const made = await open({
			auth,
			authorization: {clients, beforeToken: async () => (isHeld ? held : undefined)},
			protection: {scope: 'notes', adminScope: 'admin'},
		});
		await connect(made, made.access);
		isHeld = true;
		const tokens = made.authorizationServer.seen('/token').length;
		const controller = new AbortController();
		const body = {jsonrpc: '2.0', id: 9, method: 'tools/call', params: {name: 'admin', arguments: {}}};
		const sent = made.access.wrapFetch?.(fetch)(made.server.url, {
			method: 'POST',
			headers: {authorization: `Bearer ${await made.access.provider?.token()}`},
			body: JSON.stringify(body),
			signal: controller.signal,
		});
		await expect.poll(() => made.authorizationServer.seen('/token').length).toBe(tokens + 1);
		const requests = made.server.requests.length;
		controller.abort(new Error('enough'));
		await expect(sent).rejects.toThrow('enough');
		release();
		expect(made.server.requests).toHaveLength(requests);
	});
});
