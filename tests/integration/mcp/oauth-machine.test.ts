import {inspect} from 'node:util';
import {afterEach, describe, expect, it} from 'vitest';
import {createSecret} from '../../../source/domain/secret.ts';
import type {OAuthSettings} from '../../../source/domain/server.ts';
import {callTool, createOAuthSessions, failureOf} from '../../servers/oauth-sessions.ts';
import {connectWith, never} from '../../servers/oauth-world.ts';

const sessions = createOAuthSessions();
const {open, connect} = sessions;

afterEach(() => sessions.closeAll());

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
		expect(await callTool(client)).toMatchObject({content: [{text: 'greet as notes'}]});
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
