import {posix, win32} from 'node:path';
import type {Environment} from '../expand-variables.ts';

/** The machine on which other clients are looked for. */
export type Where = {
	readonly platform: NodeJS.Platform;
	readonly home: string;
	readonly env: Environment;
	/** The folder in which the program runs. */
	readonly cwd: string;
};

export type ClientPlace = {
	readonly file: string;
	/** It lies in the folder of a project: somebody else may have written it. */
	readonly isOfProject: boolean;
	/** Every file in it counts. */
	readonly isFolder?: boolean | undefined;
};

type Roots = {
	readonly home: (...parts: readonly string[]) => string;
	/** Where programs of this platform keep their settings. */
	readonly settings: (...parts: readonly string[]) => string;
	/** `~/.config`, which some use on every platform but Windows. */
	readonly dotConfig: (...parts: readonly string[]) => string;
	readonly project: (...parts: readonly string[]) => string;
	/** A folder that a variable names instead. */
	readonly named: (variable: string, ...parts: readonly string[]) => readonly string[];
	readonly isWindows: boolean;
};

const rootsOf = ({platform, home, env, cwd}: Where): Roots => {
	const {join} = platform === 'win32' ? win32 : posix;
	const dotConfig = env.XDG_CONFIG_HOME || join(home, '.config');
	const settings =
		platform === 'win32'
			? env.APPDATA || join(home, 'AppData', 'Roaming')
			: platform === 'darwin'
				? join(home, 'Library', 'Application Support')
				: dotConfig;
	return {
		home: (...parts) => join(home, ...parts),
		settings: (...parts) => join(settings, ...parts),
		dotConfig: (...parts) => join(platform === 'win32' ? join(home, '.config') : dotConfig, ...parts),
		project: (...parts) => join(cwd, ...parts),
		named: (variable, ...parts) => {
			const folder = env[variable];
			return folder === undefined || folder === '' ? [] : [join(folder, ...parts)];
		},
		isWindows: platform === 'win32',
	};
};

/** Visual Studio Code and what is built from the same source. */
const codeFolders = ['Code', 'Code - Insiders', 'VSCodium'];

/** Where VS Code keeps the settings of an extension. */
const ofExtension = ({settings}: Roots, extension: string, file: string): readonly string[] =>
	codeFolders.map(folder => settings(folder, 'User', 'globalStorage', extension, 'settings', file));

type Files = {
	readonly own: readonly string[];
	readonly project?: readonly string[];
	/** Those of `own` and `project` that are folders. */
	readonly folders?: readonly string[];
};

const files: Readonly<Record<string, (roots: Roots, where: Where) => Files>> = {
	'claude-desktop': ({settings, isWindows}, {env, home}) => {
		const local = env.LOCALAPPDATA || win32.join(home, 'AppData', 'Local');
		// As it is installed from the store, it sees a copy of its folder.
		const packaged = ['Packages', 'Claude_pzs8sxrjxfjjc', 'LocalCache', 'Roaming', 'Claude'];
		return {
			own: [
				settings('Claude', 'claude_desktop_config.json'),
				...(isWindows ? [win32.join(local, ...packaged, 'claude_desktop_config.json')] : []),
			],
		};
	},
	'claude-code': ({home, project, named}) => ({
		own: [...named('CLAUDE_CONFIG_DIR', '.claude.json'), home('.claude.json')],
		project: [project('.mcp.json')],
	}),
	vscode: ({settings, project}) => ({
		own: codeFolders.flatMap(folder => [
			settings(folder, 'User', 'mcp.json'),
			settings(folder, 'User', 'settings.json'),
		]),
		project: [project('.vscode', 'mcp.json'), project('.vscode', 'settings.json')],
	}),
	cursor: ({home, project}) => ({
		own: [home('.cursor', 'mcp.json')],
		project: [project('.cursor', 'mcp.json')],
	}),
	windsurf: ({home}) => ({own: [home('.codeium', 'windsurf', 'mcp_config.json')]}),
	gemini: ({home, project}) => ({
		own: [home('.gemini', 'settings.json')],
		project: [project('.gemini', 'settings.json')],
	}),
	opencode: ({dotConfig, project}, {env}) => ({
		own: [
			...(env.OPENCODE_CONFIG ? [env.OPENCODE_CONFIG] : []),
			...['opencode.json', 'opencode.jsonc', 'config.json'].map(name => dotConfig('opencode', name)),
		],
		project: [
			project('opencode.json'),
			project('opencode.jsonc'),
			project('.opencode', 'opencode.json'),
			project('.opencode', 'opencode.jsonc'),
		],
	}),
	codex: ({home, project, named}) => ({
		own: [...named('CODEX_HOME', 'config.toml'), home('.codex', 'config.toml')],
		project: [project('.codex', 'config.toml')],
	}),
	goose: ({settings, dotConfig, isWindows}) => ({
		own: [
			isWindows ? settings('Block', 'goose', 'config', 'config.yaml') : dotConfig('goose', 'config.yaml'),
		],
	}),
	lmstudio: ({home}) => ({own: [home('.lmstudio', 'mcp.json'), home('.cache', 'lm-studio', 'mcp.json')]}),
	zed: ({settings, dotConfig, project, isWindows}) => ({
		own: [isWindows ? settings('Zed', 'settings.json') : dotConfig('zed', 'settings.json')],
		project: [project('.zed', 'settings.json')],
	}),
	cline: roots => ({own: ofExtension(roots, 'saoudrizwan.claude-dev', 'cline_mcp_settings.json')}),
	roo: roots => ({
		own: ofExtension(roots, 'rooveterinaryinc.roo-cline', 'mcp_settings.json'),
		project: [roots.project('.roo', 'mcp.json')],
	}),
	kiro: ({home, project}) => ({
		own: [home('.kiro', 'settings', 'mcp.json')],
		project: [project('.kiro', 'settings', 'mcp.json')],
	}),
	junie: ({home, project}) => ({
		own: [home('.junie', 'mcp', 'mcp.json')],
		project: [project('.junie', 'mcp', 'mcp.json')],
	}),
	'amazon-q': ({home, project}) => {
		const inFolder = (at: (...parts: readonly string[]) => string): readonly string[] => [
			at('mcp.json'),
			at('default.json'),
			at('agents', 'default.json'),
		];
		const own = (...parts: readonly string[]) => home('.aws', 'amazonq', ...parts);
		const ofProject = (...parts: readonly string[]) => project('.amazonq', ...parts);
		const folders = [own('cli-agents'), ofProject('cli-agents')];
		return {
			own: [...inFolder(own), own('cli-agents')],
			project: [...inFolder(ofProject), ofProject('cli-agents')],
			folders,
		};
	},
	amp: ({dotConfig, project}) => ({
		own: [dotConfig('amp', 'settings.json')],
		project: [project('.amp', 'settings.json')],
	}),
	crush: ({dotConfig, project, named}) => ({
		own: [...named('CRUSH_GLOBAL_CONFIG', 'crush.json'), dotConfig('crush', 'crush.json')],
		project: [project('crush.json'), project('.crush.json')],
	}),
	continue: ({home, project}) => {
		const folders = [home('.continue', 'mcpServers'), project('.continue', 'mcpServers')];
		return {
			own: [home('.continue', 'config.yaml'), home('.continue', 'mcpServers')],
			project: [project('.continue', 'mcpServers')],
			folders,
		};
	},
	librechat: ({project}, {env}) => ({
		own: env.CONFIG_PATH?.endsWith('librechat.yaml') === true ? [env.CONFIG_PATH] : [],
		project: [project('librechat.yaml')],
	}),
	mcporter: ({home, project}, {env}) => ({
		own: [
			...(env.MCPORTER_CONFIG ? [env.MCPORTER_CONFIG] : []),
			home('.mcporter', 'mcporter.json'),
			home('.mcporter', 'mcporter.jsonc'),
		],
		project: [project('config', 'mcporter.json')],
	}),
	shared: ({dotConfig}) => ({own: [dotConfig('mcp', 'mcp.json')]}),
};

/** Where a client keeps its servers, the user's own files first. */
export const placesOf = (client: string, where: Where): readonly ClientPlace[] => {
	const found = Object.hasOwn(files, client) ? files[client]?.(rootsOf(where), where) : undefined;
	const own = [...new Set(found?.own)];
	const isFolder = (file: string): boolean | undefined => found?.folders?.includes(file) || undefined;
	return [
		...own.map(file => ({file, isOfProject: false, isFolder: isFolder(file)})),
		// In the home folder both may be the same file.
		...(found?.project ?? [])
			.filter(file => !own.includes(file))
			.map(file => ({file, isOfProject: true, isFolder: isFolder(file)})),
	];
};
