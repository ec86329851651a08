import {
	createMcpHandler,
	isJsonContentType,
	isLegacyRequest,
	type McpServer,
} from '@modelcontextprotocol/server';
import type {HttpLimits} from './http-limits.ts';
import type {Exchange, HttpService, Refusal} from './http-service.ts';
import {createMcpSessions} from './mcp-sessions.ts';
import {readJson} from './read-json.ts';

type McpServiceOptions = {
	readonly createServer: () => McpServer;
	readonly limits: HttpLimits;
	readonly now: () => number;
	readonly newId: () => string;
};

export const mcpPath = '/mcp';

/** Codes of JSON-RPC and, for a session that is gone, of the SDKs. */
const codes: Readonly<Record<number, number>> = {404: -32_001, 500: -32_603};
const otherCode = -32_000;
const parseError = -32_700;

const errorResponse = (
	{status, message, headers = {}}: Refusal,
	code = codes[status] ?? otherCode,
): Response => Response.json({jsonrpc: '2.0', error: {code, message}, id: null}, {status, headers});

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null;

const methodOf = (message: unknown): string | undefined =>
	isObject(message) && typeof message.method === 'string' ? message.method : undefined;

/** `tools/call read-file`: for the log. */
const describeMessage = (message: unknown): string => {
	if (Array.isArray(message)) return `${message.length} messages`;
	const {name} = isObject(message) && isObject(message.params) ? message.params : {};
	return `${methodOf(message) ?? 'no method'}${typeof name === 'string' ? ` ${name}` : ''}`;
};

/** MCP over Streamable HTTP, for both generations of the protocol: with sessions up to 2025-11-25, without from 2026-07-28 on. */
export const createMcpService = ({createServer, limits, now, newId}: McpServiceOptions): HttpService => {
	const modern = createMcpHandler(createServer, {legacy: 'reject', maxSubscriptions: limits.sessions});
	const sessions = createMcpSessions({
		createServer,
		refuse: errorResponse,
		most: limits.sessions,
		idleTime: limits.sessionIdleTime,
		now,
		newId,
	});

	const toRequest = ({method, headers, signal}: Exchange): Request =>
		// Nothing but the headers is read of it: the body was parsed already.
		new Request(`http://localhost${mcpPath}`, {method, headers, signal});

	const answerMessage = async (exchange: Exchange): Promise<Response> => {
		if (!isJsonContentType(exchange.headers.get('content-type')))
			return errorResponse({status: 415, message: 'Send a message as application/json.'});
		const read = readJson(exchange.body, limits.jsonDepth);
		if (read.type === 'malformed')
			return errorResponse({status: 400, message: 'The body is not JSON.'}, parseError);
		if (read.type === 'too-deep')
			return errorResponse({status: 400, message: `JSON may be ${limits.jsonDepth} levels deep.`});
		const {value} = read;
		exchange.note(describeMessage(value));
		const request = toRequest(exchange);
		if (await isLegacyRequest(request, value)) return sessions.answer(request, value, exchange.ended);
		if (methodOf(value) === 'subscriptions/listen') exchange.lasts();
		return modern.fetch(request, {parsedBody: value});
	};

	return {
		owns: path => path === mcpPath,
		refuse: errorResponse,
		async answer(exchange) {
			switch (exchange.method) {
				case 'POST':
					return answerMessage(exchange);
				case 'DELETE':
					return sessions.answer(toRequest(exchange), undefined, exchange.ended);
				default:
					// Nothing is ever sent that no request is waiting for, so there is no stream to get.
					return errorResponse({
						status: 405,
						message: `${exchange.method} is not possible here; POST messages.`,
						headers: {allow: 'POST, DELETE'},
					});
			}
		},
		async close() {
			await Promise.all([modern.close(), sessions.close()]);
		},
	};
};
