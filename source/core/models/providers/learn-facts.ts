import type {Model, ModelFacts} from '../../../domain/model.ts';
import {limitedSignal} from '../../../support/limited-signal.ts';
import type {Provider} from '../adapter.ts';

export type Learned = {
	readonly contextTokens?: number | undefined;
	readonly outputTokens?: number | undefined;
	readonly seesImages?: boolean | undefined;
	/** The model is not in memory yet; once it is, its server knows better. */
	readonly isPreliminary?: boolean;
};

/** Those who run models on the user's machine are asked: only they know with how much memory they do. */
const selfHosted: ReadonlySet<string> = new Set(['ollama', 'lmstudio', 'llamacpp']);

/** Whether there is something to learn, and somebody who tells it. */
export const canLearn = ({name, api}: Provider, known: ModelFacts): boolean =>
	selfHosted.has(name) || (name === 'anthropic' && api === 'anthropic' && known.contextTokens === undefined);

/** Facts that grow while the program runs. */
export type GrowingFacts = {-readonly [Key in keyof ModelFacts]: ModelFacts[Key]};

/** Nobody waits for them; this only ends a request that hangs. */
const patience = 5000;
/** A server that does not know is not asked for ever. */
const maxAttempts = 3;

export type LearnOptions = {
	/** What the adapter was given, too: it sees what is learned. */
	readonly facts: GrowingFacts;
	/** What the user said, which nobody knows better. */
	readonly fixed: ModelFacts;
	readonly learn: (signal: AbortSignal) => Promise<Learned>;
};

const changedFacts = (
	{contextTokens, outputTokens, seesImages}: ModelFacts,
	given: ModelFacts,
): ModelFacts => ({
	...(contextTokens === undefined || contextTokens === given.contextTokens ? {} : {contextTokens}),
	...(outputTokens === undefined || outputTokens === given.outputTokens ? {} : {outputTokens}),
	...(seesImages === undefined || seesImages === given.seesImages ? {} : {seesImages}),
});

/** Learns about a model beside its first requests, without holding them up. */
export const withLearnedFacts = (model: Model, {facts, fixed, learn}: LearnOptions): Model => {
	let attempts = 0;
	let isBusy = false;
	let isDone = false;
	const learnNow = async (signal: AbortSignal): Promise<void> => {
		if (isDone || isBusy || attempts >= maxAttempts) return;
		isBusy = true;
		attempts += 1;
		try {
			const {isPreliminary, contextTokens, outputTokens, seesImages} = await learn(
				limitedSignal(signal, patience),
			);
			Object.assign(facts, {
				...(contextTokens === undefined ? {} : {contextTokens}),
				...(outputTokens === undefined ? {} : {outputTokens}),
				...(seesImages === undefined ? {} : {seesImages}),
				...fixed,
			});
			isDone = isPreliminary !== true;
		} catch {
			// What cannot be learned stays unknown, and everything works without it.
		} finally {
			isBusy = false;
		}
	};
	const given = {...facts};
	return {
		...model,
		// The adapter learns, too, from what its provider refuses. What it was given it does not know better.
		facts: () => ({...facts, ...changedFacts(model.facts?.() ?? {}, given)}),
		stream(request, signal) {
			void learnNow(signal);
			return model.stream(request, signal);
		},
	};
};
