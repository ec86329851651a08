import {isDeepStrictEqual} from 'node:util';
import type {Fetched} from '../../../domain/catalogue.ts';
import type {Failure} from '../../../domain/failure.ts';
import type {JsonObject} from '../../../domain/json.ts';
import type {CallReport} from '../../../domain/ports.ts';
import type {ServerConfig} from '../../../domain/server.ts';
import type {ServerRequests} from '../../../domain/server-ports.ts';
import type {LogLevel} from '../../../domain/server-request.ts';
import type {ToolAnnotations, ToolDefinition} from '../../../domain/tool.ts';
import type {CallProgress} from '../../../domain/tool-call.ts';
import {tellingLines} from '../../../support/telling-lines.ts';
import {callTool} from '../calls/call-tool.ts';
import {checkArguments} from '../calls/check-arguments.ts';
import {cut} from '../calls/cut-text.ts';
import {wasNotSent} from '../calls/request-failure.ts';
import type {RequestTarget} from '../calls/request-target.ts';
import type {SchemaChecker} from '../calls/schema-checker.ts';
import {createInputAnswers} from '../requests/answer-input.ts';
import {openRequiredPages} from '../requests/required-pages.ts';
import type {TakeTurn} from './rate-limit.ts';
import type {LiveServer, ServerConnection} from './server-connection.ts';

export type ServerCallsOptions = {
	readonly config: ServerConfig;
	readonly connection: Pick<ServerConnection, 'ready' | 'refresh' | 'live'>;
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

export type ServerCalls = {
	readonly call: (
		tool: string,
		args: JsonObject,
		onProgress: (progress: CallProgress) => void,
		signal: AbortSignal,
	) => Promise<CallReport>;
	readonly check: (tool: string, args: JsonObject, signal: AbortSignal) => Promise<Failure | undefined>;
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

const unknownTool = (
	config: ServerConfig,
	tool: string,
	{tools, failure}: ReturnType<LiveServer['catalogue']>,
) =>
	({
		code: 'unknown-tool',
		message:
			failure === undefined
				? `Server "${config.name}" has no tool "${tool}".`
				: `The tools of server "${config.name}" are not known: ${failure.message}`,
		hint:
			tools.length === 0 && !config.loadTools
				? 'Its entry in the config says "loadTools": false.'
				: 'Its tools may have changed since they were listed, or "includeTools" / "excludeTools" leave this one out.',
	}) satisfies Failure;

const changedTool = (config: ServerConfig, tool: string): Failure => ({
	code: 'tool-changed',
	message: `Server "${config.name}" came back with another definition of "${tool}", so it was not called again.`,
	hint: 'Call it again by its new definition.',
});

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
		tool: string,
		args: JsonObject,
		onProgress: (progress: CallProgress) => void,
		signal: AbortSignal,
		approved?: ToolDefinition,
	): Promise<Attempt> => {
		const opened = await connection.ready(signal);
		if (opened === undefined) return {report: {type: 'cancelled', sent: false}};
		if (opened.type === 'failed') return {report: {type: 'failed', failure: opened.failure}};
		const catalogue = opened.live.catalogue();
		const definition = catalogue.tools.find(each => each.tool === tool);
		if (definition === undefined)
			return {report: {type: 'failed', failure: unknownTool(config, tool, catalogue)}};
		if (approved !== undefined && !isDeepStrictEqual(approved, definition))
			return {report: {type: 'failed', failure: changedTool(config, tool)}};
		await options.takeTurn(signal);
		if (signal.aborted) return {report: {type: 'cancelled', sent: false}};
		const logLevel = options.logLevel();
		const report = await callTool(
			{
				...targetOf(opened.live),
				definition,
				arguments: args,
				onProgress,
				checker: options.checker,
				answerInput,
				openPages: (pages, until) => openRequiredPages(config.name, pages, options.requests, until),
				...(logLevel === undefined ? {} : {logLevel}),
			},
			signal,
		);
		return {report: withLastWords(report, opened.live), definition};
	};

	return {
		check: async (tool, args, signal) => {
			const definition = connection
				.live()
				?.catalogue()
				.tools.find(each => each.tool === tool);
			return definition === undefined ? undefined : checkArguments(definition, args, options.checker, signal);
		},
		call: async (tool, args, onProgress, signal) => {
			if (signal.aborted) return {type: 'cancelled', sent: false};
			const {report, definition} = await tryCall(tool, args, onProgress, signal);
			if (report.type !== 'failed') return report;
			const isSafe = definition !== undefined && saysItIsSafe(definition.annotations);
			if (!(await heal(report.failure, isSafe, signal))) return report;
			return (await tryCall(tool, args, onProgress, signal, definition)).report;
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
