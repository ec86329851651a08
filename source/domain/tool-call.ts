import type {ArgumentSource} from './ask.ts';
import type {Failure} from './failure.ts';
import type {JsonObject} from './json.ts';
import type {ToolResult} from './tool.ts';

export type CallProgress = {
	readonly progress: number;
	readonly total?: number;
	readonly message?: string;
};

/** What the user did with a result before the model saw it. */
export type Review = 'edited' | 'withheld';

type CallBase = {
	readonly callId: string;
	/** Empty when the model asked for a tool that nobody offers. */
	readonly server: string;
	readonly tool: string;
	readonly modelName: string;
	/** What the server calls its tool for people. A claim of it, never a name. */
	readonly title?: string;
	readonly arguments: JsonObject;
	/** The arguments are the user's, in place of the model's. */
	readonly isEdited?: true;
	/** Who or what allowed it, as soon as it is sent; sessions of earlier versions do not say. */
	readonly allowed?: string;
	/** Why its arguments were sent without a whole check. */
	readonly unchecked?: string;
	/** Results with untrusted content in which its arguments were found, where it ran without a question. */
	readonly sources?: readonly ArgumentSource[] | undefined;
	readonly requestedAt: number;
};

type Ended = {readonly startedAt?: number; readonly endedAt: number};

/** A tool call, with one arm per status. */
export type ToolCall = CallBase &
	(
		| {readonly status: 'pending'}
		| {readonly status: 'awaiting-approval'; readonly askId: string}
		| {
				readonly status: 'running';
				readonly startedAt: number;
				readonly progress?: CallProgress;
				/** Since when the tool is done, and the user looks at its result before the model does. */
				readonly heldSince?: number;
		  }
		| ({readonly status: 'succeeded'; readonly result: ToolResult; readonly reviewed?: Review} & Ended)
		| ({
				readonly status: 'failed';
				readonly failure: Failure;
				readonly result?: ToolResult;
				readonly reviewed?: Review;
		  } & Ended)
		| ({readonly status: 'denied'; readonly rule: string; readonly reason?: string} & Ended)
		/** `outcomeUnknown` is true when the call had been sent: the server may have acted. */
		| ({readonly status: 'cancelled'; readonly outcomeUnknown: boolean} & Ended)
	);

export const isCallOver = (call: ToolCall): boolean =>
	call.status !== 'pending' && call.status !== 'awaiting-approval' && call.status !== 'running';

/** Whether the server may have acted on it. */
export const hasRun = (call: ToolCall): boolean =>
	'startedAt' in call &&
	call.startedAt !== undefined &&
	!(call.status === 'cancelled' && !call.outcomeUnknown);

/** How long a call has run, or ran; undefined while it has not been sent. */
export const callDuration = (call: ToolCall, now: number): number | undefined => {
	switch (call.status) {
		case 'pending':
		case 'awaiting-approval':
			return undefined;
		case 'running':
			return Math.max(0, (call.heldSince ?? now) - call.startedAt);
		case 'succeeded':
		case 'failed':
		case 'denied':
		case 'cancelled':
			return call.startedAt === undefined ? undefined : Math.max(0, call.endedAt - call.startedAt);
	}
};
