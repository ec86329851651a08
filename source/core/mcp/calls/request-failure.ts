import {ProtocolError, SdkError, SdkErrorCode} from '@modelcontextprotocol/client';
import {describeError, type Failure} from '../../../domain/failure.ts';
import {causesOf} from '../../../support/network/network-error.ts';
import {isNeverSent, unreachableHint} from '../../../support/network/unreachable.ts';
import {quoteWord} from '../../../support/shell-words.ts';
import {inSeconds} from '../connection/time-limit.ts';
import {lostReason} from '../transports/lost-answer.ts';
import {requestProblem, signInReason} from '../transports/request-problem.ts';
import {serverAddress} from '../transports/server-address.ts';
import {describeEnd, endBehind, type TransportEnd} from '../transports/transport-end.ts';
import {wrongAnswerIn} from '../transports/wrong-answer.ts';
import {cutPlain} from './cut-text.ts';
import {errorData, withoutErrorCode} from './error-data.ts';

/** Whose request failed, and which: `doing` continues a sentence, as in `the call of "read"`. */
export type RequestSubject = {
	readonly server: string;
	/** It is reached over a network, rather than started by us. */
	readonly isRemote?: boolean;
	readonly doing: string;
	/** The same for a server that is lost meanwhile: `while tool "read" was running`. */
	readonly meanwhile?: string;
	/** It was sent before and may have arrived: only the repeat was not sent, then. */
	readonly isAgain?: boolean | undefined;
	/** Why the connection is over, once it is. */
	readonly ended: () => TransportEnd | undefined;
};

// Stable: scripts and the life cycle of a connection read them. With these the server has certainly not acted, so
// that the same request may be sent again: it never left, or was turned away before anybody acted on it. The others
// ('server-gone', 'timeout', 'http-error', 'invalid-result', 'protocol-error', 'request-failed', 'tool-error',
// 'task-failed') leave that open.
const notActedUpon: ReadonlySet<string> = new Set([
	'invalid-arguments',
	'not-connected',
	'not-supported',
	'server-unreachable',
	'session-lost',
	'needs-sign-in',
	'forbidden',
	'rate-limited',
	'header-mismatch',
]);

/** Whether the server has certainly not acted on the request that ended so. */
export const wasNotSent = ({code}: Failure): boolean => notActedUpon.has(code);

const headerMismatch = -32_020;
const invalidParams = -32_602;

const goneFailure = ({server, isRemote, doing, meanwhile}: RequestSubject, why: string): Failure => ({
	code: 'server-gone',
	message: `Server "${server}" ${why} ${meanwhile ?? `during ${doing}`}.`,
	hint: `It may have done its work before that. The next call ${isRemote === true ? 'connects' : 'starts the server'} again.`,
});

const notSent = ({doing, isAgain}: RequestSubject): string =>
	`so ${doing} was not sent${isAgain === true ? ' again' : ''}.`;

const notConnected = (subject: RequestSubject): Failure => ({
	code: 'not-connected',
	message: `Server "${subject.server}" is not connected, ${notSent(subject)}`,
	hint: 'The next request connects again.',
});

const signInFailure = ({server, doing}: RequestSubject, reason: string): Failure => ({
	code: 'needs-sign-in',
	message: `Server "${server}" ${cutPlain(reason, 500)}; it did not take ${doing}.`,
	hint: `Sign in with: mcp-tui mcp login ${quoteWord(server)}`,
});

const sessionLost = ({server, doing}: RequestSubject, status: number): Failure => ({
	code: 'session-lost',
	message: `Server "${server}" no longer knows our session (HTTP ${status}), so it did not take ${doing}.`,
	hint: 'It was probably restarted. The next request connects again.',
});

/** Milliseconds that the server asks us to wait, where the transport knows. */
const retryAfterOf = (error: unknown): number | undefined => {
	for (const cause of causesOf(error))
		if (cause instanceof Error && 'retryAfter' in cause && typeof cause.retryAfter === 'number')
			return cause.retryAfter;
	return undefined;
};

const statusFailure = (
	subject: RequestSubject,
	{status, body}: {readonly status: number; readonly body: string},
	error: unknown,
): Failure => {
	const {server, doing} = subject;
	const said = body === '' ? '' : `: ${body}`;
	if (status === 401) return signInFailure(subject, `does not accept our credentials (HTTP 401)${said}`);
	if (status === 403)
		return {
			code: 'forbidden',
			message: `Server "${server}" forbids ${doing} (HTTP 403)${said}`,
			hint: 'Use an account, or credentials in its entry, that may do this.',
		};
	if (status === 429) {
		const wait = retryAfterOf(error);
		return {
			code: 'rate-limited',
			message: `Server "${server}" has had too many requests and did not take ${doing} (HTTP 429)${said}`,
			hint: `Try again ${wait === undefined ? 'in a moment' : `in ${inSeconds(wait)}`}; "rateLimit" in the config of this server slows us down.`,
		};
	}
	return {
		code: 'http-error',
		message: `Server "${server}" answered ${doing} with HTTP ${status}${said}`,
		hint:
			status >= 500
				? 'The fault is on its side: try again later, or look at its log.'
				: 'Check "url" and "headers" of this server in the config.',
	};
};

/** The connection, rather than the request, is at fault. */
const endFailure = (subject: RequestSubject, end: TransportEnd, error: unknown): Failure => {
	const {server, doing} = subject;
	switch (end.type) {
		case 'session-lost':
			return sessionLost(subject, end.status);
		case 'http-status':
			return statusFailure(subject, end, error);
		case 'sign-in-needed':
			return signInFailure(subject, end.reason);
		case 'access-refused':
			return end.failure;
		case 'unreachable':
			return isNeverSent(end)
				? {
						code: 'server-unreachable',
						message: `Server "${server}" ${describeEnd(end)}, ${notSent(subject)}`,
						hint: unreachableHint(end, serverAddress),
					}
				: goneFailure(subject, describeEnd(end));
		case 'redirected':
		case 'not-mcp':
		case 'insecure':
			return {
				code: 'http-error',
				message: `Server "${server}" ${describeEnd(end)}; that was its answer to ${doing}.`,
				hint: 'Check "url" of this server in the config.',
			};
		default:
			return goneFailure(subject, describeEnd(end));
	}
};

const protocolFailure = ({server, doing}: RequestSubject, error: ProtocolError): Failure => {
	if (error.code === headerMismatch)
		return {
			code: 'header-mismatch',
			message: `Server "${server}" did not take ${doing}: the headers of the request are not those it expects.`,
			hint: 'Its tools have changed since they were listed: list them again and repeat the call.',
		};
	const data = errorData(error.data);
	const added = data === undefined ? '' : ` (data: ${data.words})`;
	return {
		code: 'protocol-error',
		message: `Server "${server}" answered ${doing} with MCP error ${error.code}: ${cutPlain(withoutErrorCode(describeError(error)))}${added}`,
		rpc: {code: error.code, ...(data === undefined ? {} : {data: data.value})},
		...(error.code === invalidParams ? {hint: "Check the arguments against the tool's schema."} : {}),
	};
};

const invalidResult = ({server, doing}: RequestSubject, what: string): Failure => ({
	code: 'invalid-result',
	message: `Server "${server}" answered ${doing} with something that MCP does not allow: ${cutPlain(what, 500)}`,
	hint: 'It may have done its work. Ask the author of the server to correct the answer.',
});

const sdkFailure = (subject: RequestSubject, error: SdkError): Failure | undefined => {
	const {server, doing} = subject;
	switch (error.code) {
		case SdkErrorCode.NotConnected:
			return notConnected(subject);
		case SdkErrorCode.CapabilityNotSupported:
		case SdkErrorCode.MethodNotSupportedByProtocolVersion:
			return {
				code: 'not-supported',
				message: `Server "${server}" does not offer ${doing}: ${cutPlain(describeError(error), 500)}`,
				hint: 'Another version of the server may.',
			};
		case SdkErrorCode.InvalidResult:
		case SdkErrorCode.UnsupportedResultType:
		case SdkErrorCode.InputRequiredRoundsExceeded:
			return invalidResult(subject, describeError(error));
		default:
			return undefined;
	}
};

const unknownFailure = ({server, doing}: RequestSubject, error: unknown): Failure => ({
	code: 'request-failed',
	message: `Server "${server}" could not be asked for ${doing}: ${cutPlain(describeError([...causesOf(error)].at(-1)), 500)}`,
	hint: 'It may have done its work all the same.',
});

/** Why a request was rejected, as the user is told. */
export const requestFailure = (subject: RequestSubject, error: unknown): Failure => {
	const lost = lostReason(error);
	if (lost !== undefined)
		return goneFailure(
			subject,
			`ended the stream of its answer${lost === '' ? '' : ` (${cutPlain(lost, 200)})`}`,
		);
	const wrong = wrongAnswerIn(error);
	if (wrong !== undefined) return invalidResult(subject, wrong);
	if (error instanceof ProtocolError) return protocolFailure(subject, error);
	const reason = signInReason(error);
	if (reason !== undefined) return signInFailure(subject, reason);
	const over = subject.ended();
	// It was on its way when the connection ended, so whatever ended it, the server may have acted.
	if (error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed)
		return goneFailure(subject, over === undefined ? 'closed the connection' : describeEnd(over));
	const end =
		endBehind(error) ?? over ?? requestProblem(error, {location: undefined, base: 'http://localhost'});
	if (end !== undefined) return endFailure(subject, end, error);
	if (describeError(error) === 'Not connected') return notConnected(subject);
	const known = error instanceof SdkError ? sdkFailure(subject, error) : undefined;
	return known ?? unknownFailure(subject, error);
};
