import type {Fetched} from '../../../domain/catalogue.ts';
import type {Failure} from '../../../domain/failure.ts';
import type {JsonObject} from '../../../domain/json.ts';
import type {ArgumentDoubt, CallReport} from '../../../domain/ports.ts';
import type {ServerConfig} from '../../../domain/server.ts';
import type {ServerRequests, WorkingWay} from '../../../domain/server-ports.ts';
import type {ToolAnnotations, ToolDefinition} from '../../../domain/tool.ts';
import type {CallProgress} from '../../../domain/tool-call.ts';
import {relevantStderr} from '../../../support/relevant-stderr.ts';
import {sleep} from '../../../support/sleep.ts';
import {callTool} from '../calls/call-tool.ts';
import {checkArguments} from '../calls/check-arguments.ts';
import {findWanted} from '../calls/refused-call.ts';
import {wasNotSent} from '../calls/request-failure.ts';
import type {RequestTarget} from '../calls/request-target.ts';
import type {SchemaChecker} from '../calls/schema-checker.ts';
import {createInputAnswers} from '../requests/answer-input.ts';
import {openRequiredPages} from '../requests/required-pages.ts';
import {backoff} from './backoff.ts';
import {neededEra, otherVersionFailure} from './other-version.ts';
import type {TakeTurn} from './rate-limit.ts';
import type {LiveServer, ServerConnection} from './server-connection.ts';
import {lastLines} from './start-failure.ts';

export type ServerCallsOptions = {
	readonly config: ServerConfig;
	readonly connection: Pick<ServerConnection, 'ready' | 'reopen' | 'refresh' | 'live' | 'listed'>;
	readonly checker: SchemaChecker;
	readonly takeTurn: TakeTurn;
	readonly requests: ServerRequests;
	/** Whether the server waits for an answer of the user. */
	readonly isWaitingForUser: () => boolean;
	/** Changes of a watched resource may have been missed. */
	readonly onUnheard: (uri: string) => void;
	/** Asks the user to sign in; false when that is not possible or not wanted. */
	readonly signIn: (signal: AbortSignal) => Promise<boolean>;
};

export type WantedCall = {
	readonly tool: string;
	/** The only definition by which it may be called; without it any. */
	readonly approved?: ToolDefinition;
	readonly arguments: JsonObject;
};

export type ServerCalls = {
	readonly call: (
		wanted: WantedCall,
		onProgress: (progress: CallProgress) => void,
		signal: AbortSignal,
	) => Promise<CallReport>;
	readonly check: (wanted: WantedCall, signal: AbortSignal) => Promise<ArgumentDoubt | undefined>;
	/** Any other request. It changes nothing at the server, so a lost session costs one more try. */
	readonly fetch: <T>(
		run: (target: RequestTarget, signal: AbortSignal) => Promise<Fetched<T>>,
		signal: AbortSignal,
	) => Promise<Fetched<T>>;
};

const saysItIsSafe = ({readOnlyHint, idempotentHint}: ToolAnnotations): boolean =>
	readOnlyHint === true || idempotentHint === true;

const losses: ReadonlySet<string> = new Set([
	'server-gone',
	'session-lost',
	'not-connected',
	'server-unreachable',
]);

/** The connection broke, rather than the request. */
const isLoss = ({code}: Failure): boolean => losses.has(code);

/** Attempts after the first one. What may have arrived is sent once more at most. */
const mostRepeats = 3;

/** The server may have acted, and nobody knows. */
const isOpen = (failure: Failure): boolean => isLoss(failure) && !wasNotSent(failure);

const failureOf = (report: {readonly type: string; readonly failure?: Failure}): Failure | undefined =>
	report.type === 'failed' ? report.failure : undefined;

const saysNothingOfTheFirst: ReadonlySet<string> = new Set(['tool-changed', 'unknown-tool']);

/** What is known of a request that may have arrived, and of the last attempt to repeat it. */
const bothFailures = (first: Failure | undefined, last: Failure): Failure =>
	first === undefined ||
	first === last ||
	!(isLoss(last) || wasNotSent(last) || saysNothingOfTheFirst.has(last.code))
		? last
		: {
				code: first.code,
				message: `${first.message} The repeat failed as well: ${last.message}`,
				hint: [
					'It may have done its work the first time.',
					...(last.hint === undefined ? [] : [last.hint]),
				].join(' '),
			};

/** What a server printed before it was gone often says why. */
const withLastOutput = (report: CallReport, {transport}: LiveServer): CallReport => {
	if (report.type !== 'failed' || report.failure.code !== 'server-gone') return report;
	const cause = relevantStderr(transport.printed().slice(-lastLines));
	if (cause === undefined) return report;
	const {failure} = report;
	return {...report, failure: {...failure, message: `${failure.message} Its last output: ${cause.text}`}};
};

/** Calls and requests of one server, through losses of its connection and missing permission. */
export const createServerCalls = (options: ServerCallsOptions): ServerCalls => {
	const {config, connection} = options;
	/** What runs on each connection. */
	const running = new WeakMap<LiveServer, Set<Promise<unknown>>>();
	/** Generations of the protocol that the server turned out not to offer. */
	const missing = new Set<WorkingWay['era']>();

	const track = async <T>(live: LiveServer, request: Promise<T>): Promise<T> => {
		const requests = running.get(live) ?? new Set();
		running.set(live, requests.add(request));
		try {
			return await request;
		} finally {
			requests.delete(request);
		}
	};

	/** Whether another version may be tried: none is pinned, and the server has not turned that one down. */
	const mayChange = (era: WorkingWay['era']): boolean =>
		config.protocolVersion === undefined && !missing.has(era);

	/** Connects with the other generation of the protocol, where that may be tried. */
	const changeEra = async (
		live: LiveServer,
		era: WorkingWay['era'],
		signal: AbortSignal,
	): Promise<LiveServer | undefined> => {
		if (!mayChange(era)) return undefined;
		const unused = Promise.allSettled(running.get(live) ?? []);
		const opened = await connection.reopen(live, era, unused, signal);
		if (opened?.type !== 'ready') return undefined;
		if (opened.live.way.era === era) return opened.live;
		missing.add(era);
		return undefined;
	};

	/** What can be done so that the same request may work now. */
	const heal = async (
		failure: Failure,
		{isSafe, repeats}: {readonly isSafe: boolean; readonly repeats: number},
		signal: AbortSignal,
	): Promise<boolean> => {
		if (signal.aborted || repeats === mostRepeats) return false;
		if (failure.code === 'needs-sign-in') {
			if (repeats > 0 || !(await options.signIn(signal))) return false;
			return (await connection.ready(signal))?.type === 'ready';
		}
		// Its tools have changed. What was approved is no longer what would be called, so it is not called.
		if (failure.code === 'header-mismatch') connection.refresh();
		if (!isLoss(failure) || !(isSafe || wasNotSent(failure))) return false;
		// A server that is being restarted needs a moment. A process is started by us, and a session is begun at once.
		if ('url' in config && failure.code !== 'session-lost') await sleep(backoff(repeats + 1), signal);
		return (await connection.ready(signal))?.type === 'ready';
	};

	type Unsent = {readonly type: 'cancelled'} | {readonly type: 'failed'; readonly failure: Failure};

	/** Repeats what a lost connection has cut off. `open` is why an earlier attempt may have arrived all the same. */
	const repeat = async <Report extends {readonly type: string; readonly failure?: Failure}>(
		attempt: (live: LiveServer, isAgain: boolean) => Promise<Report>,
		isSafe: () => boolean,
		signal: AbortSignal,
	): Promise<{
		readonly last: Report | Unsent;
		readonly open?: Failure | undefined;
		/** What is to be said of the last attempt if it needs another version of the protocol. */
		readonly otherVersion?: Failure;
	}> => {
		let open: Failure | undefined;
		let hasChanged = false;
		for (let repeats = 0; ; repeats += 1) {
			const opened = await connection.ready(signal);
			if (opened === undefined) return {last: {type: 'cancelled'}, open};
			const last: Report | Unsent =
				opened.type === 'failed'
					? {type: 'failed', failure: opened.failure}
					: await track(opened.live, attempt(opened.live, open !== undefined));
			const failure = failureOf(last);
			const isUnopened = opened.type === 'failed' && failure?.code !== 'needs-sign-in';
			if (failure === undefined || isUnopened) return {last, open};
			const era = opened.type === 'ready' ? neededEra(failure, opened.live.way.era) : undefined;
			if (opened.type === 'ready' && era !== undefined && !hasChanged) {
				const changed = await changeEra(opened.live, era, signal);
				hasChanged = changed !== undefined;
				if (hasChanged && isSafe() && !signal.aborted) continue;
				// A server that was not to be had just now says nothing about its versions.
				if (!hasChanged && mayChange(era)) return {last, open};
				const now = changed?.client.getNegotiatedProtocolVersion();
				return {last, open, otherVersion: otherVersionFailure(failure, era, config, now)};
			}
			const isSecond = open !== undefined && isOpen(failure);
			if (isOpen(failure)) open ??= failure;
			if (isSecond || !(await heal(failure, {isSafe: isSafe(), repeats}, signal))) return {last, open};
		}
	};

	const targetOf = ({client, transport}: LiveServer, isAgain: boolean): RequestTarget => ({
		client,
		config,
		isAgain,
		ended: transport.end,
		isWaitingForUser: options.isWaitingForUser,
		onUnheard: options.onUnheard,
	});
	const answerInput = createInputAnswers(config.name, options.requests);

	const tryCall = async (
		live: LiveServer,
		wanted: WantedCall,
		{known, isAgain}: {readonly known: ToolDefinition | undefined; readonly isAgain: boolean},
		onProgress: (progress: CallProgress) => void,
		signal: AbortSignal,
	): Promise<{readonly report: CallReport; readonly definition?: ToolDefinition}> => {
		const approved = known ?? wanted.approved;
		const find = () =>
			findWanted({tool: wanted.tool, approved, isAgain: known !== undefined}, config, live.catalogue());
		const found = find();
		if ('failure' in found) return {report: {type: 'failed', failure: found.failure}};
		await options.takeTurn(signal);
		// A server that has said that its tools are others is not called by what they were.
		if (approved !== undefined) await connection.listed(signal);
		if (signal.aborted) return {report: {type: 'cancelled', sent: false}};
		const {definition} = found;
		const report = await callTool(
			{
				...targetOf(live, isAgain),
				definition,
				arguments: wanted.arguments,
				onProgress,
				checker: options.checker,
				answerInput,
				whyNot: () => {
					const now = find();
					return 'failure' in now ? now.failure : undefined;
				},
				openPages: (pages, until) => openRequiredPages(config.name, pages, options.requests, until),
			},
			signal,
		);
		return {report: withLastOutput(report, live), definition};
	};

	return {
		check: async (wanted, signal) => {
			const live = connection.live();
			if (live === undefined) return undefined;
			const found = findWanted(wanted, config, live.catalogue());
			if ('definition' in found)
				return checkArguments(found.definition, wanted.arguments, options.checker, signal);
			// Whether a tool is there at all shows when it is called.
			return found.failure.code === 'tool-changed' ? {type: 'wrong', failure: found.failure} : undefined;
		},
		call: async (wanted, onProgress, signal) => {
			if (signal.aborted) return {type: 'cancelled', sent: false};
			let known: ToolDefinition | undefined;
			const {last, open, otherVersion} = await repeat(
				async (live, isAgain) => {
					const {report, definition} = await tryCall(live, wanted, {known, isAgain}, onProgress, signal);
					known ??= definition;
					return report;
				},
				() => known !== undefined && saysItIsSafe(known.annotations),
				signal,
			);
			const isSent = open !== undefined || ('sent' in last && last.sent);
			if (last.type === 'cancelled') return {type: 'cancelled', sent: isSent};
			if (last.type === 'succeeded') return last;
			if (otherVersion?.code === 'protocol-version') return {type: 'failed', failure: otherVersion};
			if (otherVersion !== undefined) return {...last, failure: otherVersion};
			// The user has stopped waiting for a server that is gone.
			return signal.aborted && isLoss(last.failure)
				? {type: 'cancelled', sent: isSent}
				: {...last, failure: bothFailures(open, last.failure)};
		},
		fetch: async (run, signal) => {
			const {last, open, otherVersion} = await repeat(
				async (live, isAgain) => {
					await options.takeTurn(signal);
					return run(targetOf(live, isAgain), signal);
				},
				() => true,
				signal,
			);
			return last.type === 'failed'
				? {...last, failure: otherVersion ?? bothFailures(open, last.failure)}
				: last;
		},
	};
};
