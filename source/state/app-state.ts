import type {ApprovalMode} from '../domain/approval.ts';
import type {Ask} from '../domain/ask.ts';
import type {Failure} from '../domain/failure.ts';
import type {JsonValue} from '../domain/json.ts';
import type {AssistantBlock} from '../domain/message.ts';
import type {Usage} from '../domain/model.ts';
import type {ServerStatus} from '../domain/server.ts';
import type {ServerNotice} from '../domain/server-request.ts';
import type {ToolRef} from '../domain/tool.ts';
import {createSequence, type Sequence} from '../support/sequence.ts';
import {type CallBook, emptyCallBook} from './call-book.ts';

export type Answer = {
	readonly type: 'answer';
	readonly id: string;
	readonly turnId: string;
	readonly model: string;
	readonly text: string;
	readonly thinking: string;
	readonly startedAt: number;
	/** `cut` when the turn ended before the model did: nothing in it may be acted upon. */
	readonly status: 'streaming' | 'finished' | 'cut';
	readonly blocks: readonly AssistantBlock[];
	readonly raw?: JsonValue;
};

export type Notice = {
	readonly type: 'notice';
	readonly id: string;
	readonly tone: 'info' | 'warning';
	readonly text: string;
	/** The server that it is about; what is about one server stands together. */
	readonly server?: string;
};

export type TranscriptItem =
	| {readonly type: 'user'; readonly id: string; readonly turnId: string; readonly text: string}
	| Answer
	| {readonly type: 'call'; readonly id: string}
	| {
			readonly type: 'turn-end';
			readonly id: string;
			readonly outcome: 'interrupted' | 'failed';
			readonly failure?: Failure;
	  }
	| Notice;

/** What a server logged or did wrong, and when. */
type LogEntry = {readonly at: number; readonly notice: ServerNotice & {type: 'logged' | 'misbehaved'}};

type QueuedMessage = {readonly messageId: string; readonly text: string};

export type AppState = {
	readonly sessionId: string;
	readonly model: string;
	readonly approvalMode: ApprovalMode;
	/** What is settled, in order, plus tool calls, whose status lives in `calls`. */
	readonly items: Sequence<TranscriptItem>;
	/** The answer now arriving. Kept apart so that a delta costs the same in any transcript. */
	readonly streaming?: Answer;
	/** Notices raised in the middle of an answer; they follow it. */
	readonly heldNotices: readonly Notice[];
	readonly calls: CallBook;
	readonly asks: readonly Ask[];
	/** How many questions are over since there was none. */
	readonly asksOver: number;
	/** The tools that the user has allowed until the program ends. */
	readonly grants: readonly ToolRef[];
	readonly turn?: {readonly turnId: string; readonly startedAt: number; readonly steps: number};
	readonly usage: Usage;
	readonly servers: ReadonlyMap<string, ServerStatus>;
	/** The last lines that each server logged. */
	readonly logs: ReadonlyMap<string, readonly LogEntry[]>;
	readonly queue: readonly QueuedMessage[];
	readonly savingFailure?: Failure;
	readonly noticeCount: number;
};

export const initialState: AppState = {
	sessionId: '',
	model: '',
	approvalMode: 'always-ask',
	items: createSequence(),
	heldNotices: [],
	calls: emptyCallBook,
	asks: [],
	asksOver: 0,
	grants: [],
	usage: {inputTokens: 0, outputTokens: 0},
	servers: new Map(),
	logs: new Map(),
	queue: [],
	noticeCount: 0,
};
