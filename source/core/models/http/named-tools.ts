import type {Complaint} from './read-complaint.ts';

const collect = (text: string, pattern: RegExp, indexOf: (found: RegExpMatchArray) => number): number[] =>
	[...text.matchAll(pattern)].map(indexOf);

/** Gemini puts all functions into one tool. */
const declarations = /tools\[(\d+)\]\.function_?declarations\[(\d+)\]/gi;
/** `tools.3.custom.input_schema`, `tools[3].function.parameters`, and never `messages[0].tools[3]`. */
const positions = /(?<![\w.\]])tools(?:\.|\[)(\d+)/gi;
/** `('body', 'tools', 3, 'function')` */
const tuples = /["']tools["'],\s*(\d+)/gi;

const indexesIn = (text: string): readonly number[] => {
	const declared = collect(text, declarations, found => Number(found[1]) + Number(found[2]));
	if (declared.length > 0) return declared;
	return [positions, tuples].flatMap(pattern => collect(text, pattern, found => Number(found[1])));
};

const schemaOf = /schema for (?:function|tool)\s*['"`]([^'"`]{1,200})['"`]/gi;

/** The tools that a complaint points at, by their place in the request or as the owner of a schema. */
export const toolsPointedAt = ({param, words}: Complaint, tools: readonly string[]): readonly string[] => {
	const named = [...words.matchAll(schemaOf)].map(found => found[1] ?? '');
	const known = named.filter(name => tools.includes(name));
	if (known.length > 0) return [...new Set(known)];
	const indexes = [param, words].map(indexesIn).find(found => found.length > 0) ?? [];
	const pointed = indexes.flatMap(index => tools[index] ?? []);
	return [...new Set(pointed)];
};

const isAboutTools = /\b(tools?|functions?|schemas?|declarations?)\b/i;

/** The tool that a complaint mentions by its name. Names may contain each other: the longest is meant. */
export const toolMentioned = ({words}: Complaint, tools: readonly string[]): readonly string[] => {
	if (!isAboutTools.test(words)) return [];
	const quoted = [
		...words.matchAll(/["'`]([\w.:/-]{1,200})["'`]|\b(?:tool|function)(?: named)?:? ([\w.:/-]{1,200})/gi),
	]
		.map(found => found[1] ?? found[2] ?? '')
		.map(name => name.replace(/[.:]$/, ''));
	const found = tools.filter(tool => quoted.includes(tool));
	return found.toSorted((one, other) => other.length - one.length).slice(0, 1);
};
