import {describe, expect, it} from 'vitest';
import {type ClientSearch, findClient} from '../../../../source/core/mcp/auth/oauth-client.ts';
import {createSecret} from '../../../../source/domain/secret.ts';
import type {OAuthSettings} from '../../../../source/domain/server.ts';

const secret = createSecret('canary');
const far = 'https://login.other.example';

const search = (
	settings: Partial<OAuthSettings>,
	issuer: string,
	change: Partial<ClientSearch> = {},
): ClientSearch => ({
	server: 'vault',
	serverUrl: new URL('https://mcp.example/mcp'),
	settings: {type: 'oauth', grant: 'client-credentials', ...settings},
	authorizationServer: {
		url: issuer,
		issuer,
		metadata: {
			issuer,
			authorization_endpoint: `${issuer}/authorize`,
			token_endpoint: `${issuer}/token`,
			response_types_supported: ['code'],
			client_id_metadata_document_supported: true,
		},
	},
	stored: {},
	scope: undefined,
	version: '0.0.0',
	fetch: () => Promise.reject(new Error('Nothing is to be sent.')),
	...change,
});

const withSecret: readonly Partial<OAuthSettings>[] = [
	{clientId: 'robot', clientSecret: secret},
	{clientId: 'robot', privateKey: secret},
	{grant: 'jwt-bearer', assertion: secret, clientMetadataUrl: 'https://me.example/client.json'},
	{grant: 'cross-app-access', clientId: 'robot', assertion: secret},
	{grant: 'authorization-code', clientId: 'robot', clientSecret: secret},
];

describe('a client with a secret', () => {
	it.each(withSecret)('is kept from an authorization server on another host (%j)', async settings => {
		await expect(findClient(search(settings, far))).rejects.toMatchObject({
			code: 'issuer-needed',
			message: expect.stringContaining('"vault"'),
			hint: expect.stringContaining(`"issuer": "${far}"`),
		});
	});

	it.each(withSecret)('is kept from another authorization server than before (%j)', async settings => {
		const stored = {issuer: 'https://login.first.example'};
		for (const issuer of [far, 'https://mcp.example'])
			await expect(findClient(search(settings, issuer, {stored}))).rejects.toMatchObject({
				code: 'authorization-server-changed',
			});
	});

	const robot = {clientId: 'robot', clientSecret: secret};
	const information = {client_id: 'robot', client_secret: 'canary'};

	it('goes to the authorization server on the own host of the server, and to the one that got it before', async () => {
		expect(await findClient(search(robot, 'https://mcp.example:8443/auth'))).toMatchObject({information});
		expect(await findClient(search(robot, far, {stored: {issuer: far}}))).toMatchObject({information});
	});

	it('goes to the issuer in the configuration', async () => {
		const stored = {issuer: 'https://login.first.example'};
		expect(await findClient(search({...robot, issuer: far}, far, {stored}))).toMatchObject({information});
	});

	it('goes through this machine only where the server is on it, and never in plain text elsewhere', async () => {
		const serverUrl = new URL('http://127.0.0.1:3000/mcp');
		const near = 'http://localhost:4000';
		expect(await findClient(search(robot, near, {serverUrl}))).toMatchObject({information});
		await expect(findClient(search(robot, near))).rejects.toMatchObject({code: 'issuer-needed'});
		const plain = {serverUrl: new URL('http://mcp.example/mcp')};
		await expect(findClient(search(robot, 'http://mcp.example', plain))).rejects.toMatchObject({
			code: 'issuer-needed',
		});
	});
});

describe('a client without a secret', () => {
	it('goes to whichever authorization server the server names', async () => {
		const settings: Partial<OAuthSettings> = {grant: 'authorization-code', clientId: 'mine'};
		expect(await findClient(search(settings, far))).toEqual({information: {client_id: 'mine'}});
	});
});
