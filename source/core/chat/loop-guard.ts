import {createHash} from 'node:crypto';
import type {Failure} from '../../domain/failure.ts';
import {isJsonObject, type JsonValue} from '../../domain/json.ts';
import type {CallYield} from './run-call.ts';

/** From this repetition on the model is told that it repeats itself. */
const tellAt = 3;
/** At this repetition the user is asked: late, because waiting for something to be done looks the same. */
const askAt = 8;
const comparedEdge = 32 * 1024;

/** Whether the model gets anywhere, judged by the calls of its last answer. */
type LoopVerdict =
	| {readonly type: 'fine'}
	/** `note` is for the model. */
	| {readonly type: 'repeating'; readonly note: string}
	| {readonly type: 'going-round'; readonly failure: Failure};

export type LoopGuard = {
	/** Takes note of the calls of one answer. */
	readonly judge: (calls: readonly CallYield[]) => LoopVerdict;
	/** Counts from zero again. */
	readonly reset: () => void;
};

/** JSON with the keys of every object in one order. */
const canonical = (value: JsonValue): string =>
	JSON.stringify(value, (_key, inner: JsonValue) =>
		isJsonObject(inner)
			? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
			: inner,
	);

const shortened = (text: string): JsonValue =>
	text.length <= 2 * comparedEdge
		? text
		: [text.length, text.slice(0, comparedEdge), text.slice(-comparedEdge)];

/** Of a long text only the edges and the length count: a result may be megabytes. */
const comparable = (yielded: CallYield['yielded']): unknown =>
	'content' in yielded
		? {
				...yielded,
				content: yielded.content.map(part => (part.type === 'text' ? shortened(part.text) : part)),
			}
		: yielded;

const fingerprint = ({block, yielded}: CallYield): string | undefined => {
	try {
		return createHash('sha256')
			.update(block.modelName)
			.update('\n')
			.update(block.invalid ?? canonical(block.arguments))
			.update('\n')
			.update(JSON.stringify(comparable(yielded)))
			.digest('base64');
	} catch {
		// Nested too deeply to be written down: it is taken for something new.
		return undefined;
	}
};

const goingRound = (modelName: string, count: number): Failure => ({
	code: 'going-round',
	message: `The model called ${modelName} ${count} times with the same arguments and got the same result each time.`,
	hint: 'Tell it what to do differently, or send another message to let it go on.',
});

const noteFor = (repeated: ReadonlyMap<string, number>): string => {
	const list = [...repeated].map(([modelName, count]) => `${modelName} (${count} times)`).join(', ');
	return `You have repeated calls in this turn with exactly the same arguments and got exactly the same result each time: ${list}. The same call will not bring anything new. Do something else, or answer with what you have.`;
};

/**
 * Finds calls that are made again and again to no effect. Only exact repetitions count, those within one answer count
 * once, and whatever is new in this turn starts the count again: a model that presses the same key and sees another
 * page each time gets somewhere, and so does one that edits between two runs of the same tests.
 */
export const createLoopGuard = (): LoopGuard => {
	const seen = new Set<string>();
	const counts = new Map<string, number>();
	return {
		judge(calls) {
			const repeated = new Map<string, number>();
			const names = new Map<string, string>();
			let hasNews = false;
			for (const call of calls) {
				const print = fingerprint(call);
				hasNews ||= print === undefined || !seen.has(print);
				if (print !== undefined) {
					names.set(print, call.block.modelName);
				}
			}
			if (hasNews) {
				counts.clear();
			}
			for (const [print, modelName] of names) {
				seen.add(print);
				const count = (counts.get(print) ?? 0) + 1;
				counts.set(print, count);
				if (count >= tellAt) {
					repeated.set(modelName, Math.max(count, repeated.get(modelName) ?? 0));
				}
			}
			const [worst] = [...repeated].sort(([, a], [, b]) => b - a);
			if (worst === undefined) {
				return {type: 'fine'};
			}
			const [modelName, count] = worst;
			return count >= askAt
				? {type: 'going-round', failure: goingRound(modelName, count)}
				: {type: 'repeating', note: noteFor(repeated)};
		},
		reset: () => counts.clear(),
	};
};
