import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import {Client, StreamableHTTPClientTransport} from '@modelcontextprotocol/client';
import {describe, expect, it, onTestFinished} from 'vitest';
import {callTool} from '../../../source/core/mcp/calls/call-tool.ts';
import type {RequestTarget} from '../../../source/core/mcp/calls/request-target.ts';
import {listCatalogue} from '../../../source/core/mcp/catalogue/list-catalogue.ts';
import {definitionOf} from '../../helpers/mcp-client.ts';
import {serverConfig, textOf} from '../../helpers/mcp-servers.ts';

const never = new AbortController().signal;
const argument = (header: string, type: string) => ({
	type: 'object' as const,
	properties: {region: {type, 'x-mcp-header': header}},
});
const tools = [
	{name: 'sound', inputSchema: argument('Region', 'string')},
	{name: 'faulty', inputSchema: argument('Region', 'number')},
	{name: 'stale', inputSchema: {type: 'object'}},
	{name: 'busy', inputSchema: {type: 'object'}},
];

const bodyOf = async (request: IncomingMessage): Promise<string> => {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString('utf8');
};

const results = (method: string, header: string): object | undefined => {
	const cached = {resultType: 'complete', ttlMs: 0, cacheScope: 'private'};
	if (method === 'server/discover')
		return {
			...cached,
			supportedVersions: ['2026-07-28'],
			capabilities: {tools: {}},
			serverInfo: {name: 'headers', version: '1.0.0'},
		};
	if (method === 'tools/list') return {...cached, tools};
	return method === 'tools/call'
		? {resultType: 'complete', content: [{type: 'text', text: `header: ${header}`}]}
		: undefined;
};

const answer = async (request: IncomingMessage, response: ServerResponse) => {
	if (request.method !== 'POST') return response.writeHead(405).end();
	const {id, method, params} = JSON.parse(await bodyOf(request)) as {
		id: number;
		method: string;
		params: {name?: string};
	};
	if (params.name === 'busy') return response.writeHead(429, {'retry-after': '3'}).end('slow down');
	const send = (status: number, message: object) =>
		response
			.writeHead(status, {'content-type': 'application/json'})
			.end(JSON.stringify({jsonrpc: '2.0', id, ...message}));
	if (params.name === 'stale') return send(400, {error: {code: -32_020, message: 'Header mismatch'}});
	const result = results(method, String(request.headers['mcp-param-region']));
	return result === undefined ? response.writeHead(202).end() : send(200, {result});
};

const connect = async (): Promise<RequestTarget> => {
	const server = createServer((request, response) => void answer(request, response));
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	const port = typeof address === 'object' && address !== null ? address.port : 0;
	const client = new Client(
		{name: 'mcp-tui-test', version: '0.0.0'},
		{versionNegotiation: {mode: {pin: '2026-07-28'}}},
	);
	await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));
	onTestFinished(async () => {
		await client.close();
		server.closeAllConnections();
		server.close();
	});
	return {client, config: serverConfig('headers'), ended: () => undefined};
};

const call = (target: RequestTarget, tool: string) =>
	callTool(
		{
			...target,
			definition: definitionOf(target, tool, {inputSchema: argument('Region', 'string')}),
			arguments: {region: 'eu-west'},
			onProgress: () => {},
			checker: {check: () => Promise.resolve({type: 'valid'}), close: () => Promise.resolve()},
		},
		never,
	);

describe('over HTTP with protocol 2026-07-28', () => {
	it('arguments are repeated as headers where a tool wants that', async () => {
		expect(textOf(await call(await connect(), 'sound'))).toBe('header: eu-west');
	});

	it('a tool that wants it wrongly is left out, with a note', async () => {
		const {tools: listed, note} = await listCatalogue({...(await connect()), transport: 'http'}, never);
		expect(listed.map(({tool}) => tool)).toEqual(['sound', 'stale', 'busy']);
		expect(note).toBe(
			'Tool "faulty" was left out: "x-mcp-header" is on something else than text, integer or boolean.',
		);
	});

	it('headers that no longer fit are reported as what they are', async () => {
		expect(await call(await connect(), 'stale')).toMatchObject({
			type: 'failed',
			failure: {code: 'header-mismatch'},
		});
	});

	it('a server that is too busy is named', async () => {
		expect(await call(await connect(), 'busy')).toMatchObject({
			type: 'failed',
			failure: {code: 'rate-limited', message: expect.stringContaining('slow down')},
		});
	});
});
