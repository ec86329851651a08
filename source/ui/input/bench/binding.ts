/** A key of one part of the workbench. */
export type BenchBinding = {
	readonly keys: readonly string[];
	/** What it asks the section for. */
	readonly intent: string;
	/** Shown in the list of keys and the README. */
	readonly help?: string;
	/** A word for the last line of the window. */
	readonly hint?: string;
};
