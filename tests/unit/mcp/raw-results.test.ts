import type {JSONRPCMessage} from '@modelcontextprotocol/client';
import {describe, expect, it} from 'vitest';
import {unpackResult, withRawResults} from '../../../source/core/mcp/connection/raw-results.ts';
import type {ServerTransport} from '../../../source/core/mcp/transports/server-transport.ts';

const silent = (): ServerTransport => ({
	name: 'http',
	hasPerRequestStream: true,
	sessionId: 'one',
	start: async () => {},
	send: async () => {},
	close: async () => {},
	printed: () => [],
	noise: () => 0,
	end: () => undefined,
});

/** What the SDK gets to see of an answer to a request. */
const receive = async (method: string, result: Record<string, unknown>): Promise<unknown> => {
	const inner = silent();
	const outer = withRawResults(inner);
	const seen: JSONRPCMessage[] = [];
	outer.onmessage = message => void seen.push(message);
	await outer.send({jsonrpc: '2.0', id: 7, method});
	inner.onmessage?.({jsonrpc: '2.0', id: 7, result});
	const [message] = seen;
	return message !== undefined && 'result' in message ? message.result : undefined;
};

describe('raw results', () => {
	it.each([
		'tools/list',
		'tools/call',
		'prompts/list',
		'prompts/get',
		'resources/list',
		'resources/templates/list',
		'resources/read',
	])('hide what %s answered from the SDK, in both generations', async method => {
		for (const result of [{odd: [1, {type: 'hologram'}]}, {resultType: 'complete', odd: null}]) {
			const packed = await receive(method, result);
			expect(packed).not.toHaveProperty('odd');
			expect(unpackResult(packed)).toEqual(result);
		}
	});

	it('leave alone what is not finished, for the SDK to act on', async () => {
		const result = {resultType: 'input_required', inputRequests: {}};
		expect(await receive('tools/call', result)).toEqual(result);
	});

	it('leave other answers alone', async () => {
		expect(await receive('ping', {a: 1})).toEqual({a: 1});
		expect(unpackResult({a: 1})).toEqual({a: 1});
		expect(unpackResult(undefined)).toBeUndefined();
	});

	it('pass on what the SDK wants to know of the transport', () => {
		expect(withRawResults(silent())).toMatchObject({hasPerRequestStream: true, sessionId: 'one'});
		expect('pid' in withRawResults(silent())).toBe(false);
		expect('pid' in withRawResults({...silent(), name: 'stdio'})).toBe(true);
	});
});
