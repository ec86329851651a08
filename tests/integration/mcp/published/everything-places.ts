import type {ServerConfig} from '../../../../source/domain/server.ts';
import {type PublishedProcess, publishedServer, remoteServer, startPublished} from './published-server.ts';

/** One way to reach server-everything. */
export type EverythingPlace = {
	readonly transport: 'stdio' | 'sse' | 'http';
	readonly open: () => Promise<void>;
	readonly config: () => ServerConfig;
	readonly end: () => Promise<void>;
};

const remotePlace = (
	transport: 'sse' | 'http',
	mode: 'sse' | 'streamableHttp',
	path: string,
): EverythingPlace => {
	let server: PublishedProcess | undefined;
	return {
		transport,
		open: async () => {
			server = await startPublished('@modelcontextprotocol/server-everything', port => ({
				args: [mode],
				env: {PORT: String(port)},
			}));
		},
		config: () => remoteServer('everything', transport, `http://127.0.0.1:${server?.port ?? 0}/${path}`),
		end: async () => server?.end(),
	};
};

export const everythingPlaces: readonly EverythingPlace[] = [
	{
		transport: 'stdio',
		open: async () => {},
		config: () => publishedServer('everything', '@modelcontextprotocol/server-everything', ['stdio']),
		end: async () => {},
	},
	remotePlace('sse', 'sse', 'sse'),
	remotePlace('http', 'streamableHttp', 'mcp'),
];
