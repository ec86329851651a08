/** Something that an entry sets for its server: a variable, a header, a part of how it signs in. */
export type ServerSetting = {
	readonly name: string;
	/** As it is written, quoted, with everything spelled out that could not be seen. No reference is filled in. */
	readonly value: string;
	/** Variables of the user's environment that it takes. */
	readonly takes: readonly string[];
	/** Why it deserves a second look, as a part of a sentence. */
	readonly warning?: string;
};
