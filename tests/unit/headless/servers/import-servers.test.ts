import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../source/domain/json.ts';
import {createSecret} from '../../../../source/domain/secret.ts';
import {createFakeRun, httpServer, stdioServer} from './fake-run.ts';
import {fileOf, server, start, withKey} from './import-run.ts';

describe('a client that is not known', () => {
	it('is refused with the nearest', async () => {
		const {code, err, asked} = await start({wanted: ['cursr']});
		expect([code, asked]).toEqual([42, []]);
		expect(err).toContain('There is no client "cursr"; did you mean cursor?');
		expect(err).toContain('cursor, claude-code, goose');
	});
});

describe('an import', () => {
	const files = [
		fileOf('cursor', [server('a'), withKey, server('mine', {own: 'same'}), server('b', {own: 'different'})]),
	];

	it('takes all that are new with --yes, and keeps their secrets in the keychain', async () => {
		const {code, put, kept, out, err} = await start({files, isYes: true});
		expect(put).toEqual([
			{name: 'a', entry: {command: 'npx', args: ['-y', 'a']}, replace: false, scope: 'user'},
			{
				name: 'keyed',
				entry: {command: 'x', env: {API_KEY: '$' + '{keychain:keyed/API_KEY}'}},
				replace: false,
				scope: 'user',
			},
		]);
		expect(kept).toEqual([['keyed/API_KEY', 'canary-1']]);
		expect(code).toBe(0);
		expect(out).toContain('Imported server "a" from Cursor into /user.json.');
		expect(err).toContain('env.API_KEY is kept in the keychain');
		expect(out + err).not.toContain('canary-1');
	});

	it('keeps secrets as they are with --plain-text', async () => {
		const {put, kept, err} = await start({
			files: [fileOf('cursor', [withKey])],
			isYes: true,
			isPlainText: true,
		});
		expect(put).toMatchObject([{entry: {env: {API_KEY: 'canary-1'}}}]);
		expect(kept).toEqual([]);
		expect(err).toContain('env.API_KEY is in the file as plain text');
	});

	it('takes the place of another only with --replace', async () => {
		const {put} = await start({files, isYes: true, replace: true});
		expect(put).toMatchObject([{name: 'a'}, {name: 'keyed'}, {name: 'b', replace: true}]);
	});

	it('takes only what --server names', async () => {
		const {put, code} = await start({files, isYes: true, only: ['a']});
		expect([put, code]).toMatchObject([[{name: 'a'}], 0]);
		const left = await start({files, isYes: true, only: ['b']});
		expect([left.put, left.code]).toEqual([[], 1]);
		const unknown = await start({files, isYes: true, only: ['keyd']});
		expect([unknown.put, unknown.code]).toEqual([[], 42]);
		expect(unknown.err).toContain('There is no server "keyd"; did you mean keyed?');
	});

	it.each([
		['y', ['a', 'keyed']],
		[' YES ', ['a', 'keyed']],
		['', []],
		['n', []],
		['all', []],
	])('asks one question on a terminal; %j imports %j', async (typed, names) => {
		const {put, err, code} = await start({files, typed});
		expect(put.map(each => (typeof each === 'string' ? each : each.name))).toEqual(names);
		expect(err).toContain('Import 2 servers marked with + into your configuration? [y/N]');
		expect(err.includes('Nothing was changed.')).toBe(names.length === 0);
		expect(code).toBe(0);
	});

	it('goes on after one that fails, says why and ends with 1', async () => {
		const run = createFakeRun({
			changeConfig: async change =>
				change.name === 'a'
					? {
							type: 'refused',
							failure: {code: 'config-busy', message: 'The file is busy.', hint: 'Try again.'},
						}
					: {type: 'changed', file: '/user.json'},
		});
		const {code, out, err} = await start({files, run, isYes: true});
		expect(code).toBe(1);
		expect(err).toContain('The file is busy.\nTry again.');
		expect(out).toContain('Imported server "keyed"');
	});

	it('writes nothing of a server whose secret cannot be kept', async () => {
		const run = createFakeRun({
			keepSecret: async () => ({
				type: 'refused',
				failure: {code: 'no-keychain', message: 'There is no keychain.'},
			}),
		});
		const {code, put, err} = await start({files: [fileOf('cursor', [withKey])], run, isYes: true});
		expect([code, put]).toEqual([1, []]);
		expect(err).toContain('There is no keychain.');
		expect(err).toContain('--plain-text');
	});

	it('brings the keychain back when the file cannot be written', async () => {
		const run = createFakeRun({
			changeConfig: async () => ({type: 'refused', failure: {code: 'x', message: 'No.'}}),
		});
		const {kept} = await start({files: [fileOf('cursor', [withKey])], run, isYes: true});
		expect(kept).toEqual([]);
	});

	it('moves a secret in a URL or an argument to the keychain, and says so before', async () => {
		const entry = {url: 'https://a.example/mcp?api_key=sk-abcdefgh12345678'};
		const found = [fileOf('cursor', [server('q', {entry})])];
		expect((await start({files: found})).out).toContain('url holds a secret that moves to the keychain');
		const {code, put, kept, out, err} = await start({files: found, isYes: true});
		expect(code).toBe(0);
		expect(JSON.stringify(put)).toContain('api_key=$' + '{keychain:q/api_key}');
		expect(kept).toEqual([['q/api_key', 'sk-abcdefgh12345678']]);
		expect(out + err).not.toContain('sk-abc');
	});

	it('leaves a placeholder as it is, and says so', async () => {
		const entry = {command: 'srv', env: {API_KEY: 'YOUR_API_KEY'}};
		const found = [fileOf('cursor', [server('q', {entry})])];
		const {code, put, kept, err} = await start({files: found, isYes: true});
		expect([code, kept]).toEqual([0, []]);
		expect(JSON.stringify(put)).toContain('YOUR_API_KEY');
		expect(err).toContain('env.API_KEY is the placeholder YOUR_API_KEY, and stays so.');
	});

	it('ends with 1 when something could not be read or used', async () => {
		const bad = fileOf('cursor', [server('bad', {problems: ['no']})]);
		expect((await start({files: [bad]})).code).toBe(0);
		expect((await start({files: [bad], isYes: true})).code).toBe(1);
		const broken = fileOf('goose', [], {problems: ['/x:1:1  close brace expected']});
		const {code, out} = await start({files: [broken], isYes: true});
		expect(code).toBe(1);
		expect(out).toContain('✘ /x:1:1  close brace expected');
	});

	it('reports with --json what became of each', async () => {
		const {json} = await start({files, isYes: true, isJson: true});
		expect(json()).toMatchObject({
			servers: [
				{name: 'a', imported: true},
				{name: 'keyed', imported: true},
				{name: 'mine', state: 'already-there'},
				{name: 'b', state: 'different'},
			],
		});
	});

	it('knows a server again whose secret has moved', async () => {
		const token = (text: string) => ({type: 'bearer', token: createSecret(text)}) as const;
		const run = (text: string) =>
			createFakeRun({configs: () => [httpServer('s', {auth: token(text), source: '/own'})]});
		const theirs = httpServer('s', {auth: token('canary'), source: '/own'});
		const entry: JsonObject = {url: 'https://a.example/mcp', auth: {type: 'bearer', token: 'canary'}};
		const found = [fileOf('cursor', [server('s', {entry, config: theirs, own: 'different'})])];
		expect((await start({files: found, run: run('canary')})).out).toContain('already there');
		expect((await start({files: found, run: run('changed')})).out).toContain('another server of this name');
		const stdio = createFakeRun({configs: () => [stdioServer('s')]});
		expect((await start({files: found, run: stdio})).out).toContain('another server of this name');
	});
});

describe('a file of this folder', () => {
	const files = [
		fileOf('cursor', [server('own')]),
		fileOf('claude-code', [server('theirs')], {isOfProject: true}),
	];

	it('is not imported by somebody who only says yes', async () => {
		const {code, put, err} = await start({files, isYes: true});
		expect([code, put]).toMatchObject([0, [{name: 'own'}]]);
		expect(err).toContain('Server "theirs" is not imported: it comes from a file of this folder');
		expect(err).toContain('--server theirs');
	});

	it('is imported by whoever names it, or has seen it', async () => {
		expect((await start({files, isYes: true, only: ['theirs']})).put).toMatchObject([{name: 'theirs'}]);
		expect((await start({files, typed: 'y'})).put).toMatchObject([{name: 'own'}, {name: 'theirs'}]);
	});
});
