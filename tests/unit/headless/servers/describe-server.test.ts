import {describe, expect, it} from 'vitest';
import {createSecret} from '../../../../source/domain/secret.ts';
import {settingsObject, targetOf} from '../../../../source/headless/servers/describe-server.ts';
import {mask} from '../../../../source/support/mask-secrets.ts';
import {httpServer, stdioServer} from './fake-run.ts';

describe('a server as it is shown', () => {
	it('has references where its command has their values', () => {
		const config = stdioServer('one', {
			command: 'canary-program',
			args: ['canary', 'Authorization: Bearer canary'],
			env: {NAME: 'canary', FILE: 'canary', LOG: 'debug'},
			cwd: '/canary',
			shown: {
				command: '$' + '{PROGRAM}',
				args: ['$' + '{WORD}', 'Authorization: Bearer $' + '{TOKEN}'],
				env: {NAME: '$' + '{NAME}', LOG: 'debug'},
				cwd: '$' + '{FOLDER}',
			},
		});
		expect(targetOf(config)).toBe("'$" + "{PROGRAM}' '$" + "{WORD}' 'Authorization: Bearer $" + "{TOKEN}'");
		expect(settingsObject(config)).toMatchObject({
			command: '$' + '{PROGRAM}',
			env: {NAME: '$' + '{NAME}', FILE: mask, LOG: 'debug'},
			cwd: '$' + '{FOLDER}',
		});
		expect(JSON.stringify(settingsObject(config))).not.toContain('canary');
	});

	it('has the object for the server itself, without its texts, and whether it starts with the chat', () => {
		const config = stdioServer('one', {
			isEager: true,
			metadata: {key: 'canary', deep: [{level: 2, on: true}]},
		});
		expect(settingsObject(config)).toMatchObject({
			config: {key: mask, deep: [{level: 2, on: true}]},
			eager: true,
		});
	});

	it('has references where its address has their values', () => {
		const config = httpServer('one', {
			url: 'https://a.example/s/canary/mcp?k=canary',
			auth: {type: 'basic', username: 'canary', password: createSecret('canary')},
			shown: {url: 'https://a.example/s/$' + '{KEY}/mcp?k=$' + '{KEY}'},
		});
		expect(targetOf(config)).toBe(`https://a.example/s/\${KEY}/mcp?${mask}`);
		expect(JSON.stringify(settingsObject(config))).not.toContain('canary');
	});
});
