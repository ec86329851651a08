import type {Transport} from '@modelcontextprotocol/server';
import type {LocalChannel} from '../../domain/server-ports.ts';
import {createToolboxServer, type ToolboxOptions} from './create-toolbox-server.ts';

/** Serves the toolbox to a client in this process. */
export const serveToolboxLocally = async (options: ToolboxOptions, channel: LocalChannel): Promise<void> => {
	// The channel is a transport of the same SDK, handed through a port that does not know it.
	await createToolboxServer(options).connect(channel as Transport);
};
