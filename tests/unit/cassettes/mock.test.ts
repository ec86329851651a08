import {PassThrough} from 'node:stream';
import {describe, expect, it} from 'vitest';
import {withoutSecrets} from '../../../source/compose-recording.ts';
import type {CassetteRecord} from '../../../source/core/cassettes/cassette-record.ts';
import {createPlayOrder} from '../../../source/core/cassettes/play-order.ts';
import {createReplayedServer} from '../../../source/core/cassettes/replayed-server.ts';
import {serversOf} from '../../../source/core/cassettes/server-scenes.ts';
import {createStdioChannel} from '../../../source/core/cassettes/stdio-channel.ts';
import type {JsonObject} from '../../../source/domain/json.ts';

const message = (type: 'sent' | 'received', content: JsonObject): CassetteRecord => ({
	type,
	at: 0,
	server: 'one',
	connection: 1,
	message: {jsonrpc: '2.0', ...content},
});

/** Plays these messages to whoever writes lines, and tells what it says. */
const serve = async (...records: readonly CassetteRecord[]) => {
	const [server] = serversOf(records);
	if (server === undefined) throw new Error('no server');
	const [stdin, stdout] = [new PassThrough(), new PassThrough()];
	let said = '';
	stdout.on('data', (chunk: Buffer) => {
		said += chunk.toString();
	});
	const order = createPlayOrder([]);
	const options = {mode: 'mock', order, longestWait: 20, clean: withoutSecrets} as const;
	const channel = createStdioChannel(stdin, stdout, 500);
	await createReplayedServer(server, options)(channel);
	const {onclose} = channel;
	const closed = new Promise<void>(resolve => {
		channel.onclose = () => {
			onclose?.();
			resolve();
		};
	});
	return {
		closed,
		write: (text: string) => stdin.write(text),
		end: () => stdin.end(),
		next: async (count: number): Promise<readonly JsonObject[]> => {
			await expect.poll(() => said.trim().split('\n').length).toBe(count);
			return said
				.trim()
				.split('\n')
				.map(line => JSON.parse(line));
		},
	};
};

const request = (id: number, method: string, params: JsonObject = {}): string =>
	`${JSON.stringify({jsonrpc: '2.0', id, method, params})}\n`;

const discovery = [
	message('sent', {id: 1, method: 'server/discover', params: {}}),
	message('received', {
		id: 1,
		result: {
			supportedVersions: ['2026-07-28'],
			capabilities: {tools: {}},
			serverInfo: {name: 'new', version: '2'},
		},
	}),
];

const initialisation = [
	message('sent', {id: 1, method: 'initialize', params: {}}),
	message('received', {
		id: 1,
		result: {
			protocolVersion: '2025-11-25',
			capabilities: {tools: {}},
			serverInfo: {name: 'old', version: '1'},
		},
	}),
];

describe('a mock', () => {
	it('greets a client in the older of the two versions', async () => {
		const {write, next, end} = await serve(...initialisation);
		write(request(7, 'initialize', {protocolVersion: '2024-11-05'}));
		expect(await next(1)).toMatchObject([
			{id: 7, result: {protocolVersion: '2024-11-05', serverInfo: {name: 'old'}}},
		]);
		end();
	});

	it('greets a client of the older kind for a server of the newest', async () => {
		const {write, next, end} = await serve(...discovery);
		write(request(7, 'initialize', {protocolVersion: '2025-06-18'}));
		expect(await next(1)).toMatchObject([
			{id: 7, result: {protocolVersion: '2025-06-18', capabilities: {tools: {}}, serverInfo: {name: 'new'}}},
		]);
		end();
	});

	it('answers what nobody has recorded where the answer says nothing', async () => {
		const {write, next, end} = await serve(...initialisation);
		write(request(1, 'ping') + request(2, 'logging/setLevel', {level: 'debug'}));
		expect(await next(2)).toEqual([
			{jsonrpc: '2.0', id: 1, result: {}},
			{jsonrpc: '2.0', id: 2, result: {}},
		]);
		end();
	});

	it('says that it cannot read something, and goes on', async () => {
		const {write, next, end} = await serve(...initialisation);
		write(`no json\n[1]\n${request(3, 'ping')}`);
		expect(await next(2)).toMatchObject([
			{id: null, error: {}},
			{id: 3, result: {}},
		]);
		end();
	});

	it('knows an answer again that is hidden in the cassette', async () => {
		const {write, next, end} = await serve(
			...initialisation,
			message('sent', {id: 2, method: 'tools/call', params: {name: 'open', arguments: {token: '•••'}}}),
			message('received', {id: 0, method: 'elicitation/create', params: {message: 'PIN?'}}),
			message('sent', withoutSecrets({id: 0, result: {action: 'accept', content: {pin: '4711'}}})),
			message('received', {id: 2, result: {content: [{type: 'text', text: 'Open.'}]}}),
		);
		write(request(5, 'tools/call', {name: 'open', arguments: {token: 'canary'}}));
		const [question] = await next(1);
		const result = {action: 'accept', content: {pin: '4711'}};
		write(`${JSON.stringify({jsonrpc: '2.0', id: question?.id, result})}\n`);
		expect((await next(2))[1]).toMatchObject({id: 5, result: {content: [{text: 'Open.'}]}});
		end();
	});

	it('answers what it was asked although the client says no more', async () => {
		const call = (tool: string) => ({name: tool, arguments: {}});
		const records = [
			...initialisation,
			message('sent', {id: 2, method: 'tools/call', params: call('slow')}),
			{...message('received', {id: 2, result: {content: []}}), at: 1000},
		];
		const {write, next, end} = await serve(...records);
		write(request(1, 'initialize') + request(5, 'tools/call', call('slow')));
		end();
		expect(await next(2)).toMatchObject([{id: 1}, {id: 5, result: {content: []}}]);
	});

	it('does not wait for ever for the reply of a client that says no more', async () => {
		const records = [
			...initialisation,
			message('sent', {id: 2, method: 'tools/call', params: {name: 'ask', arguments: {}}}),
			message('received', {id: 0, method: 'elicitation/create', params: {message: 'Who?'}}),
			message('sent', {id: 0, result: {action: 'cancel'}}),
			message('received', {id: 2, result: {content: []}}),
		];
		const {write, next, end, closed} = await serve(...records);
		write(request(5, 'tools/call', {name: 'ask', arguments: {}}));
		await next(1);
		end();
		await closed;
	});

	it('asks its client what the server asked, and goes on only with the same answer', async () => {
		const records = [
			...initialisation,
			message('sent', {id: 2, method: 'tools/call', params: {name: 'ask', arguments: {}}}),
			message('received', {id: 0, method: 'elicitation/create', params: {message: 'Who?'}}),
			message('sent', {id: 0, result: {action: 'accept', content: {name: 'Ada'}}}),
			message('received', {id: 2, result: {content: [{type: 'text', text: 'Hello, Ada.'}]}}),
		];
		const reply = (id: unknown, name: string): string =>
			`${JSON.stringify({jsonrpc: '2.0', id, result: {action: 'accept', content: {name}}})}\n`;
		const {write, next, end} = await serve(...records);
		write(request(5, 'tools/call', {name: 'ask', arguments: {}}));
		const [question] = await next(1);
		expect(question).toMatchObject({method: 'elicitation/create', params: {message: 'Who?'}});
		write(reply(question?.id, 'Ada'));
		expect((await next(2))[1]).toMatchObject({id: 5, result: {content: [{text: 'Hello, Ada.'}]}});
		end();

		const other = await serve(...records);
		other.write(request(5, 'tools/call', {name: 'ask', arguments: {}}));
		other.write(reply((await other.next(1))[0]?.id, 'Eve'));
		expect((await other.next(2))[1]).toMatchObject({id: 5, result: {isError: true}});
		other.end();
	});
});
