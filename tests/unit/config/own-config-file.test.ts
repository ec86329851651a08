import {
	chmodSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {createChangeConfig} from '../../../source/core/config/change-config.ts';
import type {Migration} from '../../../source/core/config/migrations.ts';
import {readSettings, type SettingsOptions} from '../../../source/core/config/read-settings.ts';
import {isJsonObject} from '../../../source/domain/json.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';

const setUp = (content: string) => {
	const folder = createTemporaryFolder();
	const file = join(folder, 'config.json');
	writeFileSync(file, content);
	const read = async (options: SettingsOptions = {}, isOwn = true) => {
		const outcome = await readSettings([{path: file, isOwn, withServers: true}], {}, options);
		if (outcome.type !== 'read') throw new Error(outcome.failure.message);
		return outcome.settings;
	};
	return {folder, file, read, text: () => readFileSync(file, 'utf8')};
};

const good = '{\n  // mine\n  "mcpServers": {"a": {"command": "x"}},\n}\n';
const broken = '{\n  // mine\n  "mcpServers": {"a": {"command": "x"}}\n  "model": "openai"\n}\n';

describe('the last good configuration', () => {
	it('is kept beside the file, for its owner alone, and written only when it has changed', async () => {
		const {file, folder, read} = setUp(good);
		await read();
		const copy = `${file}.last-good`;
		expect(readFileSync(copy, 'utf8')).toBe(good);
		expect(statSync(copy).mode & 0o777).toBe(0o600);
		const {ino} = statSync(copy);
		await read();
		expect(statSync(copy).ino).toBe(ino);
		writeFileSync(file, `${good}// more\n`);
		await read();
		expect(readFileSync(copy, 'utf8')).toBe(`${good}// more\n`);
		expect(readdirSync(folder).sort()).toEqual(['config.json', 'config.json.last-good']);
	});

	it('stays what it was while the file is empty, which is told, and a server can be added to an empty file', async () => {
		const {file, folder, read, text} = setUp(good);
		await read();
		for (const [empty, start] of [
			['', ''],
			['// mine\n', '// mine\n'],
		] as const) {
			writeFileSync(file, empty);
			expect((await read()).problems).toEqual([
				expect.stringContaining('It is empty: its servers and rules do not count any more. To go back'),
			]);
			expect(readFileSync(`${file}.last-good`, 'utf8')).toBe(good);
			const change = createChangeConfig({folder, cwd: folder, env: {}});
			const put = {type: 'put', name: 'b', entry: {command: 'y'}, replace: false} as const;
			expect(await change(put, 'user')).toMatchObject({type: 'changed'});
			expect(text().startsWith(`${start}{`)).toBe(true);
			expect((await read()).servers).toMatchObject([{name: 'b', command: 'y'}]);
			writeFileSync(`${file}.last-good`, good);
		}
	});

	it('is told about when the file is broken, and used by nobody', async () => {
		const {file, folder, read, text} = setUp(good);
		await read();
		writeFileSync(file, broken);
		const settings = await read();
		expect(settings).toMatchObject({isBroken: true, servers: [], approvals: {modeLimit: 'always-ask'}});
		expect(settings.problems).toEqual([
			`${file}:4:3  comma expected`,
			`${file}  Nothing in it counts until that is corrected. To go back to the last version that could be read: cp '${file}.last-good' '${file}'`,
		]);
		expect(text()).toBe(broken);
		expect(readFileSync(`${file}.last-good`, 'utf8')).toBe(good);
		expect(readdirSync(folder).sort()).toEqual(['config.json', 'config.json.last-good']);
	});

	it('loses what a change takes out of the file, which may be a secret', async () => {
		const {file, folder, read, text} = setUp(
			'{"mcpServers": {"a": {"command": "x", "env": {"K": "s3cret"}}}}',
		);
		await read();
		const change = createChangeConfig({folder, cwd: folder, env: {}});
		const entry = {command: 'x', env: {K: '$' + '{keychain:k}'}};
		await change({type: 'put', name: 'a', entry, replace: true}, 'user');
		expect(readFileSync(`${file}.last-good`, 'utf8')).toBe(text());
		expect(readFileSync(`${file}.last-good`, 'utf8')).not.toContain('s3cret');
	});

	it('is not promised when there is none', async () => {
		const {file, read} = setUp(broken);
		expect((await read()).problems).toEqual([`${file}:4:3  comma expected`]);
	});

	it('is kept although an entry is bad: that one disables only itself', async () => {
		const {file, read} = setUp('{"mcpServers": {"a": {}, "b": {"command": "x"}}}');
		expect((await read()).servers).toHaveLength(1);
		expect(readdirSync(join(file, '..'))).toContain('config.json.last-good');
	});

	it('is not made of a file that is not the user’s own', async () => {
		const {folder, read} = setUp(good);
		await read({}, false);
		expect(readdirSync(folder)).toEqual(['config.json']);
	});
});

/** Version 2 calls servers by another name, version 3 says seconds. */
const steps: readonly Migration[] = [
	{
		to: 2,
		migrate: ({oldServers, ...rest}) => (oldServers === undefined ? rest : {...rest, mcpServers: oldServers}),
	},
	{
		to: 3,
		migrate: content => ({
			...content,
			...(isJsonObject(content.mcpServers)
				? {
						mcpServers: Object.fromEntries(
							Object.entries(content.mcpServers).map(([name, entry]) => [
								name,
								isJsonObject(entry) ? {...entry, timeout: 7} : entry,
							]),
						),
					}
				: {}),
		}),
	},
];

describe('a configuration of another version', () => {
	const old =
		'{\n  // all mine\n  "model": "openai", // the model\n  "oldServers": {"a.b": {"command": "x"}}\n}\n';

	it('is brought to the newest in place: comments stay, and what it was is kept beside it', async () => {
		const {file, read, text} = setUp(old);
		chmodSync(file, 0o644);
		const {servers, problems} = await read({migrations: steps.slice(0, 1)});
		expect(servers).toMatchObject([{name: 'a.b', command: 'x'}]);
		expect(problems).toEqual([]);
		expect(text()).toContain('// all mine\n  "model": "openai", // the model\n');
		expect(text()).toContain('"version": 2');
		expect(readFileSync(`${file}.before-v2`, 'utf8')).toBe(old);
		expect(statSync(`${file}.before-v2`).mode & 0o777).toBe(0o600);
		expect(statSync(file).mode & 0o777).toBe(0o600);
	});

	it('goes two versions up and down, and a change by an old program loses nothing', async () => {
		const {folder, file, read, text} = setUp(old);
		expect((await read({migrations: steps})).servers).toMatchObject([{connectTimeout: 7000}]);
		const upgraded = text();
		expect(JSON.parse(upgraded.replaceAll(/\/\/.*/g, ''))).toEqual({
			model: 'openai',
			mcpServers: {'a.b': {command: 'x', timeout: 7}},
			version: 3,
		});
		// The program of today is two versions older than the file.
		const change = createChangeConfig({folder, cwd: folder, env: {}});
		const entry = {command: 'y'};
		await expect(change({type: 'put', name: 'b', entry, replace: false}, 'user')).resolves.toMatchObject({
			type: 'changed',
		});
		const {servers, problems} = await read();
		expect(servers.map(({name}) => name)).toEqual(['a.b', 'b']);
		expect(problems).toEqual([
			expect.stringContaining(
				'version: is 3, and this program knows 1. What it does not know is left out, and kept in the file',
			),
		]);
		expect(text()).toContain('"version": 3');
		expect(text()).toContain('// the model');
		// And up again: nothing is migrated twice.
		expect((await read({migrations: steps})).servers).toMatchObject([
			{name: 'a.b', connectTimeout: 7000},
			{name: 'b', connectTimeout: 30_000},
		]);
		expect(readFileSync(`${file}.before-v3`, 'utf8')).toBe(old);
	});

	it('behind a link is changed there, and the link stays', async () => {
		const {folder, file, read} = setUp(old);
		const link = join(folder, 'link.json');
		symlinkSync(file, link);
		await readSettings([{path: link, isOwn: true, withServers: true}], {}, {migrations: steps});
		expect(lstatSync(link).isSymbolicLink()).toBe(true);
		expect((await read()).servers).toHaveLength(1);
	});

	it('is left as it is when a step fails, and that is said', async () => {
		const {file, folder, read, text} = setUp(old);
		const failing: Migration = {
			to: 3,
			migrate: () => {
				throw new Error('no way');
			},
		};
		const {problems} = await read({migrations: [...steps.slice(0, 1), failing]});
		expect(problems).toContain(
			`${file}  It is of an older version, and cannot be brought to version 3: no way`,
		);
		expect(text()).toBe(old);
		expect(readdirSync(folder).sort()).toEqual(['config.json', 'config.json.last-good']);
	});

	it('is used as the newest even where it cannot be saved', async () => {
		const {file, read, text} = setUp(old);
		// Nothing can be renamed over a folder.
		const folder = `${file}.before-v2`;
		mkdirSync(folder);
		const {servers, problems} = await read({migrations: steps.slice(0, 1)});
		expect(servers).toMatchObject([{name: 'a.b'}]);
		expect(problems.at(-1)).toContain('It is of an older version, and the new one was not saved: ');
		expect(text()).toBe(old);
	});

	it('that is broken is not migrated', async () => {
		const {file, folder, read} = setUp('{"oldServers": {');
		expect((await read({migrations: steps})).problems[0]).toMatch(`${file}:1:17  `);
		expect(readdirSync(folder)).toEqual(['config.json']);
	});
});
