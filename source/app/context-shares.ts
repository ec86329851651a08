import {estimateText, estimateTokens, estimateTools} from '../domain/estimate-tokens.ts';
import type {Message} from '../domain/message.ts';
import type {OfferedTool} from '../domain/tool.ts';
import type {AppState} from '../state/app-state.ts';
import {modelContext} from '../state/model-context.ts';
import {keptItems} from '../state/rewind.ts';

type ServerShare = {readonly server: string; readonly tokens: number; readonly toolCount: number};

/** What a request would consist of now, in tokens. The parts add up to `used`. */
export type ContextShares = {
	readonly used: number;
	/** Whether the provider counted them; otherwise they are an estimate. */
	readonly isCounted: boolean;
	readonly instructions: number;
	readonly tools: number;
	/** The largest first. */
	readonly servers: readonly ServerShare[];
	readonly history: number;
	/** The part of the history that tools returned. */
	readonly results: number;
};

/** What the provider counted, if what it counted is still what the model sees. */
const countedTokens = (state: AppState): number => {
	for (const item of keptItems(state)) {
		if (item.type === 'answer' && item.status === 'finished') {
			return state.contextUsed;
		}
		if (item.type === 'compaction') {
			return 0;
		}
	}
	return 0;
};

const byServer = (tools: readonly OfferedTool[]): ReadonlyMap<string, readonly OfferedTool[]> => {
	const groups = new Map<string, OfferedTool[]>();
	for (const tool of tools) {
		const {server} = tool.definition;
		const group = groups.get(server);
		if (group === undefined) {
			groups.set(server, [tool]);
		} else {
			group.push(tool);
		}
	}
	return groups;
};

/** What came after the last answer: no provider has counted that yet. */
const sinceLastAnswer = (messages: readonly Message[]): readonly Message[] =>
	messages.slice(messages.findLastIndex(({role}) => role === 'assistant') + 1);

/**
 * Only the sum is known, and only from the provider. Its parts are estimated and then stretched to that sum, because
 * an estimate is wrong by about the same factor everywhere.
 */
export const contextShares = (
	state: AppState,
	instructions: string,
	tools: readonly OfferedTool[],
): ContextShares => {
	const messages = modelContext(state);
	const groups = [...byServer(tools)];
	const estimated = {
		instructions: estimateText(instructions),
		tools: estimateTools(tools),
		history: estimateTokens(messages),
		results: estimateTokens(messages.filter(({role}) => role === 'tool')),
	};
	const sum = estimated.instructions + estimated.tools + estimated.history;
	const counted = countedTokens(state);
	const isCounted = counted > 0;
	const uncounted = isCounted ? estimateTokens(sinceLastAnswer(messages)) : 0;
	const used = isCounted ? counted + uncounted : sum;
	const scale = (tokens: number): number => Math.round((tokens * used) / Math.max(1, sum));
	const servers = groups
		.map(([server, own]) => ({server, tokens: scale(estimateTools(own)), toolCount: own.length}))
		.sort((one, other) => other.tokens - one.tokens || (one.server < other.server ? -1 : 1));
	const shares = {
		instructions: scale(estimated.instructions),
		tools: servers.reduce((total, {tokens}) => total + tokens, 0),
	};
	// The largest part takes what rounding leaves over.
	const history = Math.max(0, used - shares.instructions - shares.tools);
	return {used, isCounted, ...shares, servers, history, results: Math.min(history, scale(estimated.results))};
};
