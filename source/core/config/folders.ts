import {existsSync} from 'node:fs';
import {join} from 'node:path';

export type Folders = {readonly config: string; readonly data: string};

type Environment = Readonly<Record<string, string | undefined>>;

/** Where configuration and data live: the platform's own folders, or all under MCP_TUI_HOME. */
export const findFolders = (
	env: Environment,
	home: string,
	platform: NodeJS.Platform,
	isThere: (path: string) => boolean = existsSync,
): Folders => {
	const own = env.MCP_TUI_HOME;
	if (own !== undefined && own !== '') {
		return {config: own, data: own};
	}
	if (platform === 'darwin') {
		const find = (xdg: string | undefined, library: string): string => {
			const usual = join(home, 'Library', library, 'mcp-tui');
			const wanted = join(xdg || home, 'mcp-tui');
			// What an earlier version has put into the library is still found.
			return !xdg || (isThere(usual) && !isThere(wanted)) ? usual : wanted;
		};
		return {
			config: find(env.XDG_CONFIG_HOME, 'Preferences'),
			data: find(env.XDG_DATA_HOME, 'Application Support'),
		};
	}
	if (platform === 'win32') {
		return {
			config: join(env.APPDATA || join(home, 'AppData', 'Roaming'), 'mcp-tui', 'Config'),
			data: join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'mcp-tui', 'Data'),
		};
	}
	return {
		config: join(env.XDG_CONFIG_HOME || join(home, '.config'), 'mcp-tui'),
		data: join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'mcp-tui'),
	};
};

/** Where compiled code is kept between runs; the launcher chooses it in the same way, before anything is loaded. */
export const findCacheFolder = (env: Environment, home: string, platform: NodeJS.Platform): string => {
	const own = env.MCP_TUI_HOME;
	if (own !== undefined && own !== '') {
		return join(own, 'cache');
	}
	if (platform === 'win32') {
		return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'mcp-tui', 'cache');
	}
	return platform === 'darwin' && !env.XDG_CACHE_HOME
		? join(home, 'Library', 'Caches', 'mcp-tui')
		: join(env.XDG_CACHE_HOME || join(home, '.cache'), 'mcp-tui');
};
