/** How far a search goes at most. */
export type SearchLimits = {
	/** Names of files and folders that are looked at. */
	readonly names: number;
	/** Files that are read. */
	readonly files: number;
	readonly bytesOfFile: number;
	readonly bytes: number;
	/** Of all files that are held at the same time; one is always possible. */
	readonly bytesAtOnce: number;
	/** Folders in folders, below the one where the search starts. */
	readonly depth: number;
	readonly milliseconds: number;
	/** What the lines of one file may take: whoever writes an expression can make it take for ever. */
	readonly millisecondsOfFile: number;
	/** Of everything that is shown: what a conversation takes in one piece. */
	readonly characters: number;
};

export const searchLimits: SearchLimits = {
	names: 100_000,
	files: 20_000,
	bytesOfFile: 10 * 1024 * 1024,
	bytes: 256 * 1024 * 1024,
	bytesAtOnce: 16 * 1024 * 1024,
	depth: 40,
	milliseconds: 20_000,
	millisecondsOfFile: 5000,
	characters: 30_000,
};
