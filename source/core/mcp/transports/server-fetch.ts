import {
	createNetworkFetch,
	type NetworkFetch,
	type NetworkFetchOptions,
} from '../../../support/network/network-fetch.ts';

/** Nobody has a reason to answer with many messages at once, and each of them costs more than its length. */
const maxListBytes = 256 * 1024;

/** fetch for MCP servers and whoever signs us in there. */
export const createServerFetch = (options: NetworkFetchOptions): NetworkFetch =>
	createNetworkFetch({maxListBytes, ...options});
