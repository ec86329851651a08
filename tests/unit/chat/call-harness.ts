import {type CallDeps, runCall} from '../../../source/core/chat/run-call.ts';
import {createToolOffer} from '../../../source/core/chat/tool-offer.ts';
import type {Verdict} from '../../../source/domain/approval.ts';
import type {Ask, AskAnswer} from '../../../source/domain/ask.ts';
import type {AppFact} from '../../../source/domain/event.ts';
import type {ResultStore} from '../../../source/domain/ports.ts';
import type {OfferedTool, ToolRef} from '../../../source/domain/tool.ts';
import {createCounterIds} from '../../helpers/counter-ids.ts';
import {createFakeServers, offerTool} from '../../helpers/fake-servers.ts';
import {createRecordingSink} from '../../helpers/recording-sink.ts';
import {keepsAll} from '../../helpers/turn-harness.ts';

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
	readonly onCall?: CallDeps['servers']['call'];
	readonly check?: CallDeps['servers']['check'];
	readonly save?: (fact: AppFact) => Promise<void>;
	readonly keep?: ResultStore['keep'];
};

/** One call with fakes at its ports. */
export const setUp = ({
	verdict = {decision: 'allow', rule: 'a rule'},
	answer,
	onCall,
	check,
	save,
	keep = keepsAll.keep,
}: Options = {}) => {
	const sink = createRecordingSink(save);
	const servers = createFakeServers({
		...(onCall === undefined ? {} : {onCall}),
		...(check === undefined ? {} : {check}),
	});
	const asked: Ask[] = [];
	const granted: readonly ToolRef[] = [{server: 'other', tool: 'tool'}];
	const decidedWith: (readonly ToolRef[])[] = [];
	const controller = new AbortController();
	const deps: CallDeps = {
		sink,
		servers,
		policy: {
			decide(_tool, _args, _mode, grants) {
				decidedWith.push(grants);
				return verdict;
			},
		},
		approvalMode: () => 'always-ask',
		grants: () => granted,
		askUser: async ask => {
			asked.push(ask);
			return answer ?? {type: 'aborted'};
		},
		newId: createCounterIds('ask'),
		results: {...keepsAll, keep},
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
		decidedWith,
		controller,
		run: () => runBlock(block, [offered]),
		runBlock,
	};
};
