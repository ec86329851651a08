import type {
	Completion,
	CompletionSubject,
	Fetched,
	PromptResult,
	SkillList,
	SkillText,
} from '../../../domain/catalogue.ts';
import type {SignInOutcome, SignOutOutcome} from '../../../domain/server-ports.ts';
import type {LogLevel} from '../../../domain/server-request.ts';
import type {ToolContent} from '../../../domain/tool.ts';
import {completeArgument} from '../calls/complete-argument.ts';
import {fetchPrompt} from '../calls/fetch-prompt.ts';
import {fetchResource} from '../calls/fetch-resource.ts';
import type {SchemaChecker} from '../calls/schema-checker.ts';
import {setLogLevel} from '../calls/set-log-level.ts';
import {unwatchResource, watchResource} from '../calls/watch-resource.ts';
import {countRequests} from './count-requests.ts';
import {createRateLimit} from './rate-limit.ts';
import {createServerCalls, type ServerCalls} from './server-calls.ts';
import {
	createServerConnection,
	type LiveServer,
	type ServerConnection,
	type ServerConnectionOptions,
} from './server-connection.ts';
import {shareSignIn} from './share-sign-in.ts';

/** One server with everything that is remembered about it while the program runs. */
export type ManagedServer = ServerCalls &
	ServerConnection & {
		readonly signIn: (signal: AbortSignal) => Promise<SignInOutcome>;
		readonly signOut: (signal: AbortSignal) => Promise<SignOutOutcome>;
		readonly getPrompt: (
			prompt: string,
			args: Readonly<Record<string, string>>,
			signal: AbortSignal,
		) => Promise<Fetched<PromptResult>>;
		readonly readResource: (uri: string, signal: AbortSignal) => Promise<Fetched<readonly ToolContent[]>>;
		readonly complete: (
			subject: CompletionSubject,
			argument: {readonly name: string; readonly value: string},
			known: Readonly<Record<string, string>>,
			signal: AbortSignal,
		) => Promise<Fetched<Completion>>;
		readonly listSkills: (signal: AbortSignal) => Promise<Fetched<SkillList>>;
		readonly readSkill: (
			uri: string,
			file: string | undefined,
			signal: AbortSignal,
		) => Promise<Fetched<SkillText>>;
		readonly watch: (uri: string, signal: AbortSignal) => Promise<Fetched<undefined>>;
		readonly unwatch: (uri: string, signal: AbortSignal) => Promise<Fetched<undefined>>;
		readonly setLogLevel: (level: LogLevel, signal: AbortSignal) => Promise<Fetched<undefined>>;
	};

export type ManagedServerOptions = Omit<ServerConnectionOptions, 'onReady' | 'logLevel'> & {
	readonly checker: SchemaChecker;
	/** Whether the user is asked to sign in as soon as a server wants it. */
	readonly asksToSignIn: boolean;
};

export const createManagedServer = (options: ManagedServerOptions): ManagedServer => {
	const {config, access} = options;
	const watched = new Set<string>();
	let logLevel: LogLevel | undefined;
	/** Asked once and refused: not asked again unless the user starts it. */
	let wasDeclined = false;

	const onUnheard = (uri: string) => options.onNotice({type: 'resource-updated', uri});
	const targetOf = ({client, transport}: LiveServer) => ({client, config, ended: transport.end, onUnheard});

	/** A new connection knows nothing of what the old one had been told. */
	const tellAgain = (live: LiveServer) => {
		const limit = AbortSignal.timeout(config.requestTimeout);
		const target = targetOf(live);
		if (logLevel !== undefined) void setLogLevel(target, logLevel, limit);
		for (const uri of watched) void watchResource(target, uri, limit);
	};

	const {requests, isWaiting} = countRequests(options.requests);
	const connection = createServerConnection({
		...options,
		requests,
		onReady: tellAgain,
		logLevel: () => logLevel,
	});

	/** A server that is no longer used asks the user nothing. */
	const closed = new AbortController();
	const signIn = shareSignIn(signal => access.signIn(AbortSignal.any([signal, closed.signal])));

	/** Asks the user to sign in, where that is wanted; whether it worked. */
	const offerSignIn = async (signal: AbortSignal): Promise<boolean> => {
		if (!options.asksToSignIn || wasDeclined) return false;
		const outcome = await signIn(signal);
		wasDeclined = outcome.type === 'cancelled' && !signal.aborted;
		return outcome.type === 'signed-in';
	};

	const calls = createServerCalls({
		config,
		connection,
		checker: options.checker,
		takeTurn: createRateLimit(config.rateLimit, () => performance.now()),
		requests,
		isWaitingForUser: isWaiting,
		onUnheard,
		signIn: offerSignIn,
	});

	const whenDone = async (
		request: Promise<Fetched<undefined>>,
		then: () => void,
	): Promise<Fetched<undefined>> => {
		const fetched = await request;
		if (fetched.type === 'fetched') then();
		return fetched;
	};

	return {
		...connection,
		...calls,
		close() {
			closed.abort();
			return connection.close();
		},
		ready: async signal => {
			const opened = await connection.ready(signal);
			if (opened?.type !== 'failed' || opened.failure.code !== 'needs-sign-in') return opened;
			return (await offerSignIn(signal)) ? connection.ready(signal) : opened;
		},
		signIn: async signal => {
			const outcome = await signIn(signal);
			wasDeclined = false;
			return outcome;
		},
		signOut: access.signOut,
		getPrompt: (prompt, args, signal) =>
			calls.fetch((target, limit) => fetchPrompt(target, prompt, args, limit), signal),
		readResource: (uri, signal) =>
			calls.fetch(async (target, limit) => {
				const skill = uri.endsWith('/SKILL.md')
					? await (await import('../skills/server-skills.ts')).readListedSkill(target, uri, limit)
					: undefined;
				return skill ?? fetchResource(target, uri, limit);
			}, signal),
		complete: (subject, argument, known, signal) =>
			calls.fetch((target, limit) => completeArgument(target, subject, argument, known, limit), signal),
		listSkills: signal =>
			calls.fetch(async (target, limit) => {
				const skills = await import('../skills/server-skills.ts');
				return skills.listSkills(target, limit);
			}, signal),
		readSkill: (uri, file, signal) =>
			calls.fetch(async (target, limit) => {
				const skills = await import('../skills/server-skills.ts');
				return skills.readSkill(target, uri, file, limit);
			}, signal),
		watch: (uri, signal) =>
			whenDone(
				calls.fetch((target, limit) => watchResource(target, uri, limit), signal),
				() => watched.add(uri),
			),
		unwatch: (uri, signal) => {
			watched.delete(uri);
			return calls.fetch((target, limit) => unwatchResource(target, uri, limit), signal);
		},
		setLogLevel: (level, signal) =>
			whenDone(
				calls.fetch((target, limit) => setLogLevel(target, level, limit), signal),
				() => {
					logLevel = level;
				},
			),
	};
};
