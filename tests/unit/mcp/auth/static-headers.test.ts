import {describe, expect, it} from 'vitest';
import {hasOwnCredentials, staticHeaders} from '../../../../source/core/mcp/auth/static-headers.ts';
import {createSecret} from '../../../../source/domain/secret.ts';
import type {ServerAuth} from '../../../../source/domain/server.ts';
import {remoteServer} from '../../../servers/oauth-world.ts';

const url = 'https://mcp.example/';
const bearer: ServerAuth = {type: 'bearer', token: createSecret('t')};
const apiKey: ServerAuth = {type: 'api-key', header: 'X-Key', key: createSecret('k')};
const oauth: ServerAuth = {type: 'oauth', grant: 'authorization-code'};

describe('staticHeaders', () => {
	it('adds the credentials to the headers of the entry', () => {
		expect(staticHeaders(remoteServer(url, bearer, {'X-A': '1'}))).toEqual({
			'X-A': '1',
			Authorization: 'Bearer t',
		});
	});

	it('lets the credentials win over a header of the same name, however it is written', () => {
		expect(staticHeaders(remoteServer(url, bearer, {authorization: 'old'}))).toEqual({
			Authorization: 'Bearer t',
		});
		expect(staticHeaders(remoteServer(url, apiKey, {'x-key': 'old'}))).toEqual({'X-Key': 'k'});
	});

	it('writes a password with characters beyond ASCII as UTF-8', () => {
		const auth: ServerAuth = {type: 'basic', username: 'jo', password: createSecret('pä:ss')};
		const [, encoded = ''] = (staticHeaders(remoteServer(url, auth)).Authorization ?? '').split(' ');
		expect(Buffer.from(encoded, 'base64').toString('utf8')).toBe('jo:pä:ss');
	});

	it('leaves the place for a token free where the user signs in', () => {
		expect(staticHeaders(remoteServer(url, oauth, {Authorization: 'old', 'X-A': '1'}))).toEqual({'X-A': '1'});
	});
});

describe('hasOwnCredentials', () => {
	it.each([
		[bearer, {}, true],
		[apiKey, {}, true],
		[oauth, {Authorization: 'x'}, false],
		[{type: 'none'} as const, {}, false],
		[{type: 'none'} as const, {'X-A': '1'}, false],
		[{type: 'none'} as const, {AUTHORIZATION: 'Bearer x'}, true],
	])('is right about %j with %j', (auth, headers, expected) => {
		expect(hasOwnCredentials(remoteServer(url, auth, headers))).toBe(expected);
	});
});
