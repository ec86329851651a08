import {spawnSync} from 'node:child_process';
import {mkdirSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {findInstalledPackages, packageFolders} from '../../../source/core/registry/installed-packages.ts';
import {fillDraft} from '../../../source/domain/server-registry.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';

const signal = new AbortController().signal;

const put = (path: string, content: unknown): void => {
	mkdirSync(dirname(path), {recursive: true});
	writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
};

const install = (
	folder: string,
	manifest: {readonly name: string; readonly [key: string]: unknown},
): void => {
	put(join(folder, manifest.name, 'package.json'), manifest);
	put(join(folder, manifest.name, 'cli.js'), '');
};

describe('packages on this machine', () => {
	it.skipIf(process.platform === 'win32')('are read only from files, not from pipes', async () => {
		const folder = createTemporaryFolder();
		install(folder, {name: 'mcp-weather', bin: 'cli.js'});
		mkdirSync(join(folder, 'mcp-pipe'));
		expect(spawnSync('mkfifo', [join(folder, 'mcp-pipe', 'package.json')]).status).toBe(0);
		const found = await findInstalledPackages([{folder, title: 'installed in this folder'}], signal);
		expect(found.map(({name}) => name)).toEqual(['mcp-weather']);
	});

	it('are found where they have a program and say that they are about MCP', async () => {
		const folder = createTemporaryFolder();
		install(folder, {
			name: 'mcp-weather',
			version: '1.0.0',
			description: 'Forecasts\u001b[2J',
			bin: './cli.js',
		});
		install(folder, {name: '@team/files', keywords: ['MCP'], bin: {other: 'none.js', files: 'cli.js'}});
		install(folder, {name: '@modelcontextprotocol/server-everything', bin: {everything: 'cli.js'}});
		install(folder, {name: 'mcp-library'});
		install(folder, {name: 'amcpy', bin: 'cli.js'});
		install(folder, {name: 'mcp-outside', bin: '../mcp-weather/cli.js'});
		install(folder, {name: 'mcp-missing', bin: 'missing.js'});
		put(join(folder, 'mcp-broken', 'package.json'), '{');
		put(join(folder, 'file-mcp'), '');
		const found = await findInstalledPackages([{folder, title: 'installed globally'}], signal);
		expect(found.map(({name}) => name)).toEqual([
			'mcp-weather',
			'@modelcontextprotocol/server-everything',
			'@team/files',
		]);
		const [weather] = found;
		const [draft] = weather?.drafts ?? [];
		expect([weather?.description, draft?.label]).toEqual([
			'Forecasts',
			'npm package mcp-weather@1.0.0, installed globally',
		]);
		expect(draft === undefined ? undefined : fillDraft(draft, new Map())).toEqual({
			command: 'node',
			args: [join(folder, 'mcp-weather', 'cli.js')],
		});
	});

	it('are looked for where npm puts them', async () => {
		const home = createTemporaryFolder();
		const found = async (platform: NodeJS.Platform, environment: Readonly<Record<string, string>>) =>
			(
				await packageFolders({cwd: '/project', home, execPath: '/opt/node/bin/node', platform, environment})
			).map(({folder}) => folder);
		expect(await found('linux', {})).toEqual(['/opt/node/lib/node_modules', '/project/node_modules']);
		expect(await found('linux', {npm_config_prefix: '/usr'})).toEqual([
			'/usr/lib/node_modules',
			'/opt/node/lib/node_modules',
			'/project/node_modules',
		]);
		put(join(home, '.npmrc'), 'audit=false\nprefix = ~/.global\n');
		expect((await found('linux', {}))[0]).toBe(join(home, '.global', 'lib', 'node_modules'));
	});

	it('are no longer looked for when nobody waits', async () => {
		const folder = createTemporaryFolder();
		install(folder, {name: 'mcp-weather', bin: 'cli.js'});
		const found = await findInstalledPackages([{folder, title: 'here'}], AbortSignal.abort());
		expect(found).toEqual([]);
	});
});
