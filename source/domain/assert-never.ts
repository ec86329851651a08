/** Ends an exhaustive switch: a new arm without a case fails to compile here. */
export const assertNever = (value: never): never => {
	throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
};
