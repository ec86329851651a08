import type {JsonObject} from '../../domain/json.ts';
import type {ModelEvent, ModelFacts, ToolFit} from '../../domain/model.ts';

/*
 * A cassette is a text file of JSON lines. The first says that it is one:
 *
 *   {"type":"cassette","format":1,"program":"mcp-tui 1.0.0","recordedAt":"2026-11-17T10:00:00.000Z"}
 *
 * Every other line is something that happened, in the order in which it did; `at` is the milliseconds since the
 * beginning. Lines of a kind that a reader does not know are passed over.
 */

/** The version of this format. A reader refuses a later one: it would play it wrong. */
export const cassetteFormat = 1;

/** A longer line is neither written nor read. It has room for the longest message of a server. */
export const longestLine = 16 * 1024 * 1024;

/** A larger file is neither written nor read: all of it is held in memory when it is played. */
export const largestFile = 64 * 1024 * 1024;

export type CassetteHeader = {
	readonly type: 'cassette';
	readonly format: number;
	readonly program: string;
	readonly recordedAt: string;
};

type At = {readonly at: number};

/** What is known about a model; the last one counts. */
export type ModelRecord = At & {
	readonly type: 'model';
	readonly model: string;
	readonly facts?: ModelFacts;
	readonly toolLimit?: number;
	/** The tools that it does not take as they are. */
	readonly fits?: Readonly<Record<string, ToolFit>>;
};

export type RequestRecord = At & {
	readonly type: 'request';
	/** Counts from 1; its answer names it. */
	readonly request: number;
	readonly model: string;
	/** Stands for the whole conversation, as `printConversation` sees it. */
	readonly print: string;
	/** The same without its last message. */
	readonly before: string;
	/** The last message, for people. */
	readonly asked: {readonly role: 'user' | 'assistant' | 'tool'; readonly text: string};
	/** The names of the tools that were offered. */
	readonly tools: readonly string[];
};

export type AnswerRecord = At & {
	readonly type: 'answer';
	readonly request: number;
	readonly event: ModelEvent;
};

/** A connection to a server was opened. What the server is like is in its answer to `initialize`. */
type ServerRecord = At & {
	readonly type: 'server';
	readonly server: string;
	/** Counts from 1: the ids of messages begin anew with each. */
	readonly connection: number;
	readonly settings: RecordedSettings;
};

/** What the entry of a server says about its use. How it is reached stays at home. */
export type RecordedSettings = {
	readonly transport: string;
	/** The built-in server of the program. */
	readonly isToolbox?: true;
	/** Of the user's own file, so that what it says about its tools may be believed. */
	readonly isOwn?: true;
	readonly loadTools?: false;
	readonly loadPrompts?: false;
	readonly includeTools?: readonly string[];
	readonly excludeTools?: readonly string[];
};

export type MessageRecord = At & {
	/** By the client, or by the server. */
	readonly type: 'sent' | 'received';
	readonly server: string;
	readonly connection: number;
	readonly message: JsonObject;
};

/** What became of a connection. */
type NoteRecord = At & {
	readonly type: 'note';
	readonly server: string;
	readonly connection: number;
	readonly text: string;
	readonly isTrouble?: true;
};

export type CassetteRecord =
	| ModelRecord
	| RequestRecord
	| AnswerRecord
	| ServerRecord
	| MessageRecord
	| NoteRecord;
