import type {AuthProvider, FetchLike} from '@modelcontextprotocol/client';
import type {RemoteServer} from '../../../domain/server.ts';
import type {Environment} from '../../../support/network/proxy-choice.ts';

/** What a transport has to know of how we identify ourselves to a server. */
export type TransportAccess = {
	/** Sent with every request to the server. */
	readonly headers: Readonly<Record<string, string>>;
	/** For servers where tokens may be needed. Throws when only the user can get one. */
	readonly provider?: AuthProvider;
	/** Around the fetch of the HTTP transports, as the outermost layer. */
	readonly wrapFetch?: (fetch: FetchLike) => FetchLike;
};

export type RemoteTransportOptions = {
	readonly config: RemoteServer;
	readonly access: TransportAccess;
	readonly environment: Environment;
};
