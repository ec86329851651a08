import {createScanner} from 'jsonc-parser';

/** `SyntaxKind` of the scanner is a const enum, which cannot be imported. */
const unknownToken = 16;
const endOfFile = 17;

/** Room for a hundred servers; telling what is wrong with more would keep the user waiting. */
const maxTokens = 6000;
const maxUnknown = 20;

/**
 * Why the text of a project's file is not even looked at: nobody has asked for it, so it must not cost much. The end of a
 * sentence.
 */
export const whyTooLarge = (text: string): string | undefined => {
	const scanner = createScanner(text, true);
	let tokens = 0;
	let unknown = 0;
	for (let kind: number = scanner.scan(); kind !== endOfFile; kind = scanner.scan()) {
		tokens += 1;
		unknown += kind === unknownToken ? 1 : 0;
		if (unknown > maxUnknown) return 'is not JSON';
		if (tokens > maxTokens) return 'holds more than any list of servers';
	}
	return undefined;
};
