import type {JSONRPCMessage} from '@modelcontextprotocol/client';
import {describe, expect, it, onTestFinished, vi} from 'vitest';
import {createReaper} from '../../../source/core/mcp/transports/reaper.ts';
import {
	createStdioTransport,
	type StdioTransport,
} from '../../../source/core/mcp/transports/stdio-transport.ts';

const ping: JSONRPCMessage = {jsonrpc: '2.0', id: 1, method: 'ping'};

/** A server that runs the given program text. */
const inline = (program: string, encoding = 'utf-8'): StdioTransport => {
	const transport = createStdioTransport({
		command: process.execPath,
		args: ['-e', program],
		environment: {PATH: process.env.PATH ?? ''},
		reaper: createReaper(),
		encoding,
	});
	onTestFinished(() => transport.close());
	return transport;
};

describe('sending', () => {
	it('is refused before the start', async () => {
		await expect(inline('').send(ping)).rejects.toThrow('nobody has started it');
	});

	it('is refused after the end, with the reason', async () => {
		const transport = inline('process.exit(4)');
		await transport.start();
		await vi.waitFor(() => expect(transport.end()).toBeDefined(), {timeout: 20_000});
		await expect(transport.send(ping)).rejects.toThrow('The server exited with code 4.');
	});

	it('does not hang on a server that has closed its input', async () => {
		const transport = inline('require("fs").closeSync(0); setInterval(() => {}, 1000)');
		await transport.start();
		const sendUntilRefused = async () => {
			for (;;) await transport.send(ping);
		};
		await expect(sendUntilRefused()).rejects.toThrow('The server closed its input.');
	});

	it('does not hang on a server that reads nothing, once the connection is closed', async () => {
		const transport = inline('setInterval(() => {}, 1000)');
		await transport.start();
		const stuck = transport.send({...ping, params: {text: 'x'.repeat(4 * 1024 * 1024)}});
		const refused = expect(stuck).rejects.toThrow('The server was closed.');
		await transport.close();
		await refused;
	});

	it('is refused when a message cannot be written as JSON', async () => {
		const transport = inline('process.stdin.resume()');
		await transport.start();
		await expect(transport.send({...ping, params: {big: 1n}})).rejects.toThrow(TypeError);
		expect(transport.end()).toBeUndefined();
	});
});

describe('the end', () => {
	it('is told once, with the exit code rather than the closed pipe', async () => {
		const transport = inline('require("fs").closeSync(0); process.exit(9)');
		const onclose = vi.fn();
		transport.onclose = onclose;
		await transport.start();
		await transport.send(ping).catch(() => {});
		await vi.waitFor(() => expect(transport.end()).toEqual({type: 'exited', code: 9, signal: null}), {
			timeout: 20_000,
		});
		await transport.close();
		expect(onclose).toHaveBeenCalledTimes(1);
	});

	it('comes when a server closes its output and lives on', async () => {
		const transport = inline('require("fs").closeSync(1); setInterval(() => {}, 1000)');
		await transport.start();
		await vi.waitFor(() => expect(transport.end()).toEqual({type: 'output-closed'}), {timeout: 20_000});
	});

	it('comes when a server leaves a child behind that holds its pipes', async () => {
		const transport = inline(
			`require("child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], {stdio: "inherit"});
			setTimeout(() => process.exit(5), 50)`,
		);
		await transport.start();
		await vi.waitFor(() => expect(transport.end()).toEqual({type: 'exited', code: 5, signal: null}), {
			timeout: 20_000,
		});
	});

	it('delivers what a server said last, even without a newline', async () => {
		const transport = inline(`process.stdout.write('{"jsonrpc":"2.0","method":"bye"}')`);
		const seen: JSONRPCMessage[] = [];
		transport.onmessage = message => void seen.push(message);
		await transport.start();
		await vi.waitFor(() => expect(transport.end()).toBeDefined(), {timeout: 20_000});
		expect(seen).toEqual([{jsonrpc: '2.0', method: 'bye'}]);
	});

	it('comes after everything that a server said in a hurry', async () => {
		const transport = inline(
			`process.stdout.write('{"jsonrpc":"2.0","method":"note"}\\n'.repeat(20000), () => process.exit(0))`,
		);
		let seen = 0;
		transport.onmessage = () => {
			seen += 1;
		};
		await transport.start();
		await vi.waitFor(() => expect(transport.end()).toBeDefined(), {timeout: 20_000});
		expect(seen).toBe(20_000);
	});

	it('is reached by closing before and during the start', async () => {
		const before = inline('process.stdin.resume()');
		await before.close();
		await expect(before.start()).rejects.toThrow('The server was closed.');
		const during = inline('process.stdin.resume()');
		const starting = during.start().catch(() => {});
		await during.close();
		await starting;
		expect(during.end()).toEqual({type: 'closed'});
	});
});

describe('a message that its receiver cannot take', () => {
	it('is reported and costs nothing else', async () => {
		const transport = inline(
			`console.log('{"jsonrpc":"2.0","method":"one"}\\n{"jsonrpc":"2.0","method":"two"}'); process.stdin.resume()`,
		);
		const seen: string[] = [];
		transport.onerror = error => void seen.push(error.message);
		transport.onmessage = message => {
			if ('method' in message) throw new Error(message.method);
		};
		await transport.start();
		await vi.waitFor(() => expect(seen).toEqual(['one', 'two']), {timeout: 20_000});
		expect(transport.end()).toBeUndefined();
	});
});

describe('the encoding', () => {
	it.each(['utf-16le', 'latin1'] as const)('is that of the config in both directions: %s', async encoding => {
		const transport = inline(
			`process.stdin.setEncoding('${encoding}').once('data', text => {
				const {params} = JSON.parse(text);
				console.error(Buffer.from(text, '${encoding}').toString('hex').slice(0, 4));
				process.stdout.write(Buffer.from(JSON.stringify({jsonrpc: '2.0', method: 'echo', params}) + '\\n', '${encoding}'));
			})`,
			encoding,
		);
		const seen: JSONRPCMessage[] = [];
		transport.onmessage = message => void seen.push(message);
		await transport.start();
		await transport.send({jsonrpc: '2.0', method: 'say', params: {text: 'Grüße'}});
		await vi.waitFor(() => expect(seen).toHaveLength(1), {timeout: 20_000});
		expect(seen).toEqual([{jsonrpc: '2.0', method: 'echo', params: {text: 'Grüße'}}]);
	});

	it('is refused when there is none of that name', async () => {
		const transport = inline('', 'klingon');
		await expect(transport.start()).rejects.toThrow('could not be started');
		expect(transport.end()).toMatchObject({type: 'not-started', systemCode: 'ERR_ENCODING_NOT_SUPPORTED'});
	});
});
