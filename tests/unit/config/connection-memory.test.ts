import {mkdirSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {createConnectionMemory} from '../../../source/core/config/connection-memory.ts';
import type {RemoteServer, ServerConfig, StdioServer} from '../../../source/domain/server.ts';
import type {WorkingWay} from '../../../source/domain/server-ports.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';

const base = {
	connectTimeout: 1,
	requestTimeout: 1,
	retryAttempts: 0,
	loadTools: true,
	loadPrompts: true,
	excludeTools: [],
	disabled: false,
};

const remote = (name: string, changes: Partial<RemoteServer> = {}): ServerConfig => ({
	...base,
	name,
	type: 'http',
	url: 'https://example.com/mcp',
	headers: {},
	auth: {type: 'none'},
	sseReadTimeout: 1,
	terminateOnClose: true,
	allowInsecure: false,
	...changes,
});

const local = (name: string, changes: Partial<StdioServer> = {}): ServerConfig => ({
	...base,
	name,
	type: 'stdio',
	command: 'x',
	args: ['1'],
	env: {},
	encoding: 'utf-8',
	...changes,
});

const sse: WorkingWay = {transport: 'sse', era: 'legacy'};
const modern: WorkingWay = {transport: 'stdio', era: 'modern'};

const setUp = () => {
	const folder = join(createTemporaryFolder(), 'data');
	const file = join(folder, 'servers.json');
	return {folder, file, open: () => createConnectionMemory({file})};
};

describe('what worked with a server', () => {
	it('is known in the next run', async () => {
		const {open, folder, file} = setUp();
		const memory = open();
		expect(memory.recall(remote('a'))).toBeUndefined();
		memory.remember(remote('a'), sse);
		memory.remember(local('b'), modern);
		expect(memory.recall(remote('a'))).toEqual(sse);
		await memory.settled();
		expect(open().recall(remote('a'))).toEqual(sse);
		expect(open().recall(local('b'))).toEqual(modern);
		expect(readdirSync(folder)).toEqual(['servers.json']);
		expect([statSync(file).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700]);
	});

	it.each<[ServerConfig, ServerConfig]>([
		[remote('a'), remote('b')],
		[remote('a'), remote('a', {url: 'https://example.com/other'})],
		[remote('a'), remote('a', {type: 'sse'})],
		[local('a'), local('a', {command: 'y'})],
		[local('a'), local('a', {args: ['2']})],
		[local('a'), local('a', {protocolVersion: '2025-11-25'})],
		[remote('a', {protocolVersion: '2025-11-25'}), remote('a', {protocolVersion: '2026-07-28'})],
		[local('a', {args: ['1 2']}), local('a', {args: ['1', '2']})],
	])('is forgotten when the entry changes', (before, after) => {
		const memory = setUp().open();
		memory.remember(before, sse);
		expect(memory.recall(after)).toBeUndefined();
	});

	it('outlives changes that do not matter', () => {
		const memory = setUp().open();
		memory.remember(local('a'), modern);
		expect(memory.recall(local('a', {env: {KEY: 'new'}, requestTimeout: 5}))).toEqual(modern);
	});

	it('is replaced by what works later', async () => {
		const {open} = setUp();
		const memory = open();
		memory.remember(remote('a'), sse);
		memory.remember(remote('a'), {transport: 'http', era: 'modern'});
		await memory.settled();
		expect(open().recall(remote('a'))).toEqual({transport: 'http', era: 'modern'});
	});

	it('is written only when it is new', async () => {
		const {open, file} = setUp();
		const memory = open();
		memory.remember(remote('a'), sse);
		await memory.settled();
		writeFileSync(file, 'a mark');
		memory.remember(remote('a'), {...sse});
		await memory.settled();
		expect(readFileSync(file, 'utf8')).toBe('a mark');
	});

	it('adds to what other programs wrote meanwhile', async () => {
		const {open} = setUp();
		const [one, other] = [open(), open()];
		one.recall(remote('a'));
		other.recall(remote('b'));
		one.remember(remote('a'), sse);
		other.remember(remote('b'), sse);
		await Promise.all([one.settled(), other.settled()]);
		expect([open().recall(remote('a')), open().recall(remote('b'))]).toEqual([sse, sse]);
	});

	it('says nothing about secrets', async () => {
		const {open, file} = setUp();
		const memory = open();
		memory.remember(local('a', {args: ['--token', 's3cret'], env: {KEY: 's3cret'}}), modern);
		memory.remember(remote('b', {url: 'https://example.com/s3cret'}), sse);
		await memory.settled();
		expect(readFileSync(file, 'utf8')).not.toContain('s3cret');
	});

	it('is kept for the last 500 servers', async () => {
		const {open, file} = setUp();
		const memory = open();
		for (let index = 0; index <= 501; index += 1) {
			memory.remember(remote(`server-${index}`), sse);
			if (index === 400) memory.remember(remote('server-0'), {transport: 'http', era: 'modern'});
		}
		await memory.settled();
		expect(JSON.parse(readFileSync(file, 'utf8')).ways).toHaveLength(500);
		const fresh = open();
		expect(fresh.recall(remote('server-0'))).toBeDefined();
		expect(fresh.recall(remote('server-1'))).toBeUndefined();
		expect(fresh.recall(remote('server-2'))).toBeUndefined();
		expect(fresh.recall(remote('server-3'))).toBeDefined();
		expect(fresh.recall(remote('server-501'))).toBeDefined();
	});

	it.each([
		'',
		'nonsense',
		'[]',
		'{"ways": 7}',
		'{"version": 1, "ways": [7, {"server": "a", "transport": "pigeon", "era": "legacy"}]}',
	])('is nothing when the file is damaged: %j', async content => {
		const {open, file, folder} = setUp();
		mkdirSync(folder);
		writeFileSync(file, content);
		const memory = open();
		expect(memory.recall(remote('a'))).toBeUndefined();
		memory.remember(remote('a'), sse);
		await memory.settled();
		expect(open().recall(remote('a'))).toEqual(sse);
	});

	it('is known for this run where it cannot be written', async () => {
		const {open, folder} = setUp();
		writeFileSync(folder, 'not a folder');
		const memory = open();
		memory.remember(remote('a'), sse);
		await memory.settled();
		expect(memory.recall(remote('a'))).toEqual(sse);
	});
});
