import type {Failure} from './failure.ts';
import type {SessionEntry} from './session-entry.ts';

export type SessionSummary = {
	readonly sessionId: string;
	readonly file: string;
	readonly size: number;
	/** Milliseconds since the epoch, like `startedAt`. */
	readonly modified: number;
	readonly startedAt?: number;
	readonly model?: string;
	readonly cwd?: string;
	/** The name that the user gave it or else the first line of the first message, as it was typed. */
	readonly title?: string;
	/** Whether nothing readable was ever said in it. */
	readonly isEmpty: boolean;
	/** What is wrong with the file, if anything is. */
	readonly note?: string;
};

export type SessionList =
	| {readonly type: 'listed'; readonly sessions: readonly SessionSummary[]}
	| {readonly type: 'unreadable'; readonly failure: Failure}
	| {readonly type: 'aborted'};

/** A session as it stands on the shelf. */
export type ShelfSession = SessionSummary & {
	/** How many messages the user sent; more than `most` are not counted. */
	readonly messages: number;
	/** The id of the session that it is a copy of. */
	readonly forkedFrom?: string;
	/** The one that this program writes now. */
	readonly isCurrent: boolean;
};

export type ShelfList =
	| {readonly type: 'listed'; readonly sessions: readonly ShelfSession[]}
	| {readonly type: 'unreadable'; readonly failure: Failure}
	| {readonly type: 'aborted'};

/** What a whole session amounts to. */
export type SessionTotals = {
	readonly messages: number;
	readonly answers: number;
	readonly calls: number;
	readonly failedCalls: number;
	readonly inputTokens: number;
	readonly outputTokens: number;
	/** US dollars, of what has a price; absent where nothing has. */
	readonly cost?: number;
	readonly hasUnpriced: boolean;
	/** Every model that was talked to, in the order of their first answers. */
	readonly models: readonly string[];
	readonly name?: string;
	readonly forkedFrom?: string;
	readonly cwd?: string;
	readonly startedAt?: number;
	readonly endedAt?: number;
	/** Lines of the file that cannot be read. */
	readonly damaged: number;
	/** Records that need a newer version. */
	readonly unknown: number;
};

export type SessionPreview =
	| {
			readonly type: 'read';
			readonly totals: SessionTotals;
			/** The beginning, with long texts cut. */
			readonly first: readonly SessionEntry[];
			/** How many entries stand between the beginning and the end. */
			readonly between: number;
			readonly last: readonly SessionEntry[];
	  }
	| {readonly type: 'failed'; readonly failure: Failure}
	| {readonly type: 'aborted'};

/** Where a search has found something, and what stands around it. */
export type SessionHit = {
	readonly sessionId: string;
	readonly at: number;
	readonly where: SessionEntry['type'];
	readonly before: string;
	readonly match: string;
	readonly after: string;
};

export type SearchProgress = {readonly searched: number; readonly total: number};

export type SearchListener = {
	readonly onHit: (hit: SessionHit) => void;
	readonly onProgress?: (progress: SearchProgress) => void;
};

export type SearchEnd =
	| {readonly type: 'searched'; readonly unreadable: number}
	| {readonly type: 'failed'; readonly failure: Failure}
	| {readonly type: 'aborted'};

/** `test`: the tool calls as a file for `mcp-tui test`. */
export const exportFormats = ['markdown', 'json', 'html', 'test'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export type ExportEnd =
	| {readonly type: 'written'; readonly path: string}
	/** There is a file of this name already, and nobody said that it may go. */
	| {readonly type: 'exists'; readonly path: string}
	| {readonly type: 'failed'; readonly failure: Failure};

export type FoundSession =
	| {readonly type: 'found'; readonly sessionId: string}
	/** No session, or more than one, is called so. */
	| {readonly type: 'unknown'; readonly failure: Failure}
	| {readonly type: 'unreadable'; readonly failure: Failure};

type ForkEnd =
	| {readonly type: 'forked'; readonly sessionId: string}
	| {readonly type: 'failed'; readonly failure: Failure};

/** Where a copy of a session ends: just before a message of the user, or with everything. */
export type ForkPoint = {readonly beforeMessage: string};

/** Every session on this computer. Nothing here throws. */
export type SessionShelf = {
	/** The last used first. Empty and damaged ones, too. */
	readonly list: (signal: AbortSignal) => Promise<ShelfList>;
	/** Which session is meant by an id or by the beginning of one, which has at least so many characters. */
	readonly find: (named: string, least?: number) => Promise<FoundSession>;
	/** Looks for every word of the query in each message, answer and call. */
	readonly search: (query: string, listener: SearchListener, signal: AbortSignal) => Promise<SearchEnd>;
	readonly preview: (sessionId: string, signal: AbortSignal) => Promise<SessionPreview>;
	/** Resolves with why it could not be done; so do the others. */
	readonly rename: (sessionId: string, name: string) => Promise<Failure | undefined>;
	/** A copy under another id, which goes its own way from there. */
	readonly fork: (sessionId: string, point: ForkPoint | undefined, signal: AbortSignal) => Promise<ForkEnd>;
	/** For good, with everything that belongs to it. Refused while somebody uses it. */
	readonly remove: (sessionId: string) => Promise<Failure | undefined>;
	readonly export: (
		request: {
			readonly sessionId: string;
			readonly format: ExportFormat;
			readonly path: string;
			readonly mayReplace: boolean;
		},
		signal: AbortSignal,
	) => Promise<ExportEnd>;
	/** Why this program cannot go on with a session now; undefined when it can. */
	readonly whyNotOpen: (sessionId: string) => Promise<Failure | undefined>;
};

/** Which session the program goes on with. */
export type SessionMove = {readonly type: 'new'} | {readonly type: 'resume'; readonly sessionId: string};
