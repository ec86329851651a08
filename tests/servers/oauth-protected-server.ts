import type {IncomingMessage, ServerResponse} from 'node:http';
import {readBody, sendJson, startHttpServer} from './oauth-http-server.ts';

export type ProtectedServerOptions = {
	/** The scope of a live token; undefined for any other. */
	readonly scopeOf: (accessToken: string) => string | undefined;
	readonly authorizationServer: string;
	/** What the challenge asks for. */
	readonly scope?: string;
	/** The scope that calling `admin` takes. */
	readonly adminScope?: string | (() => string);
	/** Runs before the metadata is sent. True when it has answered itself. */
	readonly answerMetadata?: (response: ServerResponse) => Promise<boolean> | boolean;
	readonly changeResource?: (metadata: Record<string, unknown>) => Record<string, unknown>;
	/** In place of the challenge that names the metadata. */
	readonly challenge?: (base: string) => string | undefined;
	/** Runs before each answer that refuses a token. */
	readonly beforeRefusal?: () => Promise<void>;
};

export type ProtectedServer = {
	readonly url: string;
	/** The headers of each request of the protocol. */
	readonly requests: readonly IncomingMessage['headers'][];
	readonly close: () => Promise<void>;
};

const metadataPath = '/.well-known/oauth-protected-resource/mcp';
const tool = (name: string) => ({name, inputSchema: {type: 'object', properties: {}}});

const results: Readonly<Record<string, unknown>> = {
	initialize: {
		protocolVersion: '2025-06-18',
		capabilities: {tools: {}},
		serverInfo: {name: 'protected', version: '1.0.0'},
	},
	'tools/list': {tools: [tool('greet'), tool('admin')]},
	ping: {},
};

const scopeNow = (scope: ProtectedServerOptions['adminScope']): string | undefined =>
	typeof scope === 'function' ? scope() : scope;

type Message = {readonly id?: number; readonly method: string; readonly params?: {readonly name?: string}};

/** An MCP server over Streamable HTTP that answers only requests with a token. */
export const startProtectedServer = async (options: ProtectedServerOptions): Promise<ProtectedServer> => {
	const requests: IncomingMessage['headers'][] = [];

	const challenge = (base: string): string | undefined =>
		options.challenge === undefined
			? `Bearer resource_metadata="${base}${metadataPath}"${options.scope === undefined ? '' : `, scope="${options.scope}"`}`
			: options.challenge(base);

	const answerMessage = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		// No stream beside the calls, so that a test knows which request comes next.
		if (request.method !== 'POST') return sendJson(response, 405, {});
		requests.push(request.headers);
		const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
		const granted = options.scopeOf(token);
		const body = await readBody(request);
		if (granted === undefined) {
			await options.beforeRefusal?.();
			const header = challenge(server.base);
			return sendJson(response, 401, {}, header === undefined ? {} : {'www-authenticate': header});
		}
		const {id, method, params}: Message = JSON.parse(body);
		if (id === undefined) return void response.writeHead(202).end();
		const isAdmin = method === 'tools/call' && params?.name === 'admin';
		const needed = isAdmin ? scopeNow(options.adminScope) : undefined;
		if (needed !== undefined && !granted.split(' ').includes(needed))
			return sendJson(
				response,
				403,
				{},
				{'www-authenticate': `Bearer error="insufficient_scope", scope="${needed}"`},
			);
		const result = results[method] ?? {content: [{type: 'text', text: `${params?.name} as ${granted}`}]};
		sendJson(response, 200, {jsonrpc: '2.0', id, result});
	};

	const server = await startHttpServer(async (request, response) => {
		if (request.url === '/mcp') return answerMessage(request, response);
		if (request.url !== metadataPath) return sendJson(response, 404, {});
		if ((await options.answerMetadata?.(response)) === true) return;
		const metadata = {resource: `${server.base}/mcp`, authorization_servers: [options.authorizationServer]};
		return sendJson(response, 200, options.changeResource?.(metadata) ?? metadata);
	});

	return {url: `${server.base}/mcp`, requests, close: server.close};
};
