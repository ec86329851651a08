import type {ApprovalMode, Grant, SessionGrant, WorkMode} from '../domain/approval.ts';
import type {Ask} from '../domain/ask.ts';
import type {Attachment} from '../domain/attachment.ts';
import type {Failure} from '../domain/failure.ts';
import type {ThemeName} from '../domain/look.ts';
import type {AssistantBlock, RawAnswer} from '../domain/message.ts';
import type {ModelFacts, Usage} from '../domain/model.ts';
import type {ServerStatus} from '../domain/server.ts';
import type {ServerNotice} from '../domain/server-request.ts';
import type {ToolRef} from '../domain/tool.ts';
import {createSequence, type Sequence} from '../support/sequence.ts';
import {type CallBook, emptyCallBook} from './call-book.ts';
import {noTimes, type Times} from './turn-times.ts';

export type Answer = {
	readonly type: 'answer';
	readonly id: string;
	readonly turnId: string;
	readonly model: string;
	readonly text: string;
	readonly thinking: string;
	readonly startedAt: number;
	/** When something of it came last. */
	readonly heardAt: number;
	/** When the last of its thoughts came. */
	readonly thoughtUntil?: number;
	/** `cut` when the turn ended before the model did: nothing in it may be acted upon. */
	readonly status: 'streaming' | 'finished' | 'cut';
	readonly blocks: readonly AssistantBlock[];
	readonly raw?: RawAnswer;
	/** The call that the model is writing now, while it streams. */
	readonly draft?: {readonly modelName: string; readonly characters: number};
};

export type Notice = {
	readonly type: 'notice';
	readonly id: string;
	readonly tone: 'info' | 'warning' | 'error';
	readonly text: string;
	/** The server that it is about; what is about one server stands together. */
	readonly server?: string;
};

/** The conversation went back to before a message. */
export type Rewind = {
	readonly type: 'rewind';
	readonly id: string;
	/** Of the message. */
	readonly text: string;
	/** How many messages were taken back, this one included. */
	readonly messages: number;
	/** The calls since then that ran: what they did is not undone. */
	readonly ran: readonly (ToolRef & {readonly isUnknown: boolean})[];
};

/** The items from `from` on, up to but not including `to`, that a rewind has taken back. */
export type TakenBack = {readonly rewindId: string; readonly from: number; readonly to: number};

export type TranscriptItem =
	| {
			readonly type: 'user';
			readonly id: string;
			readonly turnId: string;
			readonly at: number;
			readonly text: string;
			readonly attachments?: readonly Attachment[];
	  }
	| Answer
	| {readonly type: 'call'; readonly id: string}
	| {
			readonly type: 'turn-end';
			readonly id: string;
			readonly outcome: 'interrupted' | 'failed';
			readonly failure?: Failure;
	  }
	/** What came before it is shown to the user and no longer to the model, which sees the summary instead. */
	| {
			readonly type: 'compaction';
			readonly id: string;
			readonly summary: string;
			readonly tokensBefore: number;
			readonly tokensAfter: number;
	  }
	/** The model does not see what stands between a message and this. */
	| Rewind
	/** It does so again. */
	| {readonly type: 'rewind-undone'; readonly id: string; readonly text: string}
	| Notice;

/** A tool that the model is not offered, and why. */
export type SetAsideTool = ToolRef & {
	readonly why: 'unfit' | 'rejected';
	readonly reason: string;
	/** Of the definition that it had then; another one is another tool. */
	readonly print?: string;
};

/** What a server logged or did wrong, and when. */
export type LogEntry = {readonly at: number; readonly notice: ServerNotice & {type: 'logged' | 'misbehaved'}};

type QueuedMessage = {readonly messageId: string; readonly text: string; readonly typed?: string};

export type AppState = {
	readonly sessionId: string;
	/** The name that the user gave it. */
	readonly sessionName?: string;
	readonly model: string;
	/** What is known about the model in use. */
	readonly facts: ModelFacts;
	readonly approvalMode: ApprovalMode;
	readonly workMode: WorkMode;
	/** The name of the assistant in use. */
	readonly assistant?: string;
	/** What is settled, in order, plus tool calls, whose status lives in `calls`. */
	readonly items: Sequence<TranscriptItem>;
	/** What of the items the model no longer sees, because the user went back to before it. */
	readonly takenBack: readonly TakenBack[];
	/** The rewinds since which nothing was said, the last of which can be undone. */
	readonly undoable: readonly string[];
	/** The answer now arriving. Kept apart so that a delta costs the same in any transcript. */
	readonly streaming?: Answer;
	/** Notices raised in the middle of an answer; they follow it. */
	readonly heldNotices: readonly Notice[];
	readonly calls: CallBook;
	readonly asks: readonly Ask[];
	/** How many questions are over since there was none. */
	readonly asksOver: number;
	/** The tools that the user has allowed until the program ends. */
	readonly grants: readonly SessionGrant[];
	/** What the user has allowed for good. */
	readonly alwaysGrants: readonly Grant[];
	readonly turn?: {readonly turnId: string; readonly startedAt: number; readonly steps: number};
	/** What took the time. */
	readonly times: Times;
	/** Of the whole session. Its cost is that of what has a price. */
	readonly usage: Usage;
	/** Whether something was used whose price is not known. */
	readonly hasUnpriced: boolean;
	/** The tokens that the last request and its answer had together. */
	readonly contextUsed: number;
	/** A step that waits to be tried again. */
	readonly retry?: {
		readonly failure: Failure;
		readonly attempt: number;
		readonly attempts: number;
		readonly until: number;
	};
	/** The history is being summarised. */
	readonly compaction?: {readonly compactionId: string; readonly startedAt: number};
	readonly setAside: readonly SetAsideTool[];
	readonly servers: ReadonlyMap<string, ServerStatus>;
	/** The last lines that each server logged. */
	readonly logs: ReadonlyMap<string, readonly LogEntry[]>;
	readonly queue: readonly QueuedMessage[];
	/** The servers that a message waits for, while it does. */
	readonly awaiting?: {readonly servers: readonly string[]; readonly startedAt: number};
	/** What a message names is being read. */
	readonly attaching?: {
		readonly messageId: string;
		readonly names: readonly string[];
		readonly startedAt: number;
	};
	/** The one that the user has changed to in this run. */
	readonly theme?: ThemeName;
	readonly savingFailure?: Failure;
	readonly noticeCount: number;
};

export const initialState: AppState = {
	sessionId: '',
	model: '',
	facts: {},
	approvalMode: 'always-ask',
	workMode: 'act',
	items: createSequence(),
	takenBack: [],
	undoable: [],
	heldNotices: [],
	calls: emptyCallBook,
	asks: [],
	asksOver: 0,
	grants: [],
	alwaysGrants: [],
	times: noTimes,
	usage: {inputTokens: 0, outputTokens: 0},
	hasUnpriced: false,
	contextUsed: 0,
	setAside: [],
	servers: new Map(),
	logs: new Map(),
	queue: [],
	noticeCount: 0,
};
