import type {Failure} from './failure.ts';

/** How to reach a server. Stdio is the first transport; the others become arms of this union. */
export type ServerConfig = {
	readonly name: string;
	readonly type: 'stdio';
	readonly command: string;
	readonly args: readonly string[];
	readonly env: Readonly<Record<string, string>>;
	readonly cwd?: string;
	/** Milliseconds to spawn and initialise. */
	readonly connectTimeout: number;
	/** Milliseconds for one request; progress starts it again. */
	readonly requestTimeout: number;
	readonly disabled: boolean;
};

export type ServerStatus =
	| {readonly type: 'disabled'}
	| {readonly type: 'idle'}
	| {readonly type: 'connecting'; readonly since: number}
	| {
			readonly type: 'ready';
			readonly toolCount: number;
			readonly protocolVersion: string;
			/** What was wrong with its list of tools, as a sentence. */
			readonly note?: string;
	  }
	| {readonly type: 'failed'; readonly failure: Failure; readonly stderr: readonly string[]};
