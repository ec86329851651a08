// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this

import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {readServerEntry} from '../../../source/core/config/server-entry.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';

const env = {TOKEN: 't0ken', HOST: 'mcp.example.com', FOLDER: '/data'};

const read = (entry: unknown, file = 'config.json') =>
	readServerEntry('a', entry, {file, env, workspaceFolder: '/home/ada/project'});

const server = (entry: unknown, file?: string) => {
	const result = read(entry, file);
	expect(result).toMatchObject({type: 'server', warnings: []});
	if (result.type === 'refused') throw new Error('refused');
	return result.server;
};

const local = (entry: object) => server({command: 'x', ...entry});
const remote = (entry: object) => server({url: 'https://example.com/mcp', ...entry});

const base = {
	name: 'a',
	connectTimeout: 30_000,
	requestTimeout: 60_000,
	retryAttempts: 3,
	loadTools: true,
	loadPrompts: true,
	excludeTools: [],
	disabled: false,
	source: 'config.json',
};

describe('an entry that says only what it must', () => {
	it('is a local server when it has a command', () => {
		expect(server({command: 'x'})).toEqual({
			...base,
			type: 'stdio',
			command: 'x',
			args: [],
			env: {},
			encoding: 'utf-8',
		});
	});

	it('is a remote server when it has a url', () => {
		expect(server({url: 'https://example.com/mcp'})).toEqual({
			...base,
			type: 'http',
			url: 'https://example.com/mcp',
			headers: {},
			auth: {type: 'none'},
			sseReadTimeout: 300_000,
			terminateOnClose: true,
			allowInsecure: false,
		});
	});

	it('is a package for npx when it has a server', () => {
		expect(server({server: '@scope/package', args: ['/data']})).toMatchObject({
			type: 'stdio',
			command: 'npx',
			args: ['-y', '@scope/package', '/data'],
		});
		expect(server({server: 'package@1.2.3'})).toMatchObject({args: ['-y', 'package@1.2.3']});
	});
});

describe('the type of a server', () => {
	it.each([
		['http', 'https://example.com', 'http'],
		['streamable-http', 'https://example.com', 'http'],
		['streamableHttp', 'https://example.com', 'http'],
		['streamable_http', 'https://example.com', 'http'],
		['sse', 'https://example.com', 'sse'],
		['SSE', 'https://example.com', 'sse'],
		['ws', 'wss://example.com', 'ws'],
		['websocket', 'wss://example.com', 'ws'],
		['remote', 'https://example.com', 'http'],
		['remote', 'wss://example.com', 'ws'],
	])('%s with %s is %s', (type, url, expected) => {
		expect(server({type, url})).toMatchObject({type: expected, url});
		expect(server({transport: type, url})).toMatchObject({type: expected, url});
	});

	it.each(['stdio', 'local', 'STDIO'])('%s is one that is started', type => {
		expect(server({type, command: 'x'}).type).toBe('stdio');
		expect(server({transport: type, server: '@a/b'}).type).toBe('stdio');
	});

	it.each([
		['https://example.com', 'http'],
		['http://localhost:3000', 'http'],
		['wss://example.com', 'ws'],
		['ws://127.0.0.1:3000', 'ws'],
	])('comes from the scheme of %s', (url, type) => {
		expect(server({url})).toMatchObject({type, url});
	});
});

describe('an address', () => {
	it.each([
		'http://localhost/mcp',
		'http://LOCALHOST:1234/mcp',
		'http://127.0.0.1:80/mcp',
		'http://127.8.9.1/mcp',
		'http://[::1]:3000/mcp',
		'ws://[::ffff:127.0.0.1]/mcp',
	])('%s may be plain, since it is this machine', url => {
		expect(server({url})).toMatchObject({url});
	});

	it.each(['http://example.com/mcp', 'ws://10.0.0.7/mcp'])('%s may be plain when the entry says so', url => {
		expect(server({url, allowInsecure: true})).toMatchObject({url, allowInsecure: true});
		expect(server({url, allow_insecure: true})).toMatchObject({url, allowInsecure: true});
	});

	it('loses blanks around it and its fragment, which nobody sends', () => {
		expect(server({url: ' https://example.com/mcp?a=1#top '})).toMatchObject({
			url: 'https://example.com/mcp?a=1',
		});
	});

	it.each(['httpUrl', 'serverUrl'])('may be called %s, as other clients do', key => {
		expect(server({[key]: 'https://example.com/mcp'})).toMatchObject({url: 'https://example.com/mcp'});
	});
});

describe('an option', () => {
	it.each<[object, object]>([
		[{args: ['-y', 'b']}, {args: ['-y', 'b']}],
		[
			{command: ['node', 'a.mjs'], args: ['b']},
			{command: 'node', args: ['a.mjs', 'b']},
		],
		[{env: {A: 'a', PORT: 3000, ON: true}}, {env: {A: 'a', PORT: '3000', ON: 'true'}}],
		[{environment: {A: 'a'}}, {env: {A: 'a'}}],
		[{cwd: '/data'}, {cwd: '/data'}],
		[{encoding: 'latin1'}, {encoding: 'windows-1252'}],
		[{encoding: 'UTF-16LE'}, {encoding: 'utf-16le'}],
		[{encoding: 'utf_8'}, {encoding: 'utf-8'}],
	])('of a local server: %o means %o', (entry, expected) => {
		expect(local(entry)).toMatchObject(expected);
	});

	it.each<[object, object]>([
		[{headers: {'X-Team': 'blue'}}, {headers: {'X-Team': 'blue'}}],
		[{sseReadTimeout: 10}, {sseReadTimeout: 10_000}],
		[{'sse-read-timeout': 10_000}, {sseReadTimeout: 10_000}],
		[{terminateOnClose: false}, {terminateOnClose: false}],
		[{terminate_on_close: false}, {terminateOnClose: false}],
	])('of a remote server: %o means %o', (entry, expected) => {
		expect(remote(entry)).toMatchObject(expected);
	});

	it.each<[object, object]>([
		[{description: 'about'}, {description: 'about'}],
		[{timeout: 1}, {connectTimeout: 1000}],
		[{timeout: 300}, {connectTimeout: 300_000}],
		[{timeout: 1000}, {connectTimeout: 1000}],
		[{timeout: 300_000}, {connectTimeout: 300_000}],
		[{requestTimeout: 5}, {requestTimeout: 5000}],
		[{'request-timeout': 5000}, {requestTimeout: 5000}],
		[{retryAttempts: 0}, {retryAttempts: 0}],
		[{retry_attempts: 5}, {retryAttempts: 5}],
		[{rateLimit: 30}, {rateLimit: {calls: 30, milliseconds: 60_000}}],
		[{rate_limit: {calls: 5}}, {rateLimit: {calls: 5, milliseconds: 60_000}}],
		[{rateLimit: {calls: 5, per: 10}}, {rateLimit: {calls: 5, milliseconds: 10_000}}],
		[{rateLimit: {calls: 5, per: 0.5}}, {rateLimit: {calls: 5, milliseconds: 500}}],
		[{rateLimit: {calls: 5, per: 'second'}}, {rateLimit: {calls: 5, milliseconds: 1000}}],
		[{rateLimit: {calls: 5, per: 'hour'}}, {rateLimit: {calls: 5, milliseconds: 3_600_000}}],
		[{protocolVersion: '2025-11-25'}, {protocolVersion: '2025-11-25'}],
		[{protocol_version: '2026-07-28'}, {protocolVersion: '2026-07-28'}],
		[{config: {a: [1, {b: null}]}}, {metadata: {a: [1, {b: null}]}}],
		[{loadTools: false}, {loadTools: false}],
		[{load_tools: false}, {loadTools: false}],
		[{loadPrompts: false}, {loadPrompts: false}],
		[{load_prompts: false}, {loadPrompts: false}],
		[{includeTools: ['a*']}, {includeTools: ['a*']}],
		[{include_tools: ['a*']}, {includeTools: ['a*']}],
		[{excludeTools: ['b*']}, {excludeTools: ['b*']}],
		[{exclude_tools: ['b*']}, {excludeTools: ['b*']}],
		[{disabled: true}, {disabled: true}],
		[{enabled: false}, {disabled: true}],
		[{enabled: true}, {disabled: false}],
		[{enabled: false, disabled: true}, {disabled: true}],
	])('of any server: %o means %o', (entry, expected) => {
		expect(local(entry)).toMatchObject(expected);
		expect(remote(entry)).toMatchObject(expected);
	});

	it('that belongs to another program is none of our business', () => {
		expect(local({alwaysAllow: ['${UNSET}'], gallery: true, version: '1', type: 'stdio'}).type).toBe('stdio');
	});

	it('that says nothing may be there, whatever the kind of server', () => {
		expect(local({headers: {}, authentication: {type: 'none'}, allowInsecure: false}).type).toBe('stdio');
		expect(remote({args: [], env: {}}).type).toBe('http');
	});
});

describe('a variable', () => {
	it('is filled in everywhere', () => {
		expect(
			server({
				command: ['${FOLDER}/bin', '${FOLDER}/a'],
				args: ['${FOLDER}/b'],
				env: {KEY: '${TOKEN}'},
				cwd: '${workspaceFolder}',
				config: {deep: [{folder: '${FOLDER}'}]},
				description: 'in ${FOLDER}',
			}),
		).toMatchObject({
			command: '/data/bin',
			args: ['/data/a', '/data/b'],
			env: {KEY: 't0ken'},
			cwd: '/home/ada/project',
			metadata: {deep: [{folder: '/data'}]},
			description: 'in /data',
		});
		expect(
			server({
				url: 'https://${HOST}/mcp',
				headers: {Authorization: 'Bearer ${env:TOKEN}'},
				type: '${KIND:-sse}',
			}),
		).toMatchObject({
			type: 'sse',
			url: 'https://mcp.example.com/mcp',
			headers: {Authorization: 'Bearer t0ken'},
		});
	});
});

describe('a file of variables', () => {
	const setUp = (files: Readonly<Record<string, string>>) => {
		const folder = createTemporaryFolder();
		for (const [name, text] of Object.entries(files)) {
			writeFileSync(join(folder, name), text);
		}
		return {folder, config: join(folder, 'config.json')};
	};

	it.each(['envFile', 'env_file'])('is read beside the configuration (%s)', key => {
		const {config} = setUp({'.env': 'A=1\nB=2'});
		expect(server({command: 'x', [key]: '.env'}, config)).toMatchObject({env: {A: '1', B: '2'}});
	});

	it('gives way to env and to later files', () => {
		const {config} = setUp({one: 'A=1\nB=1\nC=1', two: 'B=2\nC=2'});
		const entry = {command: 'x', envFile: ['one', '${UNSET:-two}'], env: {C: '3'}};
		expect(server(entry, config)).toMatchObject({env: {A: '1', B: '2', C: '3'}});
	});

	it('may be anywhere', () => {
		const {folder} = setUp({'.env': 'A=1'});
		expect(local({envFile: join(folder, '.env')})).toMatchObject({env: {A: '1'}});
	});

	it('is named when it is not there', () => {
		const {folder, config} = setUp({});
		expect(read({command: 'x', env_file: ['.env']}, config)).toMatchObject({
			type: 'refused',
			complaints: [
				{
					path: ['env_file', 0],
					message: `there is no file ${join(folder, '.env')}. Create it, or correct the path`,
					kind: 'missing',
				},
			],
		});
	});

	it('is named with the line that cannot be read, and without its content', () => {
		const {folder, config} = setUp({'.env': 'A=1\ns3cret'});
		expect(read({command: 'x', envFile: '.env'}, config)).toMatchObject({
			complaints: [{path: ['envFile'], message: `${join(folder, '.env')}:2 is not a line like KEY=value`}],
		});
	});

	it('is told of by name where a value holds a NUL', () => {
		const {folder, config} = setUp({'.env': 'A=1\nB="s3\0cret"\n'});
		expect(read({command: 'x', envFile: '.env'}, config)).toMatchObject({
			complaints: [
				{path: ['envFile'], message: `the value of B in ${join(folder, '.env')} holds a NUL character`},
			],
		});
	});

	it('must be a file', () => {
		const {folder, config} = setUp({});
		expect(read({command: 'x', envFile: '.'}, config)).toMatchObject({
			complaints: [{message: `${folder} is not a file of at most 1 MiB`}],
		});
	});
});
