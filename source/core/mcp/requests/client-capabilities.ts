import type {ClientCapabilities} from '@modelcontextprotocol/client';

/** What servers may ask of us. `serveRequests` registers a handler for each of these. */
export const clientCapabilities: ClientCapabilities = {
	elicitation: {form: {}, url: {}},
	sampling: {tools: {}},
	roots: {},
	// A server may make a task of a call, which is then followed to its end.
	extensions: {'io.modelcontextprotocol/tasks': {}},
};
