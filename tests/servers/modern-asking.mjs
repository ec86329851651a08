// Speaks only protocol 2026-07-28: what it wants from the user is part of its results (`input_required`).
import {answer, onMessages, refuse, textResult, tool} from './mcp-stdio.mjs';

const complete = result => ({resultType: 'complete', ...result});
const schema = {
	type: 'object',
	properties: {name: {type: 'string'}, colour: {type: 'string', enum: ['red', 'blue'], default: 'blue'}},
	required: ['name'],
};
const wanted = {
	form: {
		who: {
			method: 'elicitation/create',
			params: {mode: 'form', message: 'Who are you?', requestedSchema: schema},
		},
	},
	page: {
		page: {
			method: 'elicitation/create',
			params: {mode: 'url', message: 'Please look at this.', url: 'https://example.org/look'},
		},
	},
	everything: {
		who: {
			method: 'elicitation/create',
			params: {mode: 'form', message: 'Who are you?', requestedSchema: schema},
		},
		thought: {
			method: 'sampling/createMessage',
			params: {messages: [{role: 'user', content: {type: 'text', text: 'Think.'}}], maxTokens: 50},
		},
		folders: {method: 'roots/list'},
	},
};

onMessages(({id, method, params}) => {
	if (method === 'server/discover')
		return answer(
			id,
			complete({
				supportedVersions: ['2026-07-28'],
				capabilities: {tools: {}},
				serverInfo: {name: 'modern-asking', version: '1.0.0'},
				ttlMs: 0,
				cacheScope: 'private',
			}),
		);
	if (method === 'tools/list')
		return answer(
			id,
			complete({ttlMs: 0, cacheScope: 'private', tools: Object.keys(wanted).map(name => tool(name))}),
		);
	if (method === 'tools/call') {
		const {inputResponses, requestState} = params;
		if (inputResponses === undefined)
			return answer(id, {
				resultType: 'input_required',
				inputRequests: wanted[params.name],
				requestState: `state of ${params.name}`,
			});
		return answer(id, complete(textResult(JSON.stringify(inputResponses), requestState)));
	}
	if (id !== undefined) refuse(id, -32601, `Method not found: ${method}`);
});
process.stdin.on('end', () => process.exit(0));
