import type {Failure} from './failure.ts';
import type {JsonObject} from './json.ts';
import type {ToolRef} from './tool.ts';

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
