import {randomUUID} from 'node:crypto';
import type {RequestListener} from 'node:http';
import {toNodeHandler} from '@modelcontextprotocol/node';
import {McpServer as OldServer} from '@modelcontextprotocol/sdk/server/mcp.js';
import {SSEServerTransport} from '@modelcontextprotocol/sdk/server/sse.js';
import {StreamableHTTPServerTransport} from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {createMcpHandler, McpServer as ModernServer} from '@modelcontextprotocol/server';

const oldServer = (): OldServer => {
	const server = new OldServer({name: 'old', version: '1.0.0'});
	server.registerTool('echo', {}, async () => ({content: [{type: 'text', text: 'from the old one'}]}));
	return server;
};

/** Streamable HTTP with sessions, as servers on SDK 1.x have it. */
export const oldStreamableServer = (): RequestListener => {
	const sessions = new Map<string, StreamableHTTPServerTransport>();
	return async (request, response) => {
		const id = request.headers['mcp-session-id'];
		const known = typeof id === 'string' ? sessions.get(id) : undefined;
		if (known !== undefined) return known.handleRequest(request, response);
		if (id !== undefined) return void response.writeHead(404).end('Session not found');
		const transport = new StreamableHTTPServerTransport({
			sessionIdGenerator: randomUUID,
			onsessioninitialized: session => void sessions.set(session, transport),
			onsessionclosed: session => void sessions.delete(session),
		});
		await oldServer().connect(transport);
		await transport.handleRequest(request, response);
	};
};

/** HTTP with server-sent events at /sse, the oldest kind. */
export const oldSseServer = (): RequestListener => {
	const sessions = new Map<string, SSEServerTransport>();
	return async (request, response) => {
		const url = new URL(request.url ?? '/', 'http://localhost');
		if (request.method === 'GET' && url.pathname === '/sse') {
			const transport = new SSEServerTransport('/messages', response);
			sessions.set(transport.sessionId, transport);
			await oldServer().connect(transport);
			return;
		}
		const session = sessions.get(url.searchParams.get('sessionId') ?? '');
		if (request.method === 'POST' && url.pathname === '/messages' && session !== undefined)
			return session.handlePostMessage(request, response);
		response.writeHead(url.pathname === '/sse' ? 405 : 404).end();
	};
};

/** Protocol 2026-07-28, and nothing else with `reject`. */
export const modernServer = (legacy: 'stateless' | 'reject' = 'reject'): RequestListener => {
	const handler = createMcpHandler(
		() => {
			const server = new ModernServer({name: 'modern', version: '1.0.0'});
			server.registerTool('echo', {}, async () => ({content: [{type: 'text', text: 'from the new one'}]}));
			return server;
		},
		{legacy},
	);
	const serve = toNodeHandler(handler);
	return (request, response) =>
		void serve(Object.assign(request, {method: request.method ?? 'GET', url: request.url ?? '/'}), response);
};
