import {
	ProtocolError,
	SdkError,
	SdkErrorCode,
	SdkHttpError,
	UnauthorizedError,
} from '@modelcontextprotocol/client';
import {describe, expect, it} from 'vitest';
import {requestFailure, wasNotSent} from '../../../source/core/mcp/calls/request-failure.ts';
import {lostAnswer} from '../../../source/core/mcp/transports/lost-answer.ts';
import {type TransportEnd, TransportError} from '../../../source/core/mcp/transports/transport-end.ts';

const failureOf = (error: unknown, end?: TransportEnd) =>
	requestFailure({server: 'far', doing: 'the call of "read"', ended: () => end}, error);

const http = (status: number, text = '') =>
	new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, `Error POSTing to endpoint: ${text}`, {
		status,
		statusText: '',
		text,
	});

const unreachable = (systemCode: string) =>
	new TransportError({type: 'unreachable', reason: systemCode, systemCode, host: 'far.example'});

const lost = () => {
	const message = lostAnswer(1, 'cut');
	if (!('error' in message)) throw new Error('not an error');
	return ProtocolError.fromError(message.error.code, message.error.message, message.error.data);
};

describe('an error that a server answers with', () => {
	it('keeps its code and what it says beside, in the sentence and as data', () => {
		expect(failureOf(ProtocolError.fromError(-32_050, 'custom rpc', {why: 'x'}))).toEqual({
			code: 'protocol-error',
			message:
				'Server "far" answered the call of "read" with MCP error -32050: custom rpc (data: {"why":"x"})',
			rpc: {code: -32_050, data: {why: 'x'}},
		});
	});

	it('names its code once, however often the server and those behind it put it before the message', () => {
		expect(
			failureOf(ProtocolError.fromError(-32_603, 'MCP error -32603: MCP error -32603: no disk')),
		).toEqual({
			code: 'protocol-error',
			message: 'Server "far" answered the call of "read" with MCP error -32603: no disk',
			rpc: {code: -32_603},
		});
		expect(failureOf(ProtocolError.fromError(-32_603, 'MCP error -32603: ')).message).toContain('-32603');
	});

	it('keeps no more of its data than is sensible, and nothing that acts on a terminal', () => {
		const long = failureOf(ProtocolError.fromError(-32_050, 'no', {text: 'x'.repeat(50_000)}));
		expect(JSON.stringify(long).length).toBeLessThan(6000);
		const huge = failureOf(ProtocolError.fromError(-32_050, 'no', {text: 'x'.repeat(5_000_000)}));
		expect(huge).toMatchObject({rpc: {data: '[too large to be shown]'}});
		let deep: unknown = 'core';
		for (let level = 0; level < 50_000; level += 1) deep = [deep];
		expect(failureOf(ProtocolError.fromError(-32_050, 'no', deep))).toMatchObject({
			message: expect.stringContaining('(data: nested too deeply to be shown)'),
		});
		const evil = failureOf(ProtocolError.fromError(-32_050, 'no', {text: 'a\u001b]0;owned\u0007b\u009b31m'}));
		expect(JSON.stringify(evil.rpc)).not.toMatch(/[\u0000-\u001f\u007f-\u009f]|\\u00/);
	});
});

describe('a request that fails', () => {
	it.each([
		['without a session', http(404), {type: 'session-lost', status: 404} as const, 'session-lost'],
		['without credentials', new UnauthorizedError('who are you'), undefined, 'needs-sign-in'],
		['with credentials that do not count', http(401), undefined, 'needs-sign-in'],
		['because it is forbidden', http(403, 'no'), undefined, 'forbidden'],
		['because there are too many', http(429, 'slow down'), undefined, 'rate-limited'],
		['before it is sent', unreachable('ECONNREFUSED'), undefined, 'server-unreachable'],
		[
			'without a connection',
			new SdkError(SdkErrorCode.NotConnected, 'Not connected'),
			undefined,
			'not-connected',
		],
		[
			'with the wrong headers',
			ProtocolError.fromError(-32_020, 'Header mismatch'),
			undefined,
			'header-mismatch',
		],
	])('%s was not acted upon', (_what, error, end, code) => {
		const failure = failureOf(error, end);
		expect(failure).toMatchObject({
			code,
			message: expect.stringContaining('"far"'),
			hint: expect.any(String),
		});
		expect(wasNotSent(failure)).toBe(true);
	});

	it.each([
		['in the server', http(500, 'oops'), undefined, 'http-error'],
		['at another address', http(404), undefined, 'http-error'],
		['with words about a session', http(400, 'checkout session closed'), undefined, 'http-error'],
		['on the way', unreachable('ECONNRESET'), undefined, 'server-gone'],
		['on the way, slowly', unreachable('ETIMEDOUT'), undefined, 'server-gone'],
		['with the end of the stream', lost(), undefined, 'server-gone'],
		[
			'with the end of the server',
			new SdkError(SdkErrorCode.ConnectionClosed, 'Connection closed'),
			{type: 'exited', code: 1, signal: null} as const,
			'server-gone',
		],
		[
			'while another request heard that the session is gone',
			new SdkError(SdkErrorCode.ConnectionClosed, 'Connection closed'),
			{type: 'session-lost', status: 404} as const,
			'server-gone',
		],
		['by a rule of the protocol', ProtocolError.fromError(-32_603, 'broken'), undefined, 'protocol-error'],
		[
			'in its result',
			new SdkError(SdkErrorCode.InvalidResult, 'Invalid result'),
			undefined,
			'invalid-result',
		],
		['for no known reason', new Error('what'), undefined, 'request-failed'],
		['with something that is no error', 'text', undefined, 'request-failed'],
	])('%s may have been acted upon', (_what, error, end, code) => {
		const failure = failureOf(error, end);
		expect(failure).toMatchObject({code, message: expect.stringContaining('"far"')});
		expect(wasNotSent(failure)).toBe(false);
	});

	it.each([
		[true, 'The next call connects again.'],
		[false, 'The next call starts the server again.'],
	])('says what comes next (remote: %s)', (isRemote, hint) => {
		const subject = {server: 'far', isRemote, doing: 'the call of "read"', ended: () => undefined};
		expect(requestFailure(subject, lost()).hint).toContain(hint);
	});

	it('says how long a server wants us to wait', () => {
		const error = Object.assign(http(429), {retryAfter: 12_000});
		expect(failureOf(error).hint).toContain('Try again in 12 s');
	});

	it('keeps what the server said short', () => {
		expect(failureOf(ProtocolError.fromError(1, 'x'.repeat(10_000))).message.length).toBeLessThan(2200);
	});
});
