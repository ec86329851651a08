import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import {z} from 'zod';
import type {RemoteServer, StdioServer} from '../../../../source/domain/server.ts';
import {serverConfig} from '../../../helpers/mcp-servers.ts';
import {findQuietPort} from '../../../helpers/quiet-port.ts';

const manifestShape = z.object({bin: z.record(z.string(), z.string())});

/** The program of a package from npm. */
const programOf = (name: string): string => {
	// A package may hide its package.json from `require`, but not from whoever reads node_modules.
	const paths = createRequire(import.meta.url).resolve.paths(name) ?? [];
	for (const folder of paths) {
		try {
			const {bin} = manifestShape.parse(JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')));
			return join(folder, name, Object.values(bin)[0] ?? '');
		} catch {
			// Not in this folder: one further up has it.
		}
	}
	throw new Error(`${name} is not installed`);
};

/** A config that starts a published server over stdio. */
export const publishedServer = (
	name: string,
	packageName: string,
	args: readonly string[] = [],
	more: Partial<StdioServer> = {},
): StdioServer => serverConfig('echo', {name, args: [programOf(packageName), ...args], ...more});

export const remoteServer = (
	name: string,
	type: RemoteServer['type'],
	url: string,
	more: Partial<RemoteServer> = {},
): RemoteServer => ({
	name,
	type,
	url,
	headers: {},
	auth: {type: 'none'},
	connectTimeout: 30_000,
	requestTimeout: 30_000,
	sseReadTimeout: 300_000,
	terminateOnClose: true,
	allowInsecure: false,
	retryAttempts: 0,
	loadTools: true,
	loadPrompts: true,
	excludeTools: [],
	disabled: false,
	...more,
});

export type PublishedProcess = {readonly port: number; readonly end: () => Promise<void>};

/** Starts a published server that listens on a port of this machine and says so on its error output. */
export const startPublished = async (
	packageName: string,
	start: (port: number) => {readonly args: readonly string[]; readonly env: Readonly<Record<string, string>>},
): Promise<PublishedProcess> => {
	const port = await findQuietPort();
	const {args, env} = start(port);
	const child = spawn(process.execPath, [programOf(packageName), ...args], {
		env: {...process.env, ...env},
		stdio: ['ignore', 'ignore', 'pipe'],
	});
	const said: string[] = [];
	await new Promise<void>((resolve, reject) => {
		child.stderr.on('data', chunk => {
			said.push(String(chunk));
			if (said.join('').includes(String(port))) resolve();
		});
		child.once('exit', code => reject(new Error(`it ended with ${code}: ${said.join('')}`)));
	});
	return {
		port,
		end: async () => {
			if (child.exitCode !== null) return;
			const ended = once(child, 'exit');
			child.kill('SIGKILL');
			await ended;
		},
	};
};
