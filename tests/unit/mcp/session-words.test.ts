import {describe, expect, it} from 'vitest';
import {deniesSession} from '../../../source/core/mcp/transports/session-words.ts';

describe('a refusal', () => {
	it.each([
		'Session not found',
		'Bad Request: No valid session ID provided',
		'Bad Request: Server not initialized',
		'Bad Request: Mcp-Session-Id header is required',
		'Invalid or missing session ID',
		'Invalid session ID',
		'Could not find session',
		'No transport found for sessionId',
		'Session has been terminated',
		'{"jsonrpc":"2.0","error":{"code":-32000,"message":"Bad Request: No valid session ID provided"},"id":null}',
		'{"error": "Session not found or expired"}',
	])('says that our session is unknown: %s', body => {
		expect(deniesSession(body)).toBe(true);
	});

	it.each([
		'checkout session closed after payment',
		'Your checkout session expired',
		'Invalid checkout session',
		'The payment was made, but no session could be stored',
		'no such argument: session',
		'connection to the database refused',
		'{"error":{"message":"payment session not found"}}',
		'',
	])('says something else: %s', body => {
		expect(deniesSession(body)).toBe(false);
	});
});
