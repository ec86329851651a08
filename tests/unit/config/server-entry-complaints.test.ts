// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this

import {describe, expect, it} from 'vitest';
import {readServerEntry} from '../../../source/core/config/server-entry.ts';

const read = (entry: unknown, name = 'a') =>
	readServerEntry(name, entry, {
		file: 'config.json',
		env: {SECRET: 's3cret', PLAIN: 'http://example.com', NUL: 's\x003\0'},
	});

/** `place: message` of everything that keeps an entry from being used. */
const complaintsOf = (entry: unknown, name?: string): readonly string[] => {
	const result = read(entry, name);
	return result.type === 'server'
		? []
		: result.complaints.map(({path, message}) => `${path.join('.')}: ${message}`);
};

const warningsOf = (entry: unknown): readonly string[] =>
	read(entry).warnings.map(({path, message}) => `${path.join('.')}: ${message}`);

const url = 'https://example.com/mcp';
const clamped = '(1-300 seconds, or 1000-300000 milliseconds)';
const nul = 'holds a NUL character, as text in UTF-16 does; no program can be started with it';
const nameless = 'a variable needs a name, without "=" and NUL';
const types = 'expected one of stdio, http, sse, ws, streamable-http, websocket, local, remote';
const insecure = (plain: string, safe: string) =>
	`url: plain ${plain} to another machine can be read and changed on the way. Use ${safe}://, or say "allowInsecure": true`;

describe('an entry is refused', () => {
	it.each<[unknown, string]>([
		['npx', ': expected an object'],
		[null, ': expected an object'],
		[[], ': expected an object'],
		[{}, ': needs a command that starts the server, or a url that reaches it'],
		[{type: 'http'}, ': needs a command that starts the server, or a url that reaches it'],
		[{command: 'x', url}, 'url: cannot be combined with command; keep one of them'],
		[{command: 'x', server: '@a/b'}, 'server: cannot be combined with command; keep one of them'],
		[{server: '@a/b', httpUrl: url}, 'httpUrl: cannot be combined with server; keep one of them'],
		[{command: 7}, 'command: expected a string or an array of strings'],
		[{command: ''}, 'command: is empty; give a command that starts the server, or a url that reaches it'],
		[{command: []}, 'command: must not be empty'],
		[{command: ['x', 1]}, 'command: expected a string or an array of strings'],
		[{server: '--yes'}, 'server: expected the name of an npm package, such as @scope/package'],
		[{server: '@a/b; rm'}, 'server: expected the name of an npm package, such as @scope/package'],
		[{command: 'x', args: '-y'}, 'args: expected an array'],
		[{command: 'x', args: ['a', 2]}, 'args.1: expected a string'],
		[{command: 'x', env: []}, 'env: expected an object'],
		[{command: 'x', env: {A: null}}, 'env.A: expected a string'],
		[{command: 'x\0y'}, `command: ${nul}`],
		[{command: ['x', 'y\0']}, `command.1: ${nul}`],
		[{command: 'x', args: ['a', '${NUL}']}, `args.1: ${nul}`],
		[{command: 'x', env: {A: 'a', B: 'b${NUL}'}}, `env.B: ${nul}`],
		[{command: 'x', cwd: '/tmp/\0'}, `cwd: ${nul}`],
		[{command: 'x', env: {'A=B': 'c'}}, `env.A=B: ${nameless}`],
		[{command: 'x', env: {'': 'd'}}, `env.: ${nameless}`],
		[{command: 'x', env: {'A\0': 'd'}}, `env.A\0: ${nameless}`],
		[{command: 'x', envFile: 1}, 'envFile: expected a string or an array of strings'],
		[{command: 'x', cwd: 1}, 'cwd: expected a string'],
		[
			{command: 'x', encoding: 'klingon'},
			'encoding: unknown encoding; write utf-8, utf-16le or latin1, for example',
		],
		[{command: 'x', type: 'pipe'}, `type: ${types}`],
		[{url, transport: 'htttp'}, `transport: ${types}; did you mean http?`],
		[{url, type: 7}, 'type: expected a string'],
		[
			{command: 'x', type: 'http'},
			'type: does not fit: command starts a local server. Leave it out, or give a url',
		],
		[
			{server: '@a/b', transport: 'remote'},
			'transport: does not fit: server starts a local server. Leave it out, or give a url',
		],
		[{url, type: 'stdio'}, 'type: does not fit: url reaches a server. Leave it out, or give a command'],
		[{url, type: 'ws'}, 'url: expected a URL that begins with wss:// or ws://, since the type is ws'],
		[
			{url: 'wss://example.com', type: 'http'},
			'url: expected a URL that begins with https:// or http://, since the type is http',
		],
		[
			{url: 'wss://example.com', type: 'sse'},
			'url: expected a URL that begins with https:// or http://, since the type is sse',
		],
		[{url: 7}, 'url: expected a string'],
		[{url: ''}, 'url: is empty; give a command that starts the server, or a url that reaches it'],
		[{url: 'example.com/mcp'}, 'url: is not a URL. Write it in full, such as https://example.com/mcp'],
		[{url: 'https://'}, 'url: is not a URL. Write it in full, such as https://example.com/mcp'],
		[{url: 'file:///etc/passwd'}, 'url: expected a URL that begins with https://, http://, wss:// or ws://'],
		[
			{url: 'https://mira:s3cret@example.com'},
			'url: must not hold a user name or password. Use "auth": {"type": "basic", ...} instead',
		],
		[{url: 'http://example.com'}, insecure('http', 'https')],
		[{url: 'http://localhost.example.com'}, insecure('http', 'https')],
		[{url: 'http://api.localhost/mcp'}, insecure('http', 'https')],
		[{url: 'ws://localhost./mcp'}, insecure('ws', 'wss')],
		[{url: 'http://127.example.com'}, insecure('http', 'https')],
		[{url: 'ws://192.168.0.1'}, insecure('ws', 'wss')],
		[{url: '${PLAIN}'}, insecure('http', 'https')],
		[{url, headers: []}, 'headers: expected an object'],
		[{url, headers: {A: 1}}, 'headers.A: expected a string'],
		[{url, headers: {'A B': 'x'}}, 'headers.A B: is not a name for a header'],
		[{url, headers: {A: 'x\ny'}}, 'headers.A: holds a character that cannot be sent in a header'],
		[
			{url, auth: 'secret'},
			'auth: expected none, oauth, "Bearer <token>", or an object such as {"type": "bearer", "token": "..."}',
		],
		[{url, authentication: {type: 'bearer'}}, 'authentication.token: expected a string'],
		[{url, auth: 'none', oauth: {}}, 'oauth: says the same as auth; keep one of them'],
		[{url, oauth: {callbackPort: 0}}, 'oauth.callbackPort: expected a port from 1 to 65535'],
		[{command: 'x', timeout: '30'}, 'timeout: expected a number'],
		[{command: 'x', request_timeout: -1}, 'request_timeout: expected seconds, at most 86400'],
		[{url, sse_read_timeout: 86_401}, 'sse_read_timeout: expected seconds, at most 86400'],
		[{url, terminateOnClose: 'yes'}, 'terminateOnClose: expected a boolean'],
		[{command: 'x', retryAttempts: 6}, 'retryAttempts: expected a whole number from 0 to 5'],
		[{command: 'x', retry_attempts: -1}, 'retry_attempts: expected a whole number from 0 to 5'],
		[{command: 'x', retryAttempts: 1.5}, 'retryAttempts: expected a whole number from 0 to 5'],
		[{command: 'x', rateLimit: 0}, 'rateLimit: expected at least 1 call'],
		[
			{command: 'x', rateLimit: 'slow'},
			'rateLimit: expected a number of calls per minute, or {"calls": 5, "per": 10}',
		],
		[{command: 'x', rateLimit: {per: 5}}, 'rateLimit.calls: expected a number'],
		[
			{command: 'x', rateLimit: {calls: 5, per: 'day'}},
			'rateLimit.per: expected seconds (at most 86400), or second, minute or hour',
		],
		[
			{command: 'x', protocolVersion: '2025-11-26'},
			'protocolVersion: expected one of 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28',
		],
		[
			{command: 'x', protocol_version: 2025},
			'protocol_version: expected one of 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28',
		],
		[
			{url, type: 'sse', protocolVersion: '2026-07-28'},
			'protocolVersion: 2026-07-28 cannot be spoken over sse',
		],
		[{command: 'x', config: 'a'}, 'config: expected an object'],
		[{command: 'x', loadTools: 1}, 'loadTools: expected a boolean'],
		[{command: 'x', load_prompts: 'no'}, 'load_prompts: expected a boolean'],
		[{command: 'x', includeTools: 'a'}, 'includeTools: expected an array'],
		[{command: 'x', excludeTools: ['']}, 'excludeTools.0: must not be empty'],
		[{command: 'x', disabled: 'true'}, 'disabled: expected a boolean'],
		[{command: 'x', disabled: true, enabled: true}, 'enabled: contradicts disabled; keep one of them'],
		[{url, allowInsecure: 1}, 'allowInsecure: expected a boolean'],
		[{command: 'x', description: 1}, 'description: expected a string'],
		[{command: 'x', type: 'stdio', transport: 'stdio'}, 'transport: says the same as type; keep one of them'],
		[{command: 'x', envFile: 'a', env_file: 'b'}, 'env_file: says the same as envFile; keep one of them'],
	])('for %j', (entry, complaint) => {
		expect(complaintsOf(entry)).toEqual([complaint]);
	});

	it('without a name', () => {
		expect(complaintsOf({command: 'x'}, ' ')).toEqual([': a server needs a name']);
	});

	it('with a name of more than 100 characters', () => {
		expect(complaintsOf({command: 'x'}, 'x'.repeat(100))).toEqual([]);
		expect(complaintsOf({command: 'x'}, 'x'.repeat(101))).toEqual([': a name has 100 characters at most']);
	});

	it('with all its mistakes at once', () => {
		expect(complaintsOf({url: '${NOPE}', timeout: '0', headers: {A: '${NOPE}'}})).toEqual([
			'url: the variable NOPE is not set. Set it, or write ${NOPE:-default}',
			'headers.A: the variable NOPE is not set. Set it, or write ${NOPE:-default}',
			'timeout: expected a number',
		]);
	});

	it('without ever repeating the value of a variable', () => {
		const entries = [
			{url: 'https://${SECRET}:${SECRET}@example.com'},
			{url: '${SECRET}'},
			{url, headers: {A: '${SECRET}\n'}},
			{url, auth: '${SECRET}'},
			{url, auth: {type: '${SECRET}'}},
			{url, auth: {type: 'bearer', token: '${SECRET}\n${SECRET}'}},
			{command: 'x', type: '${SECRET}'},
			{command: 'x', encoding: '${SECRET}'},
			{server: '${SECRET} x'},
		];
		for (const entry of entries) {
			expect(complaintsOf(entry)).toHaveLength(1);
			expect(complaintsOf(entry).join()).not.toContain('s3cret');
		}
	});
});

describe('what cannot be filled in', () => {
	const unset = 'the variable NOPE is not set. Set it, or write ${NOPE:-default}';

	it.each<[object, string]>([
		[{command: '${NOPE}'}, `command: ${unset}`],
		[{command: ['x', '${NOPE}']}, `command.1: ${unset}`],
		[{command: 'x', args: ['y', '${NOPE}']}, `args.1: ${unset}`],
		[
			{command: 'sh', args: ['-c', 'echo ${NOPE}']},
			`args.1: ${unset}; if a shell is to fill it in, write $\${NOPE}`,
		],
		[{command: 'x', env: {KEY: '${NOPE}'}}, `env.KEY: ${unset}`],
		[{command: 'x', envFile: '${NOPE}/.env'}, `envFile: ${unset}`],
		[{command: 'x', cwd: '${NOPE}'}, `cwd: ${unset}`],
		[{command: 'x', encoding: '${NOPE}'}, `encoding: ${unset}`],
		[{server: '${NOPE}'}, `server: ${unset}`],
		[{type: '${NOPE}', command: 'x'}, `type: ${unset}`],
		[{url: 'https://${NOPE}/mcp'}, `url: ${unset}`],
		[{url, headers: {A: '${env:NOPE}'}}, `headers.A: ${unset}`],
		[{url, auth: {type: 'bearer', token: '${NOPE}'}}, `auth.token: ${unset}`],
		[{url, auth: 'Bearer ${NOPE}'}, `auth: ${unset}`],
		[{command: 'x', config: {a: [{b: '${NOPE}'}]}}, `config.a.0.b: ${unset}`],
		[
			{url, auth: {token: '${keychain:git-hub}'}},
			'auth.token: no secret "git-hub" can be read from the keychain. Keep it there with mcp-tui keys set git-hub, or use a variable such as ${GIT_HUB}',
		],
		[
			{url, headers: {A: '${input:key}'}},
			'headers.A: the input "key" has no value. It is asked for in the chat; or put a variable such as ${KEY} in its place',
		],
	])('in %j is named with its place', (entry, complaint) => {
		expect(complaintsOf(entry)).toEqual([complaint]);
		const result = read(entry);
		expect(result.type === 'refused' && result.complaints.every(({kind}) => kind === 'missing')).toBe(true);
	});

	it.each<[object, string, string]>([
		[{command: 'x', headers: {A: '${NOPE}'}}, 'headers', 'started by a command'],
		[{server: '@a/b', auth: {token: '${keychain:git-hub}'}}, 'auth', 'started by a command'],
		[{command: 'x', sse_read_timeout: '${NOPE}'}, 'sse_read_timeout', 'started by a command'],
		[{url, args: ['${NOPE}']}, 'args', 'reached by a url'],
		[{httpUrl: url, environment: {A: '${input:key}'}}, 'environment', 'reached by a url'],
		[{url, encoding: '${NOPE}'}, 'encoding', 'reached by a url'],
	])('fails no server where the field has no effect: %j', (entry, key, kind) => {
		expect(complaintsOf(entry)).toEqual([]);
		expect(warningsOf(entry)).toEqual([`${key}: has no effect on a server that is ${kind}`]);
	});
});

describe('a warning', () => {
	it.each<[object, readonly string[]]>([
		[{command: 'x', arg: ['y']}, ['arg: unknown key; did you mean args?']],
		[{command: 'x', request_timeot: 5}, ['request_timeot: unknown key; did you mean requestTimeout?']],
		[{url, header: {}}, ['header: unknown key; did you mean headers?']],
		[{url, auth: {type: 'bearer', token: 't', tokn: 1}}, ['auth.tokn: unknown key; did you mean token?']],
		[{command: 'x', headers: {A: 'b'}}, ['headers: has no effect on a server that is started by a command']],
		[{command: 'x', auth: 'oauth'}, ['auth: has no effect on a server that is started by a command']],
		[{url, env: {A: 'b'}}, ['env: has no effect on a server that is reached by a url']],
		[{url, env_file: '.env'}, ['env_file: has no effect on a server that is reached by a url']],
		[{command: 'x', timeout: 0}, [`timeout: 0 is out of range ${clamped}; 300 s is used`]],
		[{command: 'x', timeout: -1}, [`timeout: -1 is out of range ${clamped}; 300 s is used`]],
		[{command: 'x', timeout: 0.5}, [`timeout: 0.5 is out of range ${clamped}; 1 s is used`]],
		[{command: 'x', timeout: 500}, [`timeout: 500 is out of range ${clamped}; 300 s is used`]],
		[{command: 'x', timeout: 300_001}, [`timeout: 300001 is out of range ${clamped}; 300 s is used`]],
		[{command: 'x', requestTimeout: 600}, [`requestTimeout: 600 is out of range ${clamped}; 300 s is used`]],
		[{command: 'x', alwaysAllow: []}, []],
	])('about %j says %j, and the server works', (entry, warnings) => {
		expect(read(entry).type).toBe('server');
		expect(warningsOf(entry)).toEqual(warnings);
	});

	it('explains why an entry is refused', () => {
		expect(warningsOf({comand: 'x'})).toEqual(['comand: unknown key; did you mean command?']);
	});
});
