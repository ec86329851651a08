import type {ApprovalMode, Grant, WorkMode} from './approval.ts';
import type {ArgumentSource, Ask, AskAnswer, BrowserTry} from './ask.ts';
import type {Attachment} from './attachment.ts';
import type {Failure} from './failure.ts';
import type {JsonObject} from './json.ts';
import type {ThemeName} from './look.ts';
import type {AssistantBlock, RawAnswer} from './message.ts';
import type {FinishReason, ModelFacts, Usage} from './model.ts';
import type {ServerStatus} from './server.ts';
import type {ServerNotice} from './server-request.ts';
import type {ToolResult} from './tool.ts';
import type {CallProgress, Review} from './tool-call.ts';

/** What belongs to the conversation: written to the session log, and enough to rebuild it. */
export type SessionFact =
	| {
			readonly type: 'session-started';
			readonly sessionId: string;
			readonly version: string;
			readonly model: string;
			readonly cwd: string;
	  }
	/** An earlier session goes on. What was under way when it ended is over. */
	| {
			readonly type: 'session-resumed';
			readonly sessionId: string;
			readonly version: string;
			readonly model: string;
	  }
	/** Everything before it is a copy of the beginning of another session. */
	| {readonly type: 'session-forked'; readonly sessionId: string; readonly from: string}
	/** The user has named it; the last name counts. */
	| {readonly type: 'session-renamed'; readonly name: string}
	| {readonly type: 'approval-mode-changed'; readonly mode: ApprovalMode}
	| {readonly type: 'work-mode-changed'; readonly mode: WorkMode}
	/** Without a name there is none any more. */
	| {readonly type: 'assistant-changed'; readonly assistant?: string}
	| {readonly type: 'model-changed'; readonly model: string}
	| {
			readonly type: 'message-accepted';
			readonly turnId: string;
			readonly messageId: string;
			/** As the user wrote it. */
			readonly text: string;
			/** What the text names and the model gets with it. */
			readonly attachments?: readonly Attachment[];
	  }
	/** A turn that failed or was interrupted is tried again, without a new message. */
	| {readonly type: 'turn-retried'; readonly turnId: string}
	| {readonly type: 'step-started'; readonly turnId: string; readonly stepId: string; readonly model: string}
	| {readonly type: 'answer-streamed'; readonly stepId: string; readonly text: string}
	| {readonly type: 'thinking-streamed'; readonly stepId: string; readonly text: string}
	| {
			readonly type: 'step-finished';
			readonly stepId: string;
			readonly reason: FinishReason;
			readonly blocks: readonly AssistantBlock[];
			readonly usage?: Usage;
			readonly raw?: RawAnswer;
	  }
	| {
			readonly type: 'call-requested';
			readonly stepId: string;
			readonly callId: string;
			readonly server: string;
			readonly tool: string;
			readonly modelName: string;
			readonly title?: string;
			readonly arguments: JsonObject;
	  }
	| {readonly type: 'ask-raised'; readonly ask: Ask}
	/** `kind` is that of the question; files of earlier versions do not have it. */
	| {
			readonly type: 'ask-answered';
			readonly askId: string;
			readonly kind?: Ask['kind'];
			readonly answer: AskAnswer;
	  }
	/** Nobody waits for the answer any more. */
	| {readonly type: 'ask-withdrawn'; readonly askId: string; readonly kind?: Ask['kind']}
	/** `allowed` says who or what allowed it, `unchecked` why its arguments were not checked, `sources` where they came from. */
	| {
			readonly type: 'call-started';
			readonly callId: string;
			readonly allowed?: string;
			readonly unchecked?: string;
			readonly sources?: readonly ArgumentSource[] | undefined;
	  }
	/** `reviewed` says what the user did with the result before the model saw it; `result` is what the model sees. */
	| {
			readonly type: 'call-succeeded';
			readonly callId: string;
			readonly result: ToolResult;
			readonly reviewed?: Review;
	  }
	| {
			readonly type: 'call-failed';
			readonly callId: string;
			readonly failure: Failure;
			readonly result?: ToolResult;
			readonly reviewed?: Review;
	  }
	| {readonly type: 'call-denied'; readonly callId: string; readonly rule: string; readonly reason?: string}
	| {readonly type: 'call-cancelled'; readonly callId: string; readonly outcomeUnknown: boolean}
	/** A server was given an answer of the model. */
	| {
			readonly type: 'sampling-answered';
			readonly server: string;
			readonly model: string;
			readonly usage?: Usage;
	  }
	/** From here on the model sees the summary in place of what came before it. */
	| {
			readonly type: 'history-compacted';
			readonly compactionId: string;
			readonly summary: string;
			/** Estimated size of the context in tokens. */
			readonly tokensBefore: number;
			readonly tokensAfter: number;
			readonly usage?: Usage;
	  }
	/**
	 * The conversation goes on from just before a message: the model no longer sees what came since. What was done is not
	 * undone by it, and all of it stays in the log.
	 */
	| {readonly type: 'session-rewound'; readonly rewindId: string; readonly messageId: string}
	/** The model sees again what a rewind took back. */
	| {readonly type: 'rewind-undone'; readonly rewindId: string}
	/** Something was paid for that nobody could use, such as half an answer. */
	| {readonly type: 'usage-counted'; readonly usage: Usage}
	| {readonly type: 'turn-finished'; readonly turnId: string}
	| {readonly type: 'turn-interrupted'; readonly turnId: string}
	| {readonly type: 'turn-failed'; readonly turnId: string; readonly failure: Failure};

/** What is true only while the program runs: shown, never saved. */
type LiveFact =
	| {readonly type: 'server-status-changed'; readonly server: string; readonly status: ServerStatus}
	/** It is no longer in the configuration. */
	| {readonly type: 'server-removed'; readonly server: string}
	| {readonly type: 'server-noticed'; readonly server: string; readonly notice: ServerNotice}
	/** Everything that the user has allowed for good. */
	| {readonly type: 'grants-changed'; readonly grants: readonly Grant[]}
	/** What was allowed until the program ends is not any more. */
	| {readonly type: 'session-grant-revoked'; readonly server: string; readonly tool: string}
	/** A browser was to show the page of a question. */
	| {readonly type: 'browser-tried'; readonly askId: string; readonly browser: BrowserTry}
	| {readonly type: 'call-progressed'; readonly callId: string; readonly progress: CallProgress}
	/** What is known about the model in use. */
	| {readonly type: 'model-learned'; readonly model: string; readonly facts: ModelFacts}
	/** The model writes a call; only for the eye. */
	| {
			readonly type: 'call-drafted';
			readonly stepId: string;
			readonly modelName: string;
			readonly characters: number;
	  }
	/** A step failed for now and is tried again at `until`. The next `step-started` ends the wait. */
	| {
			readonly type: 'retry-scheduled';
			readonly turnId: string;
			readonly failure: Failure;
			readonly attempt: number;
			readonly attempts: number;
			readonly until: number;
	  }
	/**
	 * The model is not offered a tool: it cannot be sent (`unfit`), or the provider refused it (`rejected`). `print` is
	 * that of the definition: a server may correct it.
	 */
	| {
			readonly type: 'tool-set-aside';
			readonly model: string;
			readonly server: string;
			readonly tool: string;
			readonly print?: string;
			readonly why: 'unfit' | 'rejected';
			readonly reason: string;
	  }
	/** These tools are there, can be sent, and the model is not offered them now; a list takes the place of the last one. */
	| {
			readonly type: 'tools-excluded';
			readonly tools: readonly {readonly server: string; readonly tool: string; readonly reason: string}[];
	  }
	| {readonly type: 'compaction-started'; readonly compactionId: string}
	/** It ended without a summary; `failure` is absent when the user stopped it. */
	| {readonly type: 'compaction-failed'; readonly compactionId: string; readonly failure?: Failure}
	| {
			readonly type: 'message-queued';
			readonly messageId: string;
			readonly text: string;
			/** What of it the user typed; all of it unless it says so. */
			readonly typed?: string;
			/** It is the next to be sent, and waits for servers. */
			readonly isNext?: boolean;
	  }
	/** What a message names is read from the servers before it is accepted; `names` are for the eye. */
	| {readonly type: 'attachments-requested'; readonly messageId: string; readonly names: readonly string[]}
	/** A message waits for these servers, which are still starting; for none of them any more where there are none. */
	| {readonly type: 'servers-awaited'; readonly servers: readonly string[]}
	/** It is not sent, and its text is the user's again. */
	| {readonly type: 'message-returned'; readonly messageId: string}
	| {readonly type: 'queue-withdrawn'}
	/** `server` is the one that it is about, where it is about one. */
	| {
			readonly type: 'notice-raised';
			readonly tone: 'info' | 'warning' | 'error';
			readonly text: string;
			readonly server?: string;
	  }
	/** From now on the screen looks like this. */
	| {readonly type: 'theme-changed'; readonly theme: ThemeName}
	| {readonly type: 'saving-failed'; readonly failure: Failure}
	| {readonly type: 'saving-resumed'};

export type SessionEvent = SessionFact & {readonly at: number};
type LiveEvent = LiveFact & {readonly at: number};
export type AppEvent = SessionEvent | LiveEvent;
/** An event before the clock has stamped it. */
export type AppFact = SessionFact | LiveFact;

const liveTypes: ReadonlySet<AppEvent['type']> = new Set<LiveFact['type']>([
	'server-status-changed',
	'server-removed',
	'server-noticed',
	'grants-changed',
	'session-grant-revoked',
	'browser-tried',
	'call-progressed',
	'model-learned',
	'call-drafted',
	'retry-scheduled',
	'tool-set-aside',
	'tools-excluded',
	'compaction-started',
	'compaction-failed',
	'message-queued',
	'attachments-requested',
	'servers-awaited',
	'message-returned',
	'queue-withdrawn',
	'notice-raised',
	'theme-changed',
	'saving-failed',
	'saving-resumed',
]);

/** Whether it is only about how things are now: what servers and the program say, never what the model sees. */
export const isLiveEvent = (event: AppEvent): boolean => liveTypes.has(event.type);

const kindAsked = (event: AppEvent): Ask['kind'] | undefined => {
	switch (event.type) {
		case 'ask-raised':
			return event.ask.kind;
		case 'ask-answered':
		case 'ask-withdrawn':
			return event.kind;
		default:
			return undefined;
	}
};

/**
 * What is saved. Questions of servers are not: they hold addresses that let somebody in and whatever a server
 * wants the model to read, and a session that goes on has none of them open.
 */
export const isSessionEvent = (event: AppEvent): event is SessionEvent =>
	!liveTypes.has(event.type) && (kindAsked(event) ?? 'approval') === 'approval';
