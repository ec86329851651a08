import type {JsonObject} from '../../source/domain/json.ts';
import type {Model, ModelEvent, ModelRequest, ModelTrouble, TroubleKind} from '../../source/domain/model.ts';

/** One answer of the model. */
export type ScriptedAnswer = (request: ModelRequest, signal: AbortSignal) => AsyncIterable<ModelEvent>;

export type ScriptedModel = Model & {
	/** What the model was asked, in order. */
	readonly requests: readonly ModelRequest[];
};

/** Yields exactly these events and ends. */
export const events = (...list: readonly ModelEvent[]): ScriptedAnswer =>
	async function* () {
		yield* list;
	};

export const says = (text: string): ScriptedAnswer =>
	events({type: 'text', text}, {type: 'finished', reason: 'stop'});

export const toolCall = (callId: string, modelName: string, args: JsonObject = {}): ModelEvent => ({
	type: 'tool-call',
	callId,
	modelName,
	arguments: args,
});

export const callsTools = (...calls: readonly ModelEvent[]): ScriptedAnswer =>
	events(...calls, {type: 'finished', reason: 'tool-calls'});

/** Yields these events and then hangs for ever, whatever its signal says. */
export const hangsAfter = (...list: readonly ModelEvent[]): ScriptedAnswer =>
	async function* () {
		yield* list;
		await new Promise(() => undefined);
	};

export const throwsAfter = (error: unknown, ...list: readonly ModelEvent[]): ScriptedAnswer =>
	async function* () {
		yield* list;
		throw error;
	};

/** A trouble of this kind, which may be tried again. */
export const trouble = (kind: TroubleKind, change: Partial<ModelTrouble> = {}): ModelTrouble => ({
	kind,
	failure: {code: kind, message: `The provider is ${kind}.`},
	retry: {},
	...change,
});

/** Yields these events and then fails as adapters do. */
export const fails = (what: ModelTrouble, ...list: readonly ModelEvent[]): ScriptedAnswer =>
	events(...list, {type: 'failed', trouble: what});

/** Gives one answer per request; the last one again when they run out. */
export const scriptModel = (...answers: readonly ScriptedAnswer[]): ScriptedModel => {
	const requests: ModelRequest[] = [];
	return {
		id: 'test/model',
		requests,
		stream(request, signal) {
			const answer = answers[Math.min(requests.length, answers.length - 1)] ?? says('');
			requests.push(request);
			return answer(request, signal);
		},
	};
};
