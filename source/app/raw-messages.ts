import type {JsonObject} from '../domain/json.ts';
import type {CallReport} from '../domain/ports.ts';
import type {ToolCall} from '../domain/tool-call.ts';

/** What was sent for a call, and what came back, before anybody made it readable. */
export type RawMessages = {readonly request: JsonObject; readonly result?: JsonObject};

export type RawBook = {
	readonly keep: (callId: string, report: CallReport) => void;
	readonly of: (call: ToolCall) => RawMessages | undefined;
};

type RawBookOptions = {
	readonly redact?: <Value>(value: Value) => Value;
	readonly mostCalls?: number;
	readonly mostCharacters?: number;
};

/** The length as JSON; undefined where it cannot be written at all. */
const lengthOf = (value: JsonObject): number | undefined => {
	try {
		return JSON.stringify(value).length;
	} catch {
		// Nested too deeply, or longer than a text can be: nobody could show it either.
		return undefined;
	}
};

/** Keeps the last results as the servers sent them, in memory alone. The oldest goes first. */
export const createRawBook = ({
	redact = value => value,
	mostCalls = 100,
	mostCharacters = 16 * 1024 * 1024,
}: RawBookOptions = {}): RawBook => {
	const kept = new Map<string, {readonly raw: JsonObject; readonly length: number}>();
	let total = 0;
	const drop = (callId: string): void => {
		total -= kept.get(callId)?.length ?? 0;
		kept.delete(callId);
	};
	return {
		keep(callId, report) {
			const raw = report.type === 'cancelled' ? undefined : report.raw;
			const length = raw === undefined ? undefined : lengthOf(raw);
			drop(callId);
			if (raw === undefined || length === undefined || length > mostCharacters) {
				return;
			}
			kept.set(callId, {raw: redact(raw), length});
			total += length;
			for (const oldest of kept.keys()) {
				if (kept.size <= mostCalls && total <= mostCharacters) {
					break;
				}
				drop(oldest);
			}
		},
		of(call) {
			if (call.server === '' || !('startedAt' in call) || call.startedAt === undefined) {
				return undefined;
			}
			const raw = kept.get(call.callId)?.raw;
			return {
				request: redact({name: call.tool, arguments: call.arguments}),
				...(raw === undefined ? {} : {result: raw}),
			};
		},
	};
};
