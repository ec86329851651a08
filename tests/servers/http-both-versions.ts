import {randomUUID} from 'node:crypto';
import {once} from 'node:events';
import type {RequestListener, ServerResponse} from 'node:http';
import {toNodeHandler} from '@modelcontextprotocol/node';
import {McpServer as OldServer} from '@modelcontextprotocol/sdk/server/mcp.js';
import {StreamableHTTPServerTransport} from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {createMcpHandler, McpServer as ModernServer} from '@modelcontextprotocol/server';

const question = {
	message: 'Which room?',
	requestedSchema: {
		type: 'object' as const,
		properties: {room: {type: 'string' as const}},
		required: ['room'],
	},
};
const text = (words: string) => ({content: [{type: 'text' as const, text: words}]});

/** FastMCP (Python) ends a tool that calls `ctx.elicit` so: an error result. */
const fastMcpWords = 'elicitation via server-initiated requests is unavailable on 2026-07-28 connections.';
/** The official Python SDK answers with this error and HTTP status 400. */
const pythonError = {
	code: -32_600,
	message:
		"Cannot send 'elicitation/create': this transport context has no back-channel for server-initiated requests.",
};
/** FastMCP's words for a tool that returns its question, which 2025-11-25 has no result for. */
const fastMcpOldWords =
	"Tool 'returns' returned an InputRequiredResult to request client input, but the multi-round-trip result type (SEP-2322) only exists at MCP 2026-07-28; this connection negotiated '2025-11-25'.";

const tools = {
	look: {annotations: {readOnlyHint: true}},
	book: {},
	typescript: {annotations: {readOnlyHint: true}},
	python: {annotations: {readOnlyHint: true}},
	returns: {annotations: {readOnlyHint: true}},
	slow: {},
	warn: {},
};

export type BothVersions = {
	readonly listener: RequestListener;
	/** The tools that ran, each with the version of the request. */
	readonly ran: readonly string[];
	/** Lets the tool `slow` end. */
	readonly finishSlow: () => void;
};

/**
 * Imitates a FastMCP server over HTTP: it offers 2026-07-28 and, with sessions, 2025-11-25, and asks the user by a
 * request of its own, which 2026-07-28 does not have. `slow` ends when the test says so, `warn` logs a warning.
 */
export const bothVersions = ({offersOld = true, asksAtAll = true} = {}): BothVersions => {
	const ran: string[] = [];
	const slow = new AbortController();
	const slowEnds = once(slow.signal, 'abort');

	const modern = (): ModernServer => {
		const server = new ModernServer({name: 'both', version: '1.0.0'}, {capabilities: {logging: {}}});
		for (const [name, more] of Object.entries(tools))
			server.registerTool(name, more, async context => {
				ran.push(`${name} 2026-07-28`);
				if (name === 'slow') return slowEnds.then(() => text('finished'));
				if (name === 'returns') return text('returned');
				if (name === 'warn') {
					await context.mcpReq.log('warning', 'the disk is nearly full');
					return text('warned');
				}
				// The SDK itself refuses this one.
				if (name === 'typescript') return text((await server.server.elicitInput(question)).action);
				return {...text(fastMcpWords), isError: true};
			});
		server.registerPrompt('advice', {}, async context => {
			await context.mcpReq.log('warning', 'the advice is old');
			return {messages: [{role: 'user', content: {type: 'text', text: 'Wait.'}}]};
		});
		return server;
	};

	const old = (): OldServer => {
		const server = new OldServer({name: 'both', version: '1.0.0'}, {capabilities: {logging: {}}});
		for (const [name, more] of Object.entries(tools))
			server.registerTool(name, more, async () => {
				ran.push(`${name} 2025-11-25`);
				if (name === 'returns') return {...text(fastMcpOldWords), isError: true};
				if (!asksAtAll) return {...text(pythonError.message), isError: true};
				const {action, content} = await server.server.elicitInput(question);
				return text(`${action} ${JSON.stringify(content)}`);
			});
		return server;
	};

	const serveModern = toNodeHandler(createMcpHandler(modern, {legacy: 'reject'}));
	const sessions = new Map<string, StreamableHTTPServerTransport>();
	const refuseAsPython = async (request: AsyncIterable<Buffer>, response: ServerResponse) => {
		let body = '';
		for await (const chunk of request) body += chunk.toString();
		ran.push('python 2026-07-28');
		response.writeHead(400, {'content-type': 'application/json'});
		response.end(JSON.stringify({jsonrpc: '2.0', id: JSON.parse(body).id, error: pythonError}));
	};

	return {
		ran,
		finishSlow: () => slow.abort(),
		listener: async (request, response) => {
			const {headers} = request;
			if (headers['mcp-name'] === 'python') return refuseAsPython(request, response);
			if (!offersOld || headers['mcp-protocol-version'] === '2026-07-28')
				return serveModern(
					Object.assign(request, {method: request.method ?? 'GET', url: request.url ?? '/'}),
					response,
				);
			const id = headers['mcp-session-id'];
			const known = typeof id === 'string' ? sessions.get(id) : undefined;
			if (known !== undefined) return known.handleRequest(request, response);
			const transport = new StreamableHTTPServerTransport({
				sessionIdGenerator: randomUUID,
				onsessioninitialized: session => void sessions.set(session, transport),
			});
			await old().connect(transport);
			await transport.handleRequest(request, response);
		},
	};
};
