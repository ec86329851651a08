import {createRequire} from 'node:module';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {findCacheFolder, findFolders} from '../../../source/core/config/folders.ts';

const home = '/home/mira';

describe('findFolders', () => {
	it.each(['linux', 'darwin', 'win32', 'freebsd'] as const)(
		'puts everything under MCP_TUI_HOME on %s',
		platform => {
			expect(
				findFolders({MCP_TUI_HOME: '/own', XDG_CONFIG_HOME: '/x', APPDATA: '/a'}, home, platform),
			).toEqual({
				config: '/own',
				data: '/own',
			});
		},
	);

	it('ignores an empty MCP_TUI_HOME', () => {
		expect(findFolders({MCP_TUI_HOME: ''}, home, 'linux').config).toBe(join(home, '.config', 'mcp-tui'));
	});

	it('follows the XDG folders on Linux and the like', () => {
		expect(findFolders({XDG_CONFIG_HOME: '/c', XDG_DATA_HOME: '/d'}, home, 'linux')).toEqual({
			config: join('/c', 'mcp-tui'),
			data: join('/d', 'mcp-tui'),
		});
		expect(findFolders({XDG_CONFIG_HOME: '', XDG_DATA_HOME: ''}, home, 'freebsd')).toEqual({
			config: join(home, '.config', 'mcp-tui'),
			data: join(home, '.local', 'share', 'mcp-tui'),
		});
	});

	const library = {
		config: join(home, 'Library', 'Preferences', 'mcp-tui'),
		data: join(home, 'Library', 'Application Support', 'mcp-tui'),
	};

	it.each([{}, {XDG_CONFIG_HOME: '', XDG_DATA_HOME: ''}])(
		'uses the library folders on macOS with %o',
		env => {
			expect(findFolders(env, home, 'darwin', () => false)).toEqual(library);
		},
	);

	it('follows the XDG folders on macOS where they are set', () => {
		const env = {XDG_CONFIG_HOME: '/c', XDG_DATA_HOME: '/d'};
		const xdg = {config: join('/c', 'mcp-tui'), data: join('/d', 'mcp-tui')};
		expect(findFolders(env, home, 'darwin', () => false)).toEqual(xdg);
		expect(findFolders(env, home, 'darwin', () => true)).toEqual(xdg);
		expect(findFolders({XDG_CONFIG_HOME: '/c'}, home, 'darwin', () => false)).toEqual({
			config: xdg.config,
			data: library.data,
		});
	});

	it('stays on macOS with library folders that are in use already', () => {
		const env = {XDG_CONFIG_HOME: '/c', XDG_DATA_HOME: '/d'};
		const isInLibrary = (path: string) => path.startsWith(join(home, 'Library'));
		expect(findFolders(env, home, 'darwin', isInLibrary)).toEqual(library);
	});

	it('uses the application data folders on Windows', () => {
		expect(findFolders({APPDATA: '/roaming', LOCALAPPDATA: '/local'}, home, 'win32')).toEqual({
			config: join('/roaming', 'mcp-tui', 'Config'),
			data: join('/local', 'mcp-tui', 'Data'),
		});
	});

	it.each([{}, {APPDATA: '', LOCALAPPDATA: ''}])('falls back to the home folder on Windows with %o', env => {
		expect(findFolders(env, home, 'win32')).toEqual({
			config: join(home, 'AppData', 'Roaming', 'mcp-tui', 'Config'),
			data: join(home, 'AppData', 'Local', 'mcp-tui', 'Data'),
		});
	});
});

describe('the configuration that is looked at before the program is loaded', () => {
	const {ownConfigFile} = createRequire(import.meta.url)('../../../source/first-frame.cjs') as {
		ownConfigFile: (
			fs: {readonly existsSync: (path: string) => boolean},
			path: object,
			env: object,
			platform: string,
			home: string,
		) => string;
	};
	const isInLibrary = (path: string) => path.includes('Library');
	it.each(
		(['linux', 'darwin'] as const).flatMap(platform =>
			[{}, {XDG_CONFIG_HOME: '/c'}, {MCP_TUI_HOME: '/m', XDG_CONFIG_HOME: '/c'}].flatMap(env =>
				[() => false, () => true, isInLibrary].map(isThere => ({platform, env, isThere})),
			),
		),
	)('is the same file on $platform with $env', ({platform, env, isThere}) => {
		expect(ownConfigFile({existsSync: isThere}, {join}, env, platform, home)).toBe(
			join(findFolders(env, home, platform, isThere).config, 'config.json'),
		);
	});
});

describe('the folder for compiled code', () => {
	it.each([
		['linux', {}, ['.cache', 'mcp-tui']],
		['darwin', {}, ['Library', 'Caches', 'mcp-tui']],
		['win32', {}, ['AppData', 'Local', 'mcp-tui', 'cache']],
		['linux', {MCP_TUI_HOME: join(home, 'm')}, ['m', 'cache']],
		['linux', {XDG_CACHE_HOME: join(home, 'x')}, ['x', 'mcp-tui']],
		['darwin', {XDG_CACHE_HOME: join(home, 'x')}, ['x', 'mcp-tui']],
	] as const)('on %s with %o is where the launcher keeps it', (platform, env, parts) => {
		expect(findCacheFolder(env, home, platform)).toBe(join(home, ...parts));
	});
});
