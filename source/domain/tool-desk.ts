import type {CustomToolView} from './custom-tool.ts';
import type {Failure} from './failure.ts';
import type {JsonObject} from './json.ts';
import type {ToolDefinition, ToolRef} from './tool.ts';
import type {UseBook} from './tool-statistics.ts';

/** A call that the user made to see what a tool does. */
export type ToolTry = {
	readonly at: number;
	/** Without the secrets that were in them. */
	readonly arguments: JsonObject;
	readonly outcome: 'succeeded' | 'failed' | 'cancelled';
	/** Milliseconds. */
	readonly duration: number;
	/** What went wrong, as a sentence. */
	readonly note?: string;
};

/** Arguments that the user wants again, by a name. */
export type SavedCall = {
	readonly name: string;
	readonly arguments: JsonObject;
	readonly savedAt: number;
};

/** What the user has tried and saved, tool by tool, shared by all instances. Nothing here throws. */
export type TryBook = {
	/** The newest first. */
	readonly triesOf: (ref: ToolRef) => readonly ToolTry[];
	readonly savedOf: (ref: ToolRef) => readonly SavedCall[];
	readonly add: (ref: ToolRef, tried: ToolTry) => void;
	/** Takes the place of one with the same name. Resolves with why it could not be kept. */
	readonly save: (ref: ToolRef, name: string, args: JsonObject) => Promise<Failure | undefined>;
	readonly forget: (ref: ToolRef, name: string) => Promise<Failure | undefined>;
	/** Reads what other instances have written. */
	readonly refresh: () => Promise<void>;
	/** Resolves when everything was written, or could not be. */
	readonly settled: () => Promise<void>;
};

/** How to reach a server with nothing but HTTP. It holds no secret: what is one has the name of a variable instead. */
export type HttpWay =
	| {
			readonly type: 'http';
			readonly url: string;
			/** By the name of the header: what stands before the secret, and the variable that holds it. */
			readonly secrets: Readonly<Record<string, {readonly before: string; readonly variable: string}>>;
	  }
	/** `why` is a sentence. */
	| {readonly type: 'none'; readonly why: string};

/** What the explorer of tools needs of the rest of the program. Nothing here throws. */
export type ToolDesk = {
	readonly uses: UseBook;
	readonly tries: TryBook;
	/** The tools that the entries of their servers leave out. */
	readonly leftOut: () => readonly ToolDefinition[];
	/** Where it is a tool of the user's own that needs no server. */
	readonly customOf?: (ref: ToolRef) => CustomToolView | undefined;
	/** Who a tool is switched on or off for, as the user is told. */
	readonly switchedFor: (ref: ToolRef) => string;
	/** In the user's own file. Resolves with why it could not be done. */
	readonly setOn: (ref: ToolRef, isOn: boolean) => Promise<Failure | undefined>;
	readonly httpWayOf: (server: string) => HttpWay;
	/** Takes secrets out of what is copied. */
	readonly redact: <Value>(value: Value) => Value;
};
