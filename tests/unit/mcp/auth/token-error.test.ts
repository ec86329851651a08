import {inspect} from 'node:util';
import {OAuthError, OAuthErrorCode} from '@modelcontextprotocol/client';
import {describe, expect, it} from 'vitest';
import {secretsOf} from '../../../../source/core/mcp/auth/oauth-client.ts';
import {tokenError} from '../../../../source/core/mcp/auth/token-error.ts';
import {createSecret} from '../../../../source/domain/secret.ts';

const secret = 'canary/secret+of "mine"';

const textOf = (description: string, secrets: readonly string[] = [secret]): string =>
	inspect(
		tokenError('vault', 'gave no token', new OAuthError(OAuthErrorCode.InvalidGrant, description), secrets),
	);

describe('what an authorization server says about a failure', () => {
	it.each([
		['as it is', secret],
		['in an address', encodeURIComponent(secret)],
		['in a form', new URLSearchParams([['', secret]]).toString().slice(1)],
		['in JSON', JSON.stringify(secret).slice(1, -1)],
		['in base64', Buffer.from(secret).toString('base64')],
		['in base64 for addresses', Buffer.from(secret).toString('base64url')],
		['with invisible characters in it', `cana\u200bry/secr\u2060et+of "mine"`],
	])('does not show a secret %s', (_, written) => {
		const text = textOf(`I do not know ${written}!`);
		expect(text).toContain('I do not know ••••!');
	});

	it('does not show the beginning of a secret at its end', () => {
		expect(textOf(`${'x'.repeat(290)}${secret}`)).not.toContain('canary');
	});

	it('does not show a signed token', () => {
		expect(textOf('no: eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJtZSJ9.c2lnbmF0dXJl', [])).toContain('no: ••••');
	});

	it('does not show the secret of a client that was registered, nor the header with it', () => {
		const client = {information: {client_id: 'robot', client_secret: 'registered-canary'}};
		const secrets = secretsOf({type: 'oauth', grant: 'authorization-code'}, client);
		expect(textOf('registered-canary', secrets)).toContain('(••••)');
		expect(textOf(Buffer.from('robot:registered-canary').toString('base64'), secrets)).toContain('(••••)');
	});

	it('does not show the header with the secret of the configuration', () => {
		const settings = {type: 'oauth', grant: 'client-credentials', clientId: 'robot'} as const;
		const secrets = secretsOf({...settings, clientSecret: createSecret('hush-canary')});
		expect(textOf(Buffer.from('robot:hush-canary').toString('base64'), secrets)).toContain('(••••)');
	});
});
