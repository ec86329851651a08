import type {ClientCapabilities} from '@modelcontextprotocol/client';

const withoutQuestions: ClientCapabilities = {
	sampling: {tools: {}},
	roots: {},
	// A server may make a task of a call, which is then followed to its end.
	extensions: {'io.modelcontextprotocol/tasks': {}},
};

/** What servers may ask of us. `serveRequests` registers a handler for each of these. */
export const clientCapabilities = (isUnattended = false): ClientCapabilities =>
	isUnattended ? withoutQuestions : {elicitation: {form: {}, url: {}}, ...withoutQuestions};
