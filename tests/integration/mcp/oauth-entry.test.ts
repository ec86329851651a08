import {afterEach, describe, expect, it} from 'vitest';
import {AccessError, SignInNeededError} from '../../../source/core/mcp/auth/access-error.ts';
import {createSecret} from '../../../source/domain/secret.ts';
import type {ServerAuth} from '../../../source/domain/server.ts';
import {createOAuthSessions} from '../../servers/oauth-sessions.ts';
import {connectWith, never, type WorldOptions} from '../../servers/oauth-world.ts';

const sessions = createOAuthSessions();
const {open} = sessions;

afterEach(() => sessions.closeAll());

describe('the issuer in the entry', () => {
	const withIssuer = (issuer: (base: string) => string): WorldOptions => ({
		auth: base => ({type: 'oauth', grant: 'authorization-code', issuer: issuer(base)}),
	});

	it('is the only one that is asked', async () => {
		const {access, asked, authorizationServer} = await open(withIssuer(() => 'https://mine.example'));
		expect(await access.signIn(never)).toMatchObject({
			type: 'failed',
			failure: {
				code: 'issuer-refused',
				message: expect.stringContaining('https://mine.example'),
				hint: expect.stringContaining('"issuer"'),
			},
		});
		expect(asked).toEqual([]);
		expect(authorizationServer.requests).toEqual([]);
	});

	it('may be written with a slash at its end', async () => {
		const {access} = await open(withIssuer(base => `${base}/`));
		expect(await access.signIn(never)).toMatchObject({type: 'signed-in'});
	});

	it('is chosen where the server names several', async () => {
		const {access} = await open({
			...withIssuer(base => base),
			protection: {
				changeResource: plain => ({
					...plain,
					authorization_servers: ['https://other.example', ...[plain.authorization_servers].flat()],
				}),
			},
		});
		expect(await access.signIn(never)).toMatchObject({type: 'signed-in'});
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
