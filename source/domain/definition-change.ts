/** A piece of a text beside its earlier form. */
export type DifferenceRun = {readonly type: 'same' | 'added' | 'removed'; readonly text: string};

/** One part of a definition that is not what it was. */
export type PartChange = {
	readonly part:
		| 'title'
		| 'description'
		| 'parameters'
		| 'result'
		| 'annotations'
		| 'instructions'
		| 'command'
		| 'url'
		| 'environment'
		| 'arguments'
		| 'name'
		| 'media type'
		| 'fingerprint';
	readonly difference: readonly DifferenceRun[];
};

/** A tool that is not what the user has accepted. */
export type DefinitionChange = {
	readonly tool: string;
	readonly parts: readonly PartChange[];
	/** What is suspicious about it now, a sentence each. */
	readonly flags: readonly string[];
};
