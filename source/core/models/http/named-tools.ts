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

const schemaOf = /schema for (?:function|tool)\s*['"`]([^'"`]{1,200})['"`]/i;

/**
 * The tools that a complaint points at, by their place in the request or as the owner of a schema. `param` is the
 * provider's own. Its words may quote the schema, and whoever wrote that may have put the name of somebody else's tool
 * into it: only the first counts.
 */
export const toolsPointedAt = ({param, words}: Complaint, tools: readonly string[]): readonly string[] => {
	const at = (indexes: readonly number[]): readonly string[] => indexes.flatMap(index => tools[index] ?? []);
	const byParam = at(indexesIn(param).slice(0, 1));
	if (byParam.length > 0) return byParam;
	const owner = schemaOf.exec(words)?.[1];
	if (owner !== undefined && tools.includes(owner)) return [owner];
	return [...new Set(at(indexesIn(words)))];
};

const isAboutTools = /\b(tools?|functions?|schemas?|declarations?)\b/i;

const introduced = /\b(?:tool|function)(?: named)?:? ["'`]?([\w.:/-]{1,200})/gi;
const quoted = /["'`]([\w.:/-]{1,200})["'`]/gi;

/** The tool that a complaint mentions by its name: the first, because a schema that is quoted may name others. */
export const toolMentioned = ({words}: Complaint, tools: readonly string[]): readonly string[] => {
	if (!isAboutTools.test(words)) return [];
	return [introduced, quoted]
		.flatMap(pattern => [...words.matchAll(pattern)])
		.map(found => (found[1] ?? '').replace(/[.:]$/, ''))
		.filter(name => tools.includes(name))
		.slice(0, 1);
};
