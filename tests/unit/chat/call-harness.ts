import {type CallDeps, type RunCallDeps, runCall} from '../../../source/core/chat/run-call.ts';
import {createToolOffer} from '../../../source/core/chat/tool-offer.ts';
import type {Heard, TurnHearing} from '../../../source/core/chat/turn-hearing.ts';
import type {PolicyQuestion, SessionGrant, Verdict} from '../../../source/domain/approval.ts';
import type {Ask, AskAnswer} from '../../../source/domain/ask.ts';
import type {AppFact} from '../../../source/domain/event.ts';
import type {AskUser, Policy, ResultStore} from '../../../source/domain/ports.ts';
import type {OfferedTool} from '../../../source/domain/tool.ts';
import {createCounterIds} from '../../helpers/counter-ids.ts';
import {createFakeServers, offerTool} from '../../helpers/fake-servers.ts';
import {createRecordingSink} from '../../helpers/recording-sink.ts';
import {allowsAll, keepsAll, openGate} from '../../helpers/turn-harness.ts';

export const block = {
	type: 'tool-call' as const,
	callId: 'c1',
	modelName: 'files__read',
	arguments: {path: 'a.txt'},
};
export const offered = offerTool('files', 'read', {annotations: {readOnlyHint: true}});

type Options = {
	readonly verdict?: Verdict;
	readonly answer?: AskAnswer | {readonly type: 'aborted'};
	/** Answers each question by itself; without it all get `answer`. */
	readonly askUser?: AskUser;
	readonly policy?: Partial<Policy>;
	readonly heard?: Heard;
	readonly hearing?: TurnHearing;
	readonly gate?: CallDeps['gate'];
	readonly grantBook?: CallDeps['grantBook'];
	readonly describeTool?: CallDeps['describeTool'];
	readonly onCall?: CallDeps['servers']['call'];
	readonly check?: CallDeps['servers']['check'];
	/** What the servers list now, which may be something else than what was offered. */
	readonly listed?: () => readonly OfferedTool[];
	readonly save?: (fact: AppFact) => Promise<void>;
	readonly keep?: ResultStore['keep'];
};

const nothingHeard: Heard = {tools: [], texts: []};

/** Remembers what it is told, and has heard something already. */
export const createFakeHearing = (heard: Heard = nothingHeard) => {
	const told: {readonly tool: string; readonly words: string}[] = [];
	const hearing: TurnHearing = {
		now: () => heard,
		hear: ({tool}, _args, words) => told.push({tool, words}),
	};
	return {hearing, told};
};

/** One call with fakes at its ports. */
export const setUp = ({
	verdict = {decision: 'allow', rule: 'a rule'},
	answer = {type: 'aborted'},
	askUser = async () => answer,
	policy = {},
	heard = nothingHeard,
	hearing = createFakeHearing(heard).hearing,
	gate = openGate,
	grantBook,
	describeTool,
	onCall,
	check,
	listed,
	save,
	keep = keepsAll.keep,
}: Options = {}) => {
	const sink = createRecordingSink(save);
	const servers = createFakeServers({
		...(onCall === undefined ? {} : {onCall}),
		...(check === undefined ? {} : {check}),
		...(listed === undefined ? {} : {tools: listed}),
	});
	const asked: Ask[] = [];
	const granted: readonly SessionGrant[] = [{server: 'other', tool: 'tool'}];
	const questions: PolicyQuestion[] = [];
	const controller = new AbortController();
	const deps: RunCallDeps = {
		sink,
		servers,
		policy: {
			...allowsAll,
			...policy,
			decide(question) {
				questions.push(question);
				return policy.decide?.(question) ?? verdict;
			},
		},
		gate,
		hearing,
		heard,
		approvalMode: () => 'always-ask',
		workMode: () => 'act',
		sessionGrants: () => granted,
		askUser(ask, signal) {
			asked.push(ask);
			return askUser(ask, signal);
		},
		newId: createCounterIds('ask'),
		results: {...keepsAll, keep},
		...(grantBook === undefined ? {} : {grantBook}),
		...(describeTool === undefined ? {} : {describeTool}),
	};
	const runBlock = async (
		what: typeof block & {invalid?: string},
		tools: readonly OfferedTool[],
		search?: OfferedTool,
	) => {
		const end = await runCall(what, createToolOffer(tools, search), deps, controller.signal);
		return end.effect;
	};
	return {
		sink,
		servers,
		asked,
		granted,
		questions,
		controller,
		run: () => runBlock(block, [offered]),
		runBlock,
	};
};
