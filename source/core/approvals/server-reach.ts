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
	  }
	| {readonly type: 'url'; readonly url: string; readonly headers: readonly string[]}
	| {readonly type: 'built-in'};

export const serverReach = (config: ServerConfig): ServerReach => {
	switch (config.type) {
		case 'stdio': {
			const {command, args, cwd} = config.shown ?? config;
			return {
				type: 'command',
				command,
				args,
				...(cwd === undefined ? {} : {cwd}),
				variables: Object.keys(config.env).sort(),
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
			};
		case 'in-memory':
			return {type: 'built-in'};
		default:
			return assertNever(config);
	}
};
