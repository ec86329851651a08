import type {ClientCapabilities} from '@modelcontextprotocol/client';

/** What servers may ask of us. `serveRequests` registers a handler for each of these. */
export const clientCapabilities: ClientCapabilities = {
	elicitation: {form: {}, url: {}},
	sampling: {tools: {}},
	roots: {listChanged: true},
};
