/** A draft as it is kept: large pastes are single characters of the text, and are named here. */
export type KeptDraft = {
	readonly text: string;
	readonly pastes: ReadonlyMap<string, string>;
};

/** What the user types, kept between runs. Nothing here throws, and nobody has to wait for it. */
export type Notebook = {
	/** What was sent before, the oldest first. */
	readonly history: () => Promise<readonly string[]>;
	readonly remember: (text: string) => void;
	/** Says that the draft is another one now. Soon after it is read and on the disk; one without text is forgotten. */
	readonly keepDraft: (read: () => KeptDraft) => void;
	/** A draft whose program ended before it was sent. It is found once. */
	readonly findDraft: () => Promise<KeptDraft | undefined>;
	/** Resolves when everything is on the disk, or cannot be. */
	readonly close: () => Promise<void>;
};
