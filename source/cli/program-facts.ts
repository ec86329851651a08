import {access} from 'node:fs/promises';
import {homedir} from 'node:os';
import {join} from 'node:path';
import {findFolders} from '../core/config/folders.ts';
import type {ProgramFacts} from '../headless/servers/diagnose-program.ts';

const exists = async (path: string): Promise<boolean> => {
	try {
		await access(path);
		return true;
	} catch {
		// A file that cannot be reached is as good as none.
		return false;
	}
};

const keychainTrouble = async (): Promise<ProgramFacts['keychainTrouble']> => {
	const {openCredentials} = await import('../core/credentials/open-credentials.ts');
	const {kind, problem, hint, close} = await openCredentials({environment: process.env});
	close();
	return kind === 'keychain'
		? undefined
		: {problem: problem ?? 'there is none', hint: hint ?? 'Start the keychain of your system.'};
};

/** What the doctor looks at beside servers. */
export const programFacts = async (given: readonly string[]): Promise<ProgramFacts> => {
	const {env, stdin, stdout} = process;
	const own = join(findFolders(env, homedir(), process.platform).config, 'config.json');
	const paths = [own, join(process.cwd(), '.mcp.json'), ...given];
	const configFiles = await Promise.all(paths.map(async path => ({path, exists: await exists(path)})));
	return {
		version: process.env.MCP_TUI_VERSION ?? '0.0.0-dev',
		nodeVersion: process.versions.node,
		isTerminal: stdin.isTTY === true && stdout.isTTY === true,
		terminal: env.TERM,
		columns: stdout.isTTY ? stdout.columns : undefined,
		colour: env.NO_COLOR === undefined || env.NO_COLOR === '',
		language: env.LC_ALL || env.LC_CTYPE || env.LANG || undefined,
		keychainTrouble: await keychainTrouble(),
		configFiles,
	};
};
