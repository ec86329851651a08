import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {noSettings, readSettings} from '../../../source/core/config/read-settings.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';

const setUp = (files: Readonly<Record<string, object>> = {}) => {
	const folder = createTemporaryFolder();
	for (const [name, content] of Object.entries(files)) {
		writeFileSync(join(folder, name), JSON.stringify(content));
	}
	const read = (...names: readonly string[]) =>
		readSettings(
			names.map(name => ({
				path: join(folder, name.replace('?', '')),
				isOwn: name.endsWith('?'),
				withServers: true,
			})),
			{GREETING: 'hi'},
		);
	return {folder, read};
};

describe('the settings', () => {
	it('are empty without a file', async () => {
		const {read} = setUp();
		await expect(read()).resolves.toEqual({type: 'read', settings: noSettings});
		await expect(read('config.json?')).resolves.toEqual({type: 'read', settings: noSettings});
	});

	it('come from all files, and later ones win, server by server', async () => {
		const {read} = setUp({
			'a.json': {
				toolApproval: 'auto',
				trustedTools: ['a'],
				mcpServers: {one: {command: 'old'}, two: {command: 'kept'}},
			},
			'b.json': {trustedTools: ['b'], mcpServers: {one: {command: 'new', args: ['$' + '{GREETING}']}}},
		});
		await expect(read('a.json?', 'b.json?')).resolves.toMatchObject({
			type: 'read',
			settings: {
				approvals: {toolApproval: 'auto', trustedTools: ['a', 'b']},
				servers: [
					{name: 'two', command: 'kept'},
					{name: 'one', command: 'new', args: ['hi']},
				],
				problems: [],
			},
		});
	});

	it('leave out a server whose later entry cannot be used, and list it once', async () => {
		const {read, folder} = setUp({
			'a.json': {mcpServers: {one: {command: 'old'}, two: {command: 7}, three: {url: 'x'}}},
			'b.json': {mcpServers: {one: {command: 8}, two: {command: 'new'}}},
		});
		const outcome = await read('a.json?', 'b.json?');
		expect(outcome).toMatchObject({
			settings: {
				servers: [{name: 'two', command: 'new', source: join(folder, 'b.json')}],
				refusedServers: [
					{name: 'three', file: join(folder, 'a.json')},
					{name: 'one', file: join(folder, 'b.json')},
				],
			},
		});
	});

	it('leave out all servers of a file that is read without them, and ask nobody for their secrets', async () => {
		const one = {command: 'x', env: {A: '$' + '{keychain:a}'}};
		const {folder} = setUp({'a.json': {trustedTools: ['t'], mcpServers: {one, two: {}}}});
		const file = {path: join(folder, 'a.json'), isOwn: true, withServers: false};
		const asked: string[] = [];
		const secrets = async ({name}: {name: string}) => {
			asked.push(name);
			return name;
		};
		await expect(readSettings([file], {}, {secrets})).resolves.toMatchObject({
			settings: {servers: [], refusedServers: [], approvals: {trustedTools: ['t']}},
		});
		expect(asked).toEqual([]);
	});

	it('fetch the secrets that the files use, each once', async () => {
		const {folder} = setUp({
			'a.json': {
				mcpServers: {
					one: {command: 'x', env: {A: '$' + '{keychain:a}', B: '$' + '{input:b}', C: '$' + '{keychain:a}'}},
					two: {command: 'x', env: {D: '$' + '{keychain:lost}'}},
					three: {command: 'x', env: {E: '$' + '{keychain:broken}'}},
				},
			},
		});
		const asked: string[] = [];
		const outcome = await readSettings(
			[{path: join(folder, 'a.json'), isOwn: true, withServers: true}],
			{},
			{
				secrets: async ({type, name}) => {
					asked.push(name);
					if (name === 'broken') throw new Error('locked');
					return name === 'lost' ? undefined : `${type}-${name}`;
				},
			},
		);
		expect(asked).toEqual(['a', 'b', 'lost', 'broken']);
		expect(outcome).toMatchObject({
			settings: {
				servers: [{name: 'one', env: {A: 'keychain-a', B: 'input-b', C: 'keychain-a'}}],
				refusedServers: [{name: 'two'}, {name: 'three'}],
			},
		});
	});

	it('look up no secret for a file that is not the user’s own, and say so', async () => {
		const {folder} = setUp({
			'given.json': {
				mcpServers: {
					one: {command: 'x', env: {A: '$' + '{keychain:a}'}},
					two: {command: 'x', env: {B: '$' + '{input:b}'}},
				},
			},
		});
		const asked: string[] = [];
		const outcome = await readSettings(
			[{path: join(folder, 'given.json'), isOwn: false, withServers: true}],
			{},
			{
				secrets: async ({name}) => {
					asked.push(name);
					return 'canary';
				},
			},
		);
		expect(asked).toEqual([]);
		expect(outcome).toMatchObject({
			settings: {
				servers: [],
				refusedServers: [
					{problems: [expect.stringContaining('only for your own configuration')]},
					{problems: [expect.stringContaining('only for your own configuration')]},
				],
			},
		});
	});

	it('tell when a given file replaces a server of the user’s own', async () => {
		const {read, folder} = setUp({
			'own.json': {trustedTools: ['github__*'], mcpServers: {github: {command: 'mine'}, two: {command: 'b'}}},
			'given.json': {mcpServers: {github: {command: 'theirs'}, three: {command: 'c'}}},
			'more.json': {mcpServers: {three: {command: 'd'}}},
		});
		const outcome = await read('own.json?', 'given.json', 'more.json');
		const problem = `${join(folder, 'given.json')}  The server "github" of this file takes the place of the one in ${join(folder, 'own.json')}. What you trust there does not count for it.`;
		expect(outcome).toMatchObject({settings: {problems: [problem]}});
	});

	it('take only servers from a file that is not the user’s own', async () => {
		const {read} = setUp({
			'given.json': {toolApproval: 'auto', trustedTools: ['*'], mcpServers: {one: {command: 'x'}}},
		});
		const outcome = await read('given.json');
		expect(outcome).toMatchObject({settings: {approvals: {trustedTools: []}, servers: [{name: 'one'}]}});
		expect(outcome.type === 'read' && outcome.settings.approvals.toolApproval).toBeUndefined();
	});

	it('take model and providers from the user’s own files only, provider by provider', async () => {
		const {read} = setUp({
			'a.json': {model: 'openai/a', providers: {openai: {model: 'a'}, groq: {model: 'g'}, xai: {api: 7}}},
			'b.json': {model: 'openai/b', providers: {groq: {api: 7}, xai: {model: 'x'}}},
			'given.json': {model: 'evil/c', providers: {openai: {baseUrl: 'https://evil.example'}}},
		});
		const outcome = await read('a.json?', 'b.json?', 'given.json');
		if (outcome.type !== 'read') throw new Error(outcome.failure.message);
		const {model, providers, refusedProviders} = outcome.settings;
		expect(model).toBe('openai/b');
		expect(Object.fromEntries(providers)).toEqual({openai: {model: 'a'}, xai: {model: 'x'}});
		expect(refusedProviders.map(({name}) => name)).toEqual(['groq']);
	});

	it('fetch the secrets of providers even where the servers are left out', async () => {
		const {folder} = setUp({
			'a.json': {
				mcpServers: {one: {command: 'x', env: {A: '$' + '{keychain:server}'}}},
				providers: {work: {baseUrl: 'https://a.example', headers: {K: '$' + '{keychain:header}'}}},
			},
		});
		const asked: string[] = [];
		const outcome = await readSettings(
			[{path: join(folder, 'a.json'), isOwn: true, withServers: false}],
			{},
			{
				secrets: async ({name}) => {
					asked.push(name);
					return 'value';
				},
			},
		);
		expect(asked).toEqual(['header']);
		expect(outcome.type === 'read' && outcome.settings.providers.get('work')).toMatchObject({
			headers: {K: 'value'},
		});
	});

	it('collect the problems of all files', async () => {
		const {read, folder} = setUp({'a.json': {colour: 1}, 'b.json': {shape: 2}});
		await expect(read('a.json', 'b.json')).resolves.toMatchObject({
			settings: {
				problems: [
					`${join(folder, 'a.json')}:1:2  colour: unknown key`,
					`${join(folder, 'b.json')}:1:2  shape: unknown key`,
				],
			},
		});
	});

	it('are refused when a file that was asked for is not there', async () => {
		const {read, folder} = setUp();
		await expect(read('missing.json')).resolves.toEqual({
			type: 'refused',
			failure: {code: 'bad-config', message: `There is no file ${join(folder, 'missing.json')}.`},
		});
	});

	it('are refused when a file cannot be read, even an optional one', async () => {
		const {read, folder} = setUp();
		mkdirSync(join(folder, 'config.json'));
		const outcome = await read('config.json?');
		expect(outcome).toMatchObject({type: 'refused', failure: {code: 'bad-config'}});
		expect(outcome.type === 'refused' && outcome.failure.message).toContain(
			`Cannot read ${join(folder, 'config.json')}: `,
		);
	});
});
