import {describe, expect, it} from 'vitest';
import {secretsOfEnvironment, secretsOfServer} from '../../../source/core/credentials/server-secrets.ts';
import {httpServer, stdioServer} from '../headless/servers/fake-run.ts';

describe('the secrets of a server that its settings hold as plain text', () => {
	it('are variables that sound like secrets or look like one', () => {
		const env = {
			API_TOKEN: 'canary one',
			PLAIN: 'ghp_0123456789abcdef',
			PASSWORD: 'Bearer canary',
			TOKEN_LIMIT: '4000',
			KEY_FILE: '/etc/key.pem',
			AUTH_URL: 'https://a.example',
			NO_AUTH: 'true',
			HOST: 'localhost',
		};
		expect(secretsOfServer(stdioServer('x', {env, args: []}))).toEqual([
			'canary one',
			'ghp_0123456789abcdef',
			'canary',
		]);
	});

	it('are arguments behind such options, and those in addresses', () => {
		const args = [
			'--token',
			'canary-1',
			'--api-key=canary-2',
			'--port',
			'80',
			'-v',
			'postgres://me:c%40n@db/x',
			'plain',
		];
		expect(secretsOfServer(stdioServer('x', {env: {}, args}))).toEqual(['canary-1', 'canary-2', 'c@n']);
	});

	it('are headers, the password and the query of a URL', () => {
		const config = httpServer('x', {
			url: 'https://me:pass%zz@a.example/s/sk-0123456789/mcp?key=canary-3&page=2',
			headers: {Authorization: 'Bearer canary-4', 'X-Team': 'blue'},
		});
		expect(secretsOfServer(config)).toEqual(['canary-4', 'pass%zz', 'sk-0123456789', 'canary-3']);
	});
});

describe('the secrets of the environment', () => {
	it('are the values of variables that are called like keys', () => {
		const environment = {
			OPENAI_API_KEY: ' sk-canary-1 ',
			GITHUB_TOKEN: 'ghp_canary',
			DB_PASSWORD: 'canary-2',
			API_KEY: 'short',
			SSH_KEY: '/home/me/.ssh/id',
			TOKEN_FILE: 'canary-3',
			HOME: '/home/somebody',
			MISSING_TOKEN: undefined,
		};
		expect(secretsOfEnvironment(environment)).toEqual(['sk-canary-1', 'ghp_canary', 'canary-2']);
	});
});
