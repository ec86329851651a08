import {describe, expect, it} from 'vitest';
import {parseMessages} from '../../../source/core/mcp/transports/parse-messages.ts';

const answer = (rest: object) => JSON.stringify({jsonrpc: '2.0', id: 7, ...rest});

describe('what a server sends', () => {
	it.each([
		['a result of nothing', {result: null}, '{"result":null}'],
		['a result that is text', {result: 'done'}, '{"result":"done"}'],
		['an error that is text', {error: 'boom'}, '{"error":"boom"}'],
		['an error without a code', {error: {message: 'boom'}}, '{"error":{"message":"boom"}}'],
		['neither result nor error', {}, '{}'],
	])('is an error when it answers with %s, so that nobody waits for more', (_, rest, words) => {
		expect(parseMessages(answer(rest))).toMatchObject([
			{jsonrpc: '2.0', id: 7, error: {code: -32_603, message: `This is no answer of MCP: ${words}`}},
		]);
	});

	it('is shown in part where such an answer is long', () => {
		const [message] = parseMessages(answer({result: 'x'.repeat(100_000)}));
		expect(JSON.stringify(message).length).toBeLessThan(600);
	});

	it.each([
		{id: 7, result: {}},
		{id: 'seven', error: {code: -1, message: 'No.'}},
		{id: 7, method: 'ping'},
		{method: 'notifications/progress', params: {}},
	])('is left as it is where it is a message: %j', message => {
		const whole = {jsonrpc: '2.0', ...message};
		expect(parseMessages(JSON.stringify([whole, whole]))).toEqual([whole, whole]);
	});

	it.each([
		'',
		'hello',
		'[1]',
		'{"id": 7}',
		`[${'{"jsonrpc":"2.0","method":"a"},'.repeat(100)}{"jsonrpc":"2.0"}]`,
	])('is noise where it is something else: %j', text => {
		expect(parseMessages(text)).toEqual([]);
	});
});
