import {resolve} from 'node:path';
import {assertNever} from '../../domain/assert-never.ts';
import type {ServerConfig} from '../../domain/server.ts';

/**
 * How a server is reached, as its entry has it: references unresolved, of variables and headers only the names. What is
 * resolved changes without anybody having touched the entry, and may be secret.
 */
export type ServerReach =
	| {
			readonly type: 'command';
			readonly command: string;
			readonly args: readonly string[];
			readonly cwd?: string;
			readonly variables: readonly string[];
			/** Where its program really runs. */
			readonly folder?: string;
			readonly source?: string;
	  }
	| {
			readonly type: 'url';
			readonly url: string;
			readonly headers: readonly string[];
			readonly source?: string;
	  }
	| {readonly type: 'built-in'};

/** The file that names a server. On a command line it may be named from where the user is. */
export const sourceOf = ({source}: ServerConfig): string => (source === undefined ? '' : resolve(source));

/**
 * Of a server that is not the user's own, also which file names it and where it runs: the same words in another project
 * start another program. The user's own servers run wherever the user works.
 */
export const serverReach = (config: ServerConfig, isOwn: boolean): ServerReach => {
	const from = isOwn ? {} : {source: sourceOf(config)};
	switch (config.type) {
		case 'stdio': {
			const {command, args, cwd} = config.shown ?? config;
			return {
				type: 'command',
				command,
				args,
				...(cwd === undefined ? {} : {cwd}),
				variables: Object.keys(config.env).sort(),
				...from,
				...(isOwn ? {} : {folder: resolve(config.cwd ?? '.')}),
			};
		}
		case 'http':
		case 'sse':
		case 'ws':
			return {
				type: 'url',
				url: (config.shown ?? config).url,
				headers: Object.keys(config.headers)
					.map(name => name.toLowerCase())
					.sort(),
				...from,
			};
		case 'in-memory':
			return {type: 'built-in'};
		default:
			return assertNever(config);
	}
};
