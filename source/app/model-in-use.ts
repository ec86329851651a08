import type {Failure} from '../domain/failure.ts';
import type {Model, ModelFacts} from '../domain/model.ts';
import type {Models, OpenedModel} from '../domain/model-ports.ts';
import type {EventSink} from '../domain/ports.ts';
import type {ThinkingEffort} from '../domain/provider-settings.ts';
import type {AppState} from '../state/app-state.ts';

type Opened = Omit<OpenedModel & {type: 'opened'}, 'type'>;

type ModelDeps = Opened & {
	readonly models?: Models;
	readonly sink: EventSink;
	readonly getState: () => AppState;
};

type ModelChange =
	/** With a doubt it may have no key. */
	| {readonly type: 'changed'; readonly doubt?: Failure}
	/** It is the one in use already. */
	| {readonly type: 'same'}
	| {readonly type: 'refused'; readonly failure: Failure}
	| {readonly type: 'aborted'};

export type ModelInUse = {
	/** A turn keeps the one that it began with. */
	readonly model: () => Model;
	readonly suggestPrompt: Opened['suggestPrompt'];
	/** From the next turn on. */
	readonly change: (id: string, signal: AbortSignal) => Promise<ModelChange>;
	/** How much the model thinks, from the next turn on; why it cannot be changed, where that is so. */
	readonly changeEffort: (effort: ThinkingEffort, signal: AbortSignal) => Promise<Failure | undefined>;
	/** Says what is known about the model, unless that is known already. */
	readonly tellFacts: () => void;
};

const providerOf = (id: string): string => id.split('/', 1)[0] ?? '';

const isSameFacts = (one: ModelFacts, other: ModelFacts): boolean =>
	one.contextTokens === other.contextTokens &&
	one.outputTokens === other.outputTokens &&
	one.seesImages === other.seesImages;

/** The model of the next turn. */
export const createModelInUse = ({models, sink, getState, ...first}: ModelDeps): ModelInUse => {
	let opened: Opened = first;
	const tellFacts = (): void => {
		const {model} = opened;
		const facts = model.facts?.() ?? {};
		if (!isSameFacts(facts, getState().facts)) {
			sink.emit({type: 'model-learned', model: model.id, facts});
		}
	};
	return {
		model: () => opened.model,
		suggestPrompt: messages => opened.suggestPrompt(messages),
		async change(id, signal) {
			if (models === undefined) {
				const message = 'The model cannot be changed here.';
				return {type: 'refused', failure: {code: 'no-models', message, hint: 'Start with --model.'}};
			}
			const next = await models.open(id, signal);
			if (signal.aborted) {
				return {type: 'aborted'};
			}
			if (next.type === 'refused') {
				return next;
			}
			if (next.model.id === opened.model.id) {
				return {type: 'same'};
			}
			const key = await models.checkKey(providerOf(next.model.id), signal);
			if (signal.aborted) {
				return {type: 'aborted'};
			}
			if (key.type === 'missing') {
				return {type: 'refused', failure: key.failure};
			}
			opened = next;
			sink.emit({type: 'model-changed', model: next.model.id});
			tellFacts();
			return key.type === 'unsure' ? {type: 'changed', doubt: key.failure} : {type: 'changed'};
		},
		async changeEffort(effort, signal) {
			if (models?.effort === undefined) {
				return {code: 'no-effort', message: 'How much the model thinks cannot be changed here.'};
			}
			const {id} = opened.model;
			const before = models.effort.choose(effort);
			const next = await models.open(id, signal);
			if (next.type === 'refused' || signal.aborted) {
				models.effort.choose(before);
				return next.type === 'refused' ? next.failure : undefined;
			}
			// Another model may have been chosen meanwhile.
			if (opened.model.id === id) {
				opened = next;
			}
			return undefined;
		},
		tellFacts,
	};
};
