import {describe, expect, it} from 'vitest';
import {placesOf} from '../../../../source/core/config/import/client-places.ts';
import {clients} from '../../../../source/core/config/import/clients.ts';

const unix = {home: '/home/ada', cwd: '/site/shop', env: {}};
const linux = {...unix, platform: 'linux'} as const;
const mac = {...unix, home: '/Users/ada', platform: 'darwin'} as const;
const windows = {
	platform: 'win32',
	home: 'C:\\Users\\ada',
	cwd: 'D:\\shop',
	env: {APPDATA: 'C:\\Users\\ada\\AppData\\Roaming', LOCALAPPDATA: 'C:\\Users\\ada\\AppData\\Local'},
} as const;

const cline = ['globalStorage', 'saoudrizwan.claude-dev', 'settings', 'cline_mcp_settings.json'];
const roaming = 'C:\\Users\\ada\\AppData\\Roaming';
const support = '/Users/ada/Library/Application Support';

describe('the places of other clients', () => {
	it.each([
		[
			'claude-desktop',
			'/home/ada/.config/Claude/claude_desktop_config.json',
			`${support}/Claude/claude_desktop_config.json`,
			`${roaming}\\Claude\\claude_desktop_config.json`,
		],
		['claude-code', '/home/ada/.claude.json', '/Users/ada/.claude.json', 'C:\\Users\\ada\\.claude.json'],
		['claude-code', '/site/shop/.mcp.json', '/site/shop/.mcp.json', 'D:\\shop\\.mcp.json'],
		[
			'vscode',
			'/home/ada/.config/Code/User/mcp.json',
			`${support}/Code/User/mcp.json`,
			`${roaming}\\Code\\User\\mcp.json`,
		],
		[
			'vscode',
			'/home/ada/.config/Code/User/settings.json',
			`${support}/Code/User/settings.json`,
			`${roaming}\\Code\\User\\settings.json`,
		],
		[
			'vscode',
			'/home/ada/.config/Code - Insiders/User/mcp.json',
			`${support}/Code - Insiders/User/mcp.json`,
			`${roaming}\\Code - Insiders\\User\\mcp.json`,
		],
		['vscode', '/site/shop/.vscode/mcp.json', '/site/shop/.vscode/mcp.json', 'D:\\shop\\.vscode\\mcp.json'],
		[
			'cursor',
			'/home/ada/.cursor/mcp.json',
			'/Users/ada/.cursor/mcp.json',
			'C:\\Users\\ada\\.cursor\\mcp.json',
		],
		['cursor', '/site/shop/.cursor/mcp.json', '/site/shop/.cursor/mcp.json', 'D:\\shop\\.cursor\\mcp.json'],
		[
			'windsurf',
			'/home/ada/.codeium/windsurf/mcp_config.json',
			'/Users/ada/.codeium/windsurf/mcp_config.json',
			'C:\\Users\\ada\\.codeium\\windsurf\\mcp_config.json',
		],
		[
			'gemini',
			'/home/ada/.gemini/settings.json',
			'/Users/ada/.gemini/settings.json',
			'C:\\Users\\ada\\.gemini\\settings.json',
		],
		[
			'opencode',
			'/home/ada/.config/opencode/opencode.json',
			'/Users/ada/.config/opencode/opencode.json',
			'C:\\Users\\ada\\.config\\opencode\\opencode.json',
		],
		[
			'opencode',
			'/home/ada/.config/opencode/opencode.jsonc',
			'/Users/ada/.config/opencode/opencode.jsonc',
			'C:\\Users\\ada\\.config\\opencode\\opencode.jsonc',
		],
		[
			'codex',
			'/home/ada/.codex/config.toml',
			'/Users/ada/.codex/config.toml',
			'C:\\Users\\ada\\.codex\\config.toml',
		],
		[
			'goose',
			'/home/ada/.config/goose/config.yaml',
			'/Users/ada/.config/goose/config.yaml',
			`${roaming}\\Block\\goose\\config\\config.yaml`,
		],
		[
			'lmstudio',
			'/home/ada/.lmstudio/mcp.json',
			'/Users/ada/.lmstudio/mcp.json',
			'C:\\Users\\ada\\.lmstudio\\mcp.json',
		],
		[
			'zed',
			'/home/ada/.config/zed/settings.json',
			'/Users/ada/.config/zed/settings.json',
			`${roaming}\\Zed\\settings.json`,
		],
		[
			'cline',
			['/home/ada/.config/Code/User', ...cline].join('/'),
			[`${support}/Code/User`, ...cline].join('/'),
			[`${roaming}\\Code\\User`, ...cline].join('\\'),
		],
	])('%s has %s, also on a Mac and on Windows', (client, onLinux, onMac, onWindows) => {
		const filesOf = (where: Parameters<typeof placesOf>[1]) => placesOf(client, where).map(({file}) => file);
		expect(filesOf(linux)).toContain(onLinux);
		expect(filesOf(mac)).toContain(onMac);
		expect(filesOf(windows)).toContain(onWindows);
	});

	it('are known for every client', () => {
		expect(clients.map(({id}) => id)).toContain('goose');
		for (const {places} of clients) {
			expect(places(linux).length).toBeGreaterThan(0);
		}
		expect(placesOf('toString', linux)).toEqual([]);
	});

	it('follow the variables that move them', () => {
		const env = {
			XDG_CONFIG_HOME: '/x',
			CODEX_HOME: '/codex',
			CLAUDE_CONFIG_DIR: '/claude',
			OPENCODE_CONFIG: '/oc.json',
		};
		const first = (client: string) => placesOf(client, {...linux, env})[0]?.file;
		expect(['goose', 'codex', 'claude-code', 'opencode'].map(first)).toEqual([
			'/x/goose/config.yaml',
			'/codex/config.toml',
			'/claude/.claude.json',
			'/oc.json',
		]);
	});

	it('tell files of a folder from those of the user', () => {
		expect(placesOf('cursor', linux).map(({isOfProject}) => isOfProject)).toEqual([false, true]);
		expect(placesOf('cursor', {...linux, cwd: linux.home})).toEqual([
			{file: '/home/ada/.cursor/mcp.json', isOfProject: false},
		]);
	});
});
