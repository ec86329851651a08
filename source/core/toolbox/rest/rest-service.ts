import {isJsonContentType} from '@modelcontextprotocol/server';
import {suggestion} from '../../../support/nearest.ts';
import type {HttpLimits} from '../http/http-limits.ts';
import type {Exchange, HttpService, Refusal} from '../http/http-service.ts';
import {mcpPath} from '../http/mcp-service.ts';
import {readJson} from '../http/read-json.ts';
import {withTimeLimit} from '../limit-tool-time.ts';
import type {McpTool} from '../shared/McpTool.ts';
import {showName} from '../shared/showName.ts';
import {callTool} from './call-tool.ts';
import {describeTool} from './describe-tool.ts';
import {createOpenApiDocument} from './openapi-document.ts';

type RestServiceOptions = {
	/** Those that may be offered here. */
	readonly tools: readonly McpTool[];
	readonly version: string;
	readonly needsToken: boolean;
	readonly limits: HttpLimits;
};

const longestNameShown = 80;

const refuse = ({status, message, headers = {}}: Refusal): Response =>
	Response.json({error: {message}}, {status, headers});

const notAllowed = (method: string, allow: string): Response =>
	refuse({status: 405, message: `${method} is not possible here, only ${allow}.`, headers: {allow}});

const readName = (path: string): string | undefined => {
	try {
		return decodeURIComponent(path);
	} catch {
		// What is no name is the name of nothing.
		return undefined;
	}
};

/** The toolbox as a REST interface. */
export const createRestService = ({tools, version, needsToken, limits}: RestServiceOptions): HttpService => {
	const byName = new Map(tools.map(tool => [tool.name, withTimeLimit(tool, limits.callTime)]));
	const pages: Readonly<Record<string, () => object>> = {
		'/health': () => ({status: 'ok'}),
		'/tools': () => ({tools: tools.map(describeTool)}),
		'/openapi.json': () => createOpenApiDocument({tools, version, needsToken}),
	};

	const readArguments = ({headers, body}: Exchange): {readonly value: unknown} | Response => {
		const type = headers.get('content-type');
		// A call without a body is one without arguments.
		if (body === '' && type === null) return {value: {}};
		if (!isJsonContentType(type))
			return refuse({status: 415, message: 'Send the arguments as application/json.'});
		const read = readJson(body, limits.jsonDepth);
		if (read.type === 'read') return read;
		const message =
			read.type === 'malformed'
				? 'The body is not JSON. It has to be one object with the arguments.'
				: `JSON may be ${limits.jsonDepth} levels deep.`;
		return refuse({status: 400, message});
	};

	const answerTool = async (exchange: Exchange, given: string): Promise<Response> => {
		const name = readName(given);
		const tool = name === undefined ? undefined : byName.get(name);
		if (tool === undefined) {
			const shown = showName(name ?? given, longestNameShown);
			const near = suggestion(name ?? '', [...byName.keys()]);
			return refuse({
				status: 404,
				message: `There is no tool ${shown}${near || '.'} GET /tools lists them.`,
			});
		}
		if (exchange.method === 'GET' || exchange.method === 'HEAD') return Response.json(describeTool(tool));
		if (exchange.method !== 'POST') return notAllowed(exchange.method, 'GET, POST');
		exchange.note(tool.name);
		const read = readArguments(exchange);
		if (read instanceof Response) return read;
		const {status, body} = await callTool(tool, read.value, exchange.signal);
		return Response.json(body, {status});
	};

	return {
		owns: path => path !== mcpPath,
		refuse,
		async answer(exchange) {
			const {method, path} = exchange;
			const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
			if (page !== undefined)
				return method === 'GET' || method === 'HEAD' ? Response.json(page()) : notAllowed(method, 'GET');
			const name = /^\/tools\/([^/]+)$/.exec(path)?.[1];
			if (name !== undefined) return answerTool(exchange, name);
			return refuse({
				status: 404,
				message: 'There is nothing at this path. GET /openapi.json describes what there is.',
			});
		},
		async close() {
			// Nothing of it outlives a request.
		},
	};
};
