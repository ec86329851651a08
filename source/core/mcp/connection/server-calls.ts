import type {Fetched} from '../../../domain/catalogue.ts';
import type {Failure} from '../../../domain/failure.ts';
import type {JsonObject} from '../../../domain/json.ts';
import type {ArgumentDoubt, CallReport} from '../../../domain/ports.ts';
import type {ServerConfig} from '../../../domain/server.ts';
import type {ServerRequests} from '../../../domain/server-ports.ts';
import type {LogLevel} from '../../../domain/server-request.ts';
import type {ToolAnnotations, ToolDefinition} from '../../../domain/tool.ts';
import type {CallProgress} from '../../../domain/tool-call.ts';
import {tellingLines} from '../../../support/telling-lines.ts';
import {callTool} from '../calls/call-tool.ts';
import {checkArguments} from '../calls/check-arguments.ts';
import {cut} from '../calls/cut-text.ts';
import {findWanted} from '../calls/refused-call.ts';
import {wasNotSent} from '../calls/request-failure.ts';
import type {RequestTarget} from '../calls/request-target.ts';
import type {SchemaChecker} from '../calls/schema-checker.ts';
import {createInputAnswers} from '../requests/answer-input.ts';
import {openRequiredPages} from '../requests/required-pages.ts';
import type {TakeTurn} from './rate-limit.ts';
import type {LiveServer, ServerConnection} from './server-connection.ts';

export type ServerCallsOptions = {
	readonly config: ServerConfig;
	readonly connection: Pick<ServerConnection, 'ready' | 'refresh' | 'live' | 'listed'>;
	readonly checker: SchemaChecker;
	readonly takeTurn: TakeTurn;
	readonly logLevel: () => LogLevel | undefined;
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

/** What a server printed before it was gone often says why. */
const withLastWords = (report: CallReport, {transport}: LiveServer): CallReport => {
	if (report.type !== 'failed' || report.failure.code !== 'server-gone') return report;
	const words = tellingLines(transport.printed(20), 3).join(' | ');
	if (words === '') return report;
	const {failure} = report;
	return {...report, failure: {...failure, message: `${failure.message} Its last words: ${cut(words, 500)}`}};
};

/** Calls and requests of one server, through losses of its connection and missing permission. */
export const createServerCalls = (options: ServerCallsOptions): ServerCalls => {
	const {config, connection} = options;

	/** What can be done so that the same request may work now. */
	const heal = async (failure: Failure, isSafe: boolean, signal: AbortSignal): Promise<boolean> => {
		if (signal.aborted) return false;
		if (failure.code === 'needs-sign-in') {
			if (!(await options.signIn(signal))) return false;
			return (await connection.ready(signal))?.type === 'ready';
		}
		// Its tools have changed. What was approved is no longer what would be called, so it is not called.
		if (failure.code === 'header-mismatch') connection.refresh();
		if (!isLoss(failure) || !(isSafe || wasNotSent(failure))) return false;
		return (await connection.ready(signal))?.type === 'ready';
	};

	const targetOf = ({client, transport}: LiveServer): RequestTarget => ({
		client,
		config,
		ended: transport.end,
		isWaitingForUser: options.isWaitingForUser,
		onUnheard: options.onUnheard,
	});
	const answerInput = createInputAnswers(config.name, options.requests);

	type Attempt = {readonly report: CallReport; readonly definition?: ToolDefinition};

	const tryCall = async (
		wanted: WantedCall & {readonly isAgain?: boolean},
		onProgress: (progress: CallProgress) => void,
		signal: AbortSignal,
	): Promise<Attempt> => {
		const opened = await connection.ready(signal);
		if (opened === undefined) return {report: {type: 'cancelled', sent: false}};
		if (opened.type === 'failed') return {report: {type: 'failed', failure: opened.failure}};
		const find = () => findWanted(wanted, config, opened.live.catalogue());
		const found = find();
		if ('failure' in found) return {report: {type: 'failed', failure: found.failure}};
		await options.takeTurn(signal);
		// A server that has said that its tools are others is not called by what they were.
		if (wanted.approved !== undefined) await connection.listed(signal);
		if (signal.aborted) return {report: {type: 'cancelled', sent: false}};
		const {definition} = found;
		const logLevel = options.logLevel();
		const report = await callTool(
			{
				...targetOf(opened.live),
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
				...(logLevel === undefined ? {} : {logLevel}),
			},
			signal,
		);
		return {report: withLastWords(report, opened.live), definition};
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
			const {report, definition} = await tryCall(wanted, onProgress, signal);
			if (report.type !== 'failed') return report;
			const isSafe = definition !== undefined && saysItIsSafe(definition.annotations);
			if (!(await heal(report.failure, isSafe, signal))) return report;
			const again = definition === undefined ? wanted : {...wanted, approved: definition, isAgain: true};
			return (await tryCall(again, onProgress, signal)).report;
		},
		fetch: async (run, signal) => {
			const tryFetch = async () => {
				const opened = await connection.ready(signal);
				if (opened === undefined) return {type: 'cancelled'} as const;
				if (opened.type === 'failed') return {type: 'failed', failure: opened.failure} as const;
				await options.takeTurn(signal);
				return run(targetOf(opened.live), signal);
			};
			const fetched = await tryFetch();
			if (fetched.type !== 'failed' || !(await heal(fetched.failure, true, signal))) return fetched;
			return tryFetch();
		},
	};
};
