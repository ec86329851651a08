import {assertNever} from '../domain/assert-never.ts';
import type {AppEvent} from '../domain/event.ts';
import {isSameTool} from '../domain/tool.ts';
import type {AppState, SetAsideTool} from './app-state.ts';
import {countUsage} from './count-usage.ts';
import {append, cutAnswer, settleAnswer} from './settle.ts';

type ModelEvent = Extract<
	AppEvent,
	{
		type:
			| 'model-changed'
			| 'model-learned'
			| 'tool-set-aside'
			| 'sampling-answered'
			| 'compaction-started'
			| 'compaction-failed'
			| 'history-compacted'
			| 'usage-counted';
	}
>;

const withoutCompaction = (state: AppState, compactionId: string): AppState => {
	const {compaction, ...rest} = state;
	return compaction?.compactionId === compactionId ? rest : state;
};

const setAside = (state: AppState, tool: SetAsideTool): AppState => ({
	...state,
	setAside: [...state.setAside.filter(other => !isSameTool(other, tool)), tool],
});

const compact = (state: AppState, event: ModelEvent & {type: 'history-compacted'}): AppState => {
	const {compactionId, summary, tokensBefore, tokensAfter, usage} = event;
	// What a model said before the summary must not come after it.
	const settled = settleAnswer(withoutCompaction(state, compactionId), cutAnswer);
	return {
		...append(countUsage(settled, usage), {
			type: 'compaction',
			id: compactionId,
			summary,
			tokensBefore,
			tokensAfter,
		}),
		// Nobody has counted yet what is left: the summary comes with instructions and tools.
		contextUsed: 0,
	};
};

/** Which model is used, what is known about it, what it costs, and what it sees of the past. */
export const reduceModel = (state: AppState, event: ModelEvent): AppState => {
	switch (event.type) {
		case 'model-changed':
			// What one provider does not take another may.
			return event.model === state.model ? state : {...state, model: event.model, facts: {}, setAside: []};
		case 'model-learned':
			return event.model === state.model ? {...state, facts: event.facts} : state;
		case 'tool-set-aside': {
			const {type: _, at: _at, model, ...tool} = event;
			return model === state.model ? setAside(state, tool) : state;
		}
		case 'sampling-answered':
		case 'usage-counted':
			return countUsage(state, event.usage);
		case 'compaction-started':
			return {...state, compaction: {compactionId: event.compactionId, startedAt: event.at}};
		case 'compaction-failed':
			return withoutCompaction(state, event.compactionId);
		case 'history-compacted':
			return compact(state, event);
		default:
			return assertNever(event);
	}
};
