import type {ApprovalMode, PolicyQuestion, SessionGrant, WorkMode} from '../../domain/approval.ts';
import type {ApprovalAsk, ArgumentSource, AskAnswer} from '../../domain/ask.ts';
import {assertNever} from '../../domain/assert-never.ts';
import type {Failure} from '../../domain/failure.ts';
import type {JsonObject} from '../../domain/json.ts';
import {
	type ArgumentDoubt,
	type AskUser,
	type EventSink,
	failureIn,
	type GrantBook,
	type NewId,
	type Policy,
	type ToolServers,
	uncheckedIn,
} from '../../domain/ports.ts';
import type {ToolDefinition} from '../../domain/tool.ts';
import type {CallBlock} from './answer-blocks.ts';
import {argumentSources} from './argument-sources.ts';
import type {Heard, TurnHearing} from './turn-hearing.ts';

export type PermissionDeps = {
	readonly policy: Policy;
	readonly approvalMode: () => ApprovalMode;
	readonly workMode: () => WorkMode;
	/** What the user has allowed for the rest of the session. */
	readonly sessionGrants: () => readonly SessionGrant[];
	/** Where an answer is kept beyond the session; without it, it cannot be. */
	readonly grantBook?: Pick<GrantBook, 'allow'>;
	/** What else the user is to know about a tool before they allow it. */
	readonly describeTool?: (tool: ToolDefinition) => Pick<ApprovalAsk, 'flags' | 'changes'>;
	readonly servers: Pick<ToolServers, 'check'>;
	readonly sink: EventSink;
	readonly askUser: AskUser;
	readonly newId: NewId;
	readonly hearing: TurnHearing;
};

/** Whether the turn goes on after a call. */
export type CallEffect = 'continue' | 'stop';

export type Permission =
	/** The arguments may be the user's, in place of the model's. */
	| {
			readonly type: 'allowed';
			readonly arguments: JsonObject;
			readonly by: string;
			/** Where they came from, if that is untrusted content and the user was not asked. */
			readonly sources?: readonly ArgumentSource[] | undefined;
			/** Why these arguments were not checked. */
			readonly unchecked?: string;
	  }
	| {readonly type: 'denied'; readonly rule: string; readonly reason?: string; readonly effect: CallEffect}
	/** What the user put in place of the arguments cannot be sent. */
	| {readonly type: 'failed'; readonly failure: Failure}
	| {readonly type: 'aborted'};

type Allowed = AskAnswer & {readonly type: 'allow'};

const deniedByUser = 'denied by the user';

/** What the user allowed, as the middle of a sentence. */
const reaches: Readonly<Record<Allowed['scope'], string>> = {
	once: 'this call',
	session: 'the tool for this session',
	tool: 'the tool for good',
	server: 'the server for good',
};

const unusableEdit = ({server, tool}: ToolDefinition, {code, message, hint}: Failure): Failure => ({
	code,
	message: `Nothing was run: the arguments that the user wrote for ${tool} of ${server} cannot be used. ${message}`,
	...(hint === undefined ? {} : {hint}),
});

const notKept = ({server, tool}: ToolDefinition, scope: 'tool' | 'server', failure: Failure): string =>
	[
		`Your "always" for ${scope === 'server' ? server : `${tool} of ${server}`}`,
		failure.code === 'grant-not-bound'
			? 'counts for this call only.'
			: 'was not saved and holds until the program ends.',
		failure.message,
		...(failure.hint === undefined ? [] : [failure.hint]),
	].join(' ');

/** A call that may need permission. */
type WantedCall = {
	readonly block: CallBlock;
	/** What the model had read when it wrote the call. */
	readonly heard: Heard;
	/** What is known against its arguments: that they were not checked, if anything. */
	readonly doubt: ArgumentDoubt | undefined;
};

/** Whether a call may run: the policy says it, or the user. */
export const seekPermission = async (
	tool: ToolDefinition,
	{block, heard, doubt}: WantedCall,
	deps: PermissionDeps,
	signal: AbortSignal,
): Promise<Permission> => {
	const {policy, servers, grantBook} = deps;

	const questionAbout = (args: JsonObject, {tools}: Heard): PolicyQuestion => ({
		tool,
		args,
		mode: deps.approvalMode(),
		workMode: deps.workMode(),
		sessionGrants: deps.sessionGrants(),
		heard: tools,
	});

	const findSources = () =>
		argumentSources(
			block.arguments,
			heard,
			heard.tools.filter(other => policy.isForeignTo(tool, other)),
		);
	const findArgumentSources = () => findSources().filter(({argument}) => argument !== undefined);

	const keep = async (scope: Allowed['scope']): Promise<void> => {
		if (verdict.isOnce !== true && (scope === 'tool' || scope === 'server') && grantBook !== undefined) {
			const failure = await grantBook.allow(tool, scope);
			if (failure !== undefined) {
				const text = notKept(tool, scope, failure);
				deps.sink.emit({type: 'notice-raised', tone: 'warning', text, server: tool.server});
			}
		}
	};

	const takeAnswer = async ({scope, arguments: edited}: Allowed): Promise<Permission> => {
		const args = edited ?? block.arguments;
		const doubtNow = edited === undefined ? doubt : await servers.check(tool, edited, signal);
		const wrong = failureIn(doubtNow);
		if (wrong !== undefined && !signal.aborted) {
			return {type: 'failed', failure: unusableEdit(tool, wrong)};
		}
		// A question may wait for long: the mode, the rules and what has come in meanwhile count as they are now.
		const now = policy.decide(questionAbout(args, deps.hearing.now()));
		if (now.decision === 'deny') {
			return {type: 'denied', rule: now.rule, effect: 'continue'};
		}
		// The user said yes to another server than the one that would be called now.
		if (now.decision === 'ask' && now.boundTo !== verdict.boundTo) {
			const again = {block: {...block, arguments: args}, heard, doubt: doubtNow};
			return seekPermission(tool, again, deps, signal);
		}
		await keep(scope);
		return {
			type: 'allowed',
			arguments: args,
			by: `you allowed ${reaches[scope]}, asked because: ${verdict.rule}`,
			...uncheckedIn(doubtNow),
		};
	};

	const question = questionAbout(block.arguments, heard);
	const verdict = policy.decide(question);
	if (verdict.decision === 'allow') {
		const sources = findArgumentSources();
		return {
			type: 'allowed',
			arguments: block.arguments,
			by: verdict.rule,
			sources: sources.length === 0 ? undefined : sources,
			...uncheckedIn(doubt),
		};
	}
	if (verdict.decision === 'deny') {
		return {type: 'denied', rule: verdict.rule, effect: 'continue'};
	}
	// Of what does no harm, whichever content suggested it, only an argument that was found says something.
	const sources = policy.isHarmless(tool) ? findArgumentSources() : findSources();
	const {flags = [], changes = []} = deps.describeTool?.(tool) ?? {};
	const answer = await deps.askUser(
		{
			askId: deps.newId(),
			kind: 'approval',
			callId: block.callId,
			server: tool.server,
			tool: tool.tool,
			arguments: block.arguments,
			annotations: tool.annotations,
			rule: verdict.rule,
			...uncheckedIn(doubt),
			...(sources.length === 0 ? {} : {sources}),
			...(flags.length === 0 ? {} : {flags}),
			...(changes.length === 0 ? {} : {changes}),
			...(policy.isBelieved(tool.server) ? {isTrusted: true} : {}),
			...(verdict.boundTo === undefined ? {} : {boundTo: verdict.boundTo}),
			...(verdict.isOnce === true ? {isOnce: true} : {}),
			...(policy.decide({...question, mode: 'auto'}).decision === 'allow' ? {isUpToMode: true} : {}),
			...(grantBook === undefined || verdict.isOnce === true ? {} : {canKeep: true}),
		},
		signal,
	);
	switch (answer.type) {
		case 'allow':
			return takeAnswer(answer);
		case 'deny':
			return {
				type: 'denied',
				rule: answer.rule ?? deniedByUser,
				effect: 'continue',
				...(answer.reason === undefined ? {} : {reason: answer.reason}),
			};
		case 'stop':
			return {type: 'denied', rule: answer.rule ?? deniedByUser, effect: 'stop'};
		// Answers to other kinds of questions: they allow nothing.
		case 'accept':
		case 'dismiss':
		case 'mute':
		case 'continue':
		case 'wrap-up':
		case 'compact':
		case 'send':
		case 'edit':
		case 'withhold':
			return {type: 'denied', rule: deniedByUser, effect: 'continue'};
		case 'aborted':
			return answer;
		default:
			return assertNever(answer);
	}
};
