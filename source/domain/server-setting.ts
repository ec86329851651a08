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

/** A setting in one line: what it is, whose it takes and what to think of it. */
export const describeSetting = ({name, value, takes, warning}: ServerSetting): string => {
	const notes = [
		...(takes.length === 0 ? [] : [`takes ${takes.join(' and ')} of your environment`]),
		...(warning === undefined ? [] : [warning]),
	];
	return `${name}=${value}${notes.length === 0 ? '' : `  (${notes.join('; ')})`}`;
};
