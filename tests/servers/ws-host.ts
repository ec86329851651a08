import type {IncomingMessage} from 'node:http';
import type {AddressInfo} from 'node:net';
import {onTestFinished} from 'vitest';
import {type WebSocket, WebSocketServer} from 'ws';
import type {WhenOver} from './http-host.ts';

export type WsHost = {
	readonly url: string;
	readonly sockets: readonly WebSocket[];
	readonly requests: readonly IncomingMessage[];
	readonly stop: () => Promise<void>;
};

type Message = {readonly id?: string | number; readonly method?: string};

export type WsAnswer = (message: Message, socket: WebSocket) => void;

export type WsHostOptions = {
	/** Chooses no subprotocol. */
	readonly isPlain?: boolean;
	/** Does not answer pings. */
	readonly isDeaf?: boolean;
	readonly status?: number;
	readonly whenOver?: WhenOver;
};

export const reply = (socket: WebSocket, message: Message, result: unknown): void =>
	socket.send(JSON.stringify({jsonrpc: '2.0', id: message.id, result}));

export const refuse = (socket: WebSocket, message: Message, code: number, text: string): void =>
	socket.send(JSON.stringify({jsonrpc: '2.0', id: message.id, error: {code, message: text}}));

const echoTool = {name: 'echo', inputSchema: {type: 'object'}};

/** A well-behaved server of the 2025 generation. */
export const answerWell: WsAnswer = (message, socket) => {
	if (message.id === undefined) return;
	if (message.method === 'initialize')
		return reply(socket, message, {
			protocolVersion: '2025-06-18',
			capabilities: {tools: {}},
			serverInfo: {name: 'ws', version: '1'},
		});
	if (message.method === 'tools/list') return reply(socket, message, {tools: [echoTool]});
	if (message.method === 'tools/call')
		return reply(socket, message, {content: [{type: 'text', text: 'echo'}]});
	if (message.method === 'ping') return reply(socket, message, {});
	refuse(socket, message, -32601, `Method not found: ${message.method}`);
};

/** A WebSocket server on loopback until the test is over. */
export const startWsHost = async (
	answer: WsAnswer = answerWell,
	{isPlain = false, isDeaf = false, status, whenOver = onTestFinished}: WsHostOptions = {},
): Promise<WsHost> => {
	const sockets: WebSocket[] = [];
	const requests: IncomingMessage[] = [];
	const server = new WebSocketServer({
		port: 0,
		host: '127.0.0.1',
		autoPong: !isDeaf,
		handleProtocols: offered => (isPlain ? false : ([...offered][0] ?? false)),
		...(status === undefined
			? {}
			: {verifyClient: (_info, decide) => decide(false, status, 'you may not come in')}),
	});
	await new Promise<void>(resolve => server.once('listening', resolve));
	server.on('connection', (socket, request) => {
		sockets.push(socket);
		requests.push(request);
		socket.on('error', () => {});
		socket.on('message', data => answer(JSON.parse(String(data)), socket));
	});
	const stop = () =>
		new Promise<void>(resolve => {
			server.close(() => resolve());
			for (const socket of sockets) socket.terminate();
		});
	whenOver(stop);
	return {url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets, requests, stop};
};
