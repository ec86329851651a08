import {randomUUID} from 'node:crypto';
import {request as httpRequest} from 'node:http';
import {connect} from 'node:net';
import {expect, onTestFinished} from 'vitest';
import {z} from 'zod';
import type {RequestRecord} from '../../source/core/toolbox/http/answer-requests.ts';
import {type ServeHttpOptions, serveToolboxOverHttp} from '../../source/core/toolbox/serve-http.ts';
import type {McpTool} from '../../source/core/toolbox/shared/McpTool.ts';
import {createSecret} from '../../source/domain/secret.ts';
import {makeTemporaryFolder} from '../unit/toolbox/temporary-folder.ts';

export type ServedToolbox = {
	readonly root: string;
	readonly mcp: URL;
	readonly rest: URL;
	/** Every request that was answered. */
	readonly records: readonly RequestRecord[];
	readonly close: () => Promise<void>;
};

type Options = Partial<Omit<ServeHttpOptions, 'token'>> & {readonly token?: string};

/** The toolbox over MCP and REST, at ports of its own, until the test is over. */
export const serveForTest = async ({token, ...options}: Options = {}): Promise<ServedToolbox> => {
	const root = await makeTemporaryFolder();
	const records: RequestRecord[] = [];
	const outcome = await serveToolboxOverHttp({
		mode: 'act',
		version: '1.2.3',
		roots: [root],
		now: Date.now,
		newId: randomUUID,
		mcpPort: 0,
		restPort: 0,
		onAnswered: record => records.push(record),
		...(token === undefined ? {} : {token: createSecret(token)}),
		...options,
	});
	if (outcome.type === 'refused') throw new Error(outcome.failure.message);
	const {places, close} = outcome.serving;
	onTestFinished(close);
	const urlOf = (service: string): URL =>
		new URL(places.find(place => place.service === service)?.urls[0] ?? 'http://missing.invalid');
	return {root, mcp: urlOf('mcp'), rest: urlOf('rest'), records, close};
};

export type Answer = {
	readonly status: number;
	readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
	readonly text: string;
	readonly json: () => unknown;
};

type Sent = {
	readonly method?: string;
	/** Instead of the path of the URL, exactly as it is. */
	readonly path?: string;
	readonly headers?: Readonly<Record<string, string | readonly string[]>>;
	readonly body?: string | Buffer;
};

/** One request with headers that `fetch` would not send, on a connection of its own. */
export const send = (url: URL, {method, path, headers = {}, body}: Sent = {}): Promise<Answer> =>
	new Promise((resolve, reject) => {
		const request = httpRequest(
			{
				host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
				port: url.port,
				path: path ?? url.pathname,
				method: method ?? (body === undefined ? 'GET' : 'POST'),
				headers: {connection: 'close', ...headers},
			},
			response => {
				let text = '';
				response.setEncoding('utf8').on('data', (chunk: string) => {
					text += chunk;
				});
				response.once('end', () =>
					resolve({
						status: response.statusCode ?? 0,
						headers: response.headers,
						text,
						json: () => JSON.parse(text),
					}),
				);
			},
		);
		request.once('error', reject);
		request.end(body);
	});

/** Sends bytes as they are and resolves with everything that came back until the connection ended. */
export const sendBytes = (url: URL, bytes: string): Promise<string> =>
	new Promise(resolve => {
		let text = '';
		const socket = connect(Number(url.port), url.hostname, () => socket.write(bytes));
		socket.setEncoding('utf8').on('data', (chunk: string) => {
			text += chunk;
		});
		socket.on('error', () => {
			// How it ended is seen from what came back.
		});
		socket.once('close', () => resolve(text));
	});

/** The beginning of a request whose body never comes to its end. */
export const createWaitingBody = (url: URL): {readonly sent: Promise<void>} => {
	const head = [
		'POST /tools/calculate HTTP/1.1',
		`Host: ${url.host}`,
		'Content-Type: application/json',
		'Content-Length: 100',
	];
	const socket = connect(Number(url.port), url.hostname);
	socket.on('error', () => {
		// It is cut off when the server ends.
	});
	onTestFinished(() => void socket.destroy());
	return {
		sent: new Promise(resolve =>
			socket.once('connect', () => socket.write(`${head.join('\r\n')}\r\n\r\n{`, () => resolve())),
		),
	};
};

export const jsonHeaders = {
	'content-type': 'application/json',
	accept: 'application/json, text/event-stream',
} as const;

/** A request of protocol 2026-07-28 with everything it has to say about itself. */
export const modernMessage = (method: string, params: Readonly<Record<string, unknown>> = {}) => ({
	headers: {
		...jsonHeaders,
		'mcp-protocol-version': '2026-07-28',
		'mcp-method': method,
		...(typeof params.name === 'string' ? {'mcp-name': params.name} : {}),
	},
	body: JSON.stringify({
		jsonrpc: '2.0',
		id: 1,
		method,
		params: {
			...params,
			_meta: {
				'io.modelcontextprotocol/protocolVersion': '2026-07-28',
				'io.modelcontextprotocol/clientInfo': {name: 'test', version: '1'},
				'io.modelcontextprotocol/clientCapabilities': {},
			},
		},
	}),
});

export const initialize = {
	headers: jsonHeaders,
	body: JSON.stringify({
		jsonrpc: '2.0',
		id: 1,
		method: 'initialize',
		params: {protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {name: 'test', version: '1'}},
	}),
};

/** Begins a session and gives the headers of everything else in it. */
export const beginSession = async (url: URL): Promise<Readonly<Record<string, string>>> => {
	const {status, headers} = await send(url, initialize);
	expect(status).toBe(200);
	return {...jsonHeaders, 'mcp-session-id': String(headers['mcp-session-id'])};
};

export type WaitingTool = {
	readonly tool: McpTool;
	/** How many calls have begun. */
	readonly begun: () => number;
	/** How many calls heard that nobody waits for them. */
	readonly aborted: () => number;
	/** Lets every call come to its end. */
	readonly release: () => void;
};

/** A tool whose calls take until they are released or aborted. */
export const createWaitingTool = (): WaitingTool => {
	let begun = 0;
	let aborted = 0;
	const waiting = new Set<() => void>();
	return {
		begun: () => begun,
		aborted: () => aborted,
		release() {
			for (const go of waiting) go();
		},
		tool: {
			name: 'wait',
			title: 'Wait',
			description: 'Waits.',
			inputSchema: z.strictObject({}),
			inputSchemaName: 'WaitInputSchema',
			outputTypes: ['text'],
			enabledInModes: ['rest', 'mcpAct', 'mcpPlan'],
			annotations: {},
			async handler(_, signal) {
				begun += 1;
				await new Promise<void>(resolve => {
					waiting.add(resolve);
					signal.addEventListener('abort', () => {
						aborted += 1;
						resolve();
					});
				});
				return [{type: 'text', text: 'waited'}];
			},
		},
	};
};
