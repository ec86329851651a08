import type {Client} from '@modelcontextprotocol/client';
import type {ServerConfig} from '../../../domain/server.ts';
import type {TransportEnd} from '../transports/transport-end.ts';

/** The server that a request goes to. */
export type RequestTarget = {
	readonly client: Client;
	readonly config: ServerConfig;
	/** Why the connection is over, once it is. */
	readonly ended: () => TransportEnd | undefined;
	/** The same request was sent before and may have arrived. */
	readonly isAgain?: boolean;
	/** The server waits for an answer of the user: then nobody's time runs out. */
	readonly isWaitingForUser?: () => boolean;
	/** The changes of a watched resource were not heard for a while: there may have been some. */
	readonly onUnheard?: (uri: string) => void;
};
