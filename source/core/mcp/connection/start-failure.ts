import {assertNever} from '../../../domain/assert-never.ts';
import type {Failure} from '../../../domain/failure.ts';
import type {InMemoryServer, ServerConfig} from '../../../domain/server.ts';
import {maskUrl} from '../../../support/mask-secrets.ts';
import {unreachableKind} from '../../../support/network/unreachable.ts';
import {relevantStderr} from '../../../support/relevant-stderr.ts';
import {quoteWord} from '../../../support/shell-words.ts';
import {describeEnd, type TransportEnd} from '../transports/transport-end.ts';
import {describeCommandLine} from './command-line.ts';
import {because, explainProcessEnd, type Output} from './process-failure.ts';
import {type Explanation, explainRemoteEnd} from './remote-failure.ts';
import type {FailedAttempt} from './start-server.ts';
import {inSeconds} from './time-limit.ts';

export type StartTrouble =
	| {readonly type: 'ended'; readonly end: TransportEnd}
	| {readonly type: 'timed-out'; readonly doing: string; readonly limit: number}
	/** It answered, with an error. */
	| {readonly type: 'refused'; readonly message: string}
	| {readonly type: 'needs-sign-in'; readonly reason: string}
	| {readonly type: 'broken'; readonly message: string};

const packageRunners = /^(npx|bunx|uvx|uv|pnpm|yarn|pipx|docker|podman)(\.cmd|\.exe)?$/i;

const isPackageRunner = (command: string): boolean =>
	packageRunners.test(command.split(/[\\/]/).at(-1) ?? command);

const explainLocalEnd = (_config: InMemoryServer, end: TransportEnd): Explanation => ({
	code: 'server-not-started',
	reason: describeEnd(end),
	hint: 'It is a part of this program: please report this.',
});

const explainEnd = (config: ServerConfig, end: TransportEnd, output: Output): Explanation => {
	switch (config.type) {
		case 'stdio':
			return explainProcessEnd(config, end, output);
		case 'in-memory':
			return explainLocalEnd(config, end);
		case 'http':
		case 'sse':
		case 'ws':
			return explainRemoteEnd(config, end);
		default:
			return assertNever(config);
	}
};

const timedOutHint = (config: ServerConfig, noise: number): string => {
	if (config.type === 'stdio') {
		if (noise > 0)
			return `It printed ${noise} lines that are not MCP messages: is it an MCP server, and in stdio mode?`;
		return isPackageRunner(config.command)
			? 'A package runner may still be downloading: try again, or raise "timeout" for this server in the config.'
			: 'Raise "timeout" for this server in the config if it is only slow; otherwise run the command by hand.';
	}
	return noise > 0
		? `It sent ${noise} messages that are not MCP: check its "url".`
		: 'It took the connection and did not answer: raise "timeout" for this server if it is only slow, or check its "url".';
};

/** A server that gives another reason is believed. */
const isAboutVersion = (message: string): boolean =>
	message.trim() === '' || /version|method|too (old|new)/i.test(message);

const explain = (config: ServerConfig, trouble: StartTrouble, output: Output): Explanation => {
	switch (trouble.type) {
		case 'ended':
			return explainEnd(config, trouble.end, output);
		case 'timed-out': {
			const cause = relevantStderr(output.printed);
			return {
				code: 'server-timeout',
				reason: `did not ${trouble.doing} within ${inSeconds(trouble.limit)}${cause?.isError === true ? because(cause) : ''}`,
				hint: timedOutHint(config, output.noise),
			};
		}
		case 'refused':
			return {
				code: 'server-refused',
				reason: `refused the connection: ${trouble.message}`,
				hint:
					config.type === 'in-memory'
						? 'It is only played, and does what it did when it was recorded: record it again.'
						: isAboutVersion(trouble.message)
							? 'Its version may be too old or too new for this program: try another version of the server.'
							: 'That is what the server itself says: correct it there, or in its entry in the config.',
			};
		case 'needs-sign-in':
			return {
				code: 'needs-sign-in',
				reason: trouble.reason,
				hint: `Sign in with: mcp-tui mcp login ${quoteWord(config.name)}`,
			};
		case 'broken':
			return {
				code: 'server-protocol',
				reason: `does not speak MCP as expected: ${trouble.message}`,
				hint:
					config.type === 'stdio'
						? 'Check that the command starts an MCP server in stdio mode.'
						: 'Check that its "url" is that of an MCP server.',
			};
		default:
			return assertNever(trouble);
	}
};

/** Where the server is, as the end of a message. */
const place = (config: ServerConfig): string => {
	if (config.type === 'in-memory') return '';
	if (config.type !== 'stdio') return ` URL: ${maskUrl((config.shown ?? config).url)}`;
	const {command, args} = config.shown ?? config;
	return ` Command: ${describeCommandLine(command, args)}`;
};

/** A reason that already ends like a sentence gets no second full stop. */
const sentence = (config: ServerConfig, reason: string): string =>
	`Server "${config.name}" ${reason.trimEnd().replace(/(?<![!?:…])[.\s]*$/, '.')}${place(config)}`;

/** With these a server of the oldest kind turns down what it does not know. Nothing else is a reason to try SSE. */
export const oldServerStatuses: ReadonlySet<number> = new Set([400, 404, 405, 406]);

/** A server that is there and does not agree may do so with another version than the only one that it was offered. */
const withPinnedHint = ({protocolVersion}: ServerConfig, trouble: StartTrouble, hint: string): string => {
	if (protocolVersion === undefined) return hint;
	const pinned = `"protocolVersion" in its entry in the config allows only ${protocolVersion}: change it, or remove it so that a version is found that works.`;
	if (trouble.type === 'refused' || trouble.type === 'broken') return pinned;
	const status = trouble.type === 'ended' && trouble.end.type === 'http-status' ? trouble.end.status : 0;
	return trouble.type === 'timed-out' || oldServerStatuses.has(status) ? `${hint} ${pinned}` : hint;
};

/** Why a server did not become ready: who, what, with which command or at which address, and what to do about it. */
export const startFailure = (
	config: ServerConfig,
	trouble: StartTrouble,
	output: Output = {printed: [], noise: 0},
): Failure => {
	if (trouble.type === 'ended' && trouble.end.type === 'access-refused') return trouble.end.failure;
	const {code, reason, hint} = explain(config, trouble, output);
	return {code, message: sentence(config, reason), hint: withPinnedHint(config, trouble, hint)};
};

/** Of a server that ran for long: what it printed before has nothing to do with its end. */
export const lastLines = 20;

/** Why a server that was ready no longer is. */
export const lostFailure = (
	config: ServerConfig,
	end: TransportEnd,
	printed: readonly string[] = [],
): Failure => (end.type === 'access-refused' ? end.failure : lostSentence(config, end, printed));

const lostSentence = (config: ServerConfig, end: TransportEnd, printed: readonly string[]): Failure => ({
	code: end.type === 'sign-in-needed' ? 'needs-sign-in' : 'server-gone',
	message: sentence(config, `${describeEnd(end)}${because(relevantStderr(printed.slice(-lastLines)))}`),
	hint:
		end.type === 'sign-in-needed'
			? `Sign in with: mcp-tui mcp login ${quoteWord(config.name)}`
			: config.type === 'stdio' || config.type === 'in-memory'
				? 'The next call starts it again.'
				: 'The next call connects again.',
});

const lastingUnreachable: ReadonlySet<string> = new Set([
	'certificate-unknown',
	'certificate-expired',
	'certificate-name',
	'tls',
	'not-http',
	'proxy-refused',
	'proxy-address',
]);

const isPassing = (end: TransportEnd): boolean => {
	switch (end.type) {
		case 'http-status':
			return end.status === 408 || end.status === 425 || end.status === 429 || end.status >= 500;
		case 'unreachable':
			return !lastingUnreachable.has(unreachableKind(end));
		case 'not-started':
			// Out of processes, files or memory: the only reasons to fail that go away.
			return end.systemCode === 'EAGAIN' || end.systemCode === 'EMFILE' || end.systemCode === 'ENOMEM';
		case 'redirected':
		case 'not-mcp':
		case 'message-too-long':
		case 'sign-in-needed':
		case 'access-refused':
		case 'insecure':
			return false;
		case 'closed':
		case 'exited':
		case 'input-closed':
		case 'output-closed':
		case 'session-lost':
		case 'stream-lost':
		case 'socket-closed':
		case 'silent':
			return true;
		default:
			return assertNever(end);
	}
};

/** Shells and package runners end so where there is no such command, or it may not be run. */
const missingCommand: ReadonlySet<number | null> = new Set([126, 127]);

/** An exit with a reason that stays: a missing key, a wrong option. */
const isLastingExit = (end: TransportEnd, printed: readonly string[]): boolean =>
	end.type === 'exited' &&
	(missingCommand.has(end.code) || (end.code !== null && relevantStderr(printed)?.isLasting === true));

/** Whether another attempt may go better. A missing command, a wrong URL or a refusal stays what it is. */
export const isWorthRetrying = (trouble: StartTrouble, printed: readonly string[] = []): boolean => {
	switch (trouble.type) {
		case 'ended':
			return isPassing(trouble.end) && !isLastingExit(trouble.end, printed);
		case 'timed-out':
			return true;
		case 'refused':
		case 'needs-sign-in':
		case 'broken':
			return false;
		default:
			return assertNever(trouble);
	}
};

/** What decides how often an attempt that failed so is made again, and when. */
export const retryFacts = (
	trouble: StartTrouble,
	printed: readonly string[],
): Pick<FailedAttempt, 'isWorthRetrying' | 'exit' | 'isTimeout' | 'retryAfter'> => {
	const end = trouble.type === 'ended' ? trouble.end : undefined;
	return {
		isWorthRetrying: isWorthRetrying(trouble, printed),
		// Times and process ids differ where nothing else does.
		...(end?.type === 'exited'
			? {exit: JSON.stringify([end.code, end.signal, printed]).replaceAll(/\d+/g, '0')}
			: {}),
		...(trouble.type === 'timed-out' ? {isTimeout: true} : {}),
		...(end?.type === 'http-status' && end.retryAfter !== undefined ? {retryAfter: end.retryAfter} : {}),
	};
};
