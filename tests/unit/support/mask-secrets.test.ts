import {describe, expect, it} from 'vitest';
import {
	looksSecret,
	mask,
	maskArguments,
	maskUrl,
	maskValue,
	showCommand,
} from '../../../source/support/mask-secrets.ts';

describe('arguments of a command', () => {
	it.each([
		[
			['--token', 'abc', '--port', '80'],
			['--token', mask, '--port', '80'],
		],
		[['--api-key=abc'], [`--api-key=${mask}`]],
		[
			['--token', '--verbose'],
			['--token', '--verbose'],
		],
		[
			['API_KEY=abc', 'PORT=80'],
			[`API_KEY=${mask}`, 'PORT=80'],
		],
		[['ghp_0123456789abcdef'], [mask]],
		[['postgres://ada:pw@db/x'], [`postgres://${mask}@db/x`]],
		[['--url=https://ada:pw@h/?q=1'], [`--url=https://${mask}@h/?q=1`]],
		[['https://ada:pw@h/?api_key=x&q=1'], [`https://${mask}@h/?api_key=${mask}&q=1`]],
		[
			['-y', '@scope/server@1.2.3', '/tmp/a b'],
			['-y', '@scope/server@1.2.3', '/tmp/a b'],
		],
	])('%o are shown as %o', (args, shown) => {
		expect(maskArguments(args)).toEqual(shown);
	});

	it('are quoted as a person would type them', () => {
		expect(showCommand('npx', ['-y', 'a b', "it's"])).toBe(`npx -y 'a b' 'it'\\''s'`);
	});
});

describe('an address', () => {
	it.each([
		['https://a.example/mcp?team=blue', 'https://a.example/mcp?team=blue'],
		['https://u:p@a.example/mcp', `https://${mask}@a.example/mcp`],
		['https://a.example/?token=x#access_token=y', `https://a.example/?token=${mask}#access_token=${mask}`],
		['https://a.example/?q=eyJhbGciOiJIUzI1NiJ9.e30', `https://a.example/?q=${mask}`],
	])('%s is shown as %s', (url, shown) => {
		expect(maskUrl(url)).toBe(shown);
	});
});

describe('a value of an environment', () => {
	it.each([
		['LOG', 'debug', 'debug'],
		['PORT', '8080', '8080'],
		['HOME', '/home/ada', '/home/ada'],
		['EMPTY', '', ''],
		['API_KEY', 'debug', mask],
		['NAME', 'Correct Horse', mask],
		['ANY', 'sk-0123456789', mask],
	])('%s=%s is shown as %s', (name, value, shown) => {
		expect(maskValue(name, value)).toBe(shown);
	});
});

describe('the shape of a secret', () => {
	it.each(['Bearer x', 'sk-proj-0123456789', 'a1b2c3d4e5f6a7b8c9d0e1f2', 'AKIA0123456789ABCDEF'])(
		'is seen in %s',
		text => {
			expect(looksSecret(text)).toBe(true);
		},
	);

	it.each(['npx', '@modelcontextprotocol/server-everything', '/usr/local/lib', '127.0.0.1', 'a sentence'])(
		'is not seen in %s',
		text => {
			expect(looksSecret(text)).toBe(false);
		},
	);
});
