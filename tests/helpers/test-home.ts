import {randomUUID} from 'node:crypto';
import {mkdtempSync, realpathSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {removeFolder} from './remove-folder.ts';

export type TestHome = {
	readonly folder: string;
	/** MCP_TUI_HOME: configuration, sessions, cache. */
	readonly settings: string;
	/** In the environment of everything started with `env`. */
	readonly marker: string;
	readonly env: Readonly<Record<string, string>>;
	readonly remove: () => void;
};

/** A home of its own and an environment that holds nothing of the person or machine that runs the tests. */
export const createTestHome = (existing?: string): TestHome => {
	const folder = existing ?? realpathSync(mkdtempSync(path.join(tmpdir(), 'mcp-tui-test-')));
	const settings = path.join(folder, '.mcp-tui');
	const marker = randomUUID();
	return {
		folder,
		settings,
		marker,
		env: {
			PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin',
			HOME: folder,
			MCP_TUI_HOME: settings,
			TERM: 'xterm-256color',
			LANG: 'C.UTF-8',
			TZ: 'UTC',
			MARKER: marker,
		},
		remove() {
			if (existing === undefined) removeFolder(folder);
		},
	};
};
