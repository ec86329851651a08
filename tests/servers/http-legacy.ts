import type {ServerResponse} from 'node:http';
import {type Answer, type SeenRequest, sendResult, sendStatus} from './http-host.ts';

export type LegacyOptions = {
	/** Answers with a session from the start. */
	readonly session?: () => string | undefined;
	/** After the handshake: answers whether it has dealt with the request itself. */
	readonly instead?: (request: SeenRequest, response: ServerResponse) => boolean;
};

const echoTool = {name: 'echo', inputSchema: {type: 'object'}};

/** A Streamable HTTP server of the 2025 generation, by hand, so that it can also misbehave. */
export const legacyServer =
	({session = () => undefined, instead = () => false}: LegacyOptions = {}): Answer =>
	(request, response) => {
		const {method} = request.message;
		const known = session();
		if (request.method === 'POST' && method === 'initialize')
			return sendResult(
				request,
				response,
				{
					protocolVersion: '2025-06-18',
					capabilities: {tools: {}},
					serverInfo: {name: 'by hand', version: '1'},
				},
				known === undefined ? {} : {'mcp-session-id': known},
			);
		if (known !== undefined && method !== 'server/discover' && request.headers['mcp-session-id'] !== known)
			return sendStatus(response, 404, 'Session not found');
		if (instead(request, response)) return;
		if (request.method === 'DELETE') return sendStatus(response, 200);
		if (request.method !== 'POST') return sendStatus(response, 405);
		if (request.message.id === undefined) return sendStatus(response, 202);
		if (method === 'tools/list') return sendResult(request, response, {tools: [echoTool]});
		if (method === 'tools/call')
			return sendResult(request, response, {content: [{type: 'text', text: 'echo'}]});
		response.writeHead(200, {'content-type': 'application/json'}).end(
			JSON.stringify({
				jsonrpc: '2.0',
				id: request.message.id,
				error: {code: -32601, message: `Method not found: ${method}`},
			}),
		);
	};
