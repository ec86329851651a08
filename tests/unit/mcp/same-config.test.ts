import {describe, expect, it} from 'vitest';
import {isSameServer} from '../../../source/core/mcp/same-config.ts';
import {createSecret} from '../../../source/domain/secret.ts';
import type {ServerAuth} from '../../../source/domain/server.ts';
import {remoteConfig, serverConfig} from '../../helpers/mcp-servers.ts';

const withAuth = (auth: ServerAuth) => remoteConfig('http', 'https://a.example/mcp', {auth});

const auths: readonly (readonly [string, (text: string) => ServerAuth])[] = [
	['bearer', text => ({type: 'bearer', token: createSecret(text)})],
	['api-key', text => ({type: 'api-key', header: 'X-Key', key: createSecret(text)})],
	['basic', text => ({type: 'basic', username: 'ada', password: createSecret(text)})],
	['oauth', text => ({type: 'oauth', grant: 'client-credentials', clientSecret: createSecret(text)})],
];

describe('two entries', () => {
	it('are the same server when they say the same', () => {
		expect(isSameServer(serverConfig('echo'), serverConfig('echo'))).toBe(true);
	});

	it.each(auths)('are the same server when their secrets are: %s', (_name, auth) => {
		expect(isSameServer(withAuth(auth('one')), withAuth(auth('one')))).toBe(true);
		expect(isSameServer(withAuth(auth('one')), withAuth(auth('two')))).toBe(false);
	});

	it.each([
		{args: ['other']},
		{env: {A: '1'}},
		{requestTimeout: 1},
		{excludeTools: ['x']},
		{metadata: {a: 1}},
	])('are not when they differ in %j', change => {
		expect(isSameServer(serverConfig('echo'), serverConfig('echo', change))).toBe(false);
	});

	it.each([{disabled: true}, {description: 'mine'}, {source: '/elsewhere.json'}, {isEager: true}])(
		'are the same server though they differ in %j',
		change => {
			expect(isSameServer(serverConfig('echo'), serverConfig('echo', change))).toBe(true);
		},
	);
});
