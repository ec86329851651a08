import {setImmediate} from 'node:timers/promises';
import {isJsonObject} from '../../../../domain/json.ts';
import type {OfferedTool, ToolDefinition} from '../../../../domain/tool.ts';
import {stemOf, wordsOfName, wordsOfText} from './readWords.ts';

/** What is looked at, the most telling first. */
const places = [
	{weight: 10, read: ({tool}: ToolDefinition) => wordsOfName(tool)},
	{weight: 8, read: ({title = ''}: ToolDefinition) => wordsOfName(title)},
	{weight: 6, read: ({server}: ToolDefinition) => wordsOfName(server)},
	{weight: 3, read: (definition: ToolDefinition) => wordsOfName(parameterNames(definition).join(' '))},
	{weight: 2, read: ({description}: ToolDefinition) => wordsOfText(description)},
];

const readAtOnce = 500;
const mostWords = 12;
const mostParameters = 50;
const exactName = 1000;
/** More than any word can weigh, so that two words that fit come before one. */
const perWord = 20;
const shortestBeginning = 3;
/** As long as the ending of a word may be; what is longer is another word that begins alike. */
const longestEnding = 3;

const fillers = new Set(
	'a an and are as at be by can do for from get how i in is it me my of on or some that the this to tool use want which with'.split(
		' ',
	),
);

export const parameterNames = ({inputSchema}: ToolDefinition): readonly string[] =>
	isJsonObject(inputSchema.properties) ? Object.keys(inputSchema.properties).slice(0, mostParameters) : [];

/** Servers may offer thousands of tools, and offer the same ones until they say otherwise. */
const known = new WeakMap<ToolDefinition, readonly string[]>();

const readTool = (definition: ToolDefinition): readonly string[] => {
	const found = known.get(definition) ?? places.map(({read}) => read(definition));
	known.set(definition, found);
	return found;
};

type Wanted = {
	readonly stem: string;
	/** Shorter words that the wanted one begins with: `repo` may be meant by `repository`. */
	readonly short: readonly string[];
};

const readWanted = (word: string): Wanted => {
	const stem = stemOf(word);
	const lengths = Array.from({length: stem.length}, (_, index) => index);
	return {
		stem,
		short: lengths
			.filter(length => length > shortestBeginning && length * 3 > stem.length)
			.map(length => ` ${stem.slice(0, length)} `),
	};
};

/** 1 when a word fits, less when it only begins alike, 0 when it does not. */
const howWell = (words: string, {stem, short}: Wanted): number => {
	const start = words.indexOf(` ${stem}`);
	if (start === -1) return short.some(beginning => words.includes(beginning)) ? 0.4 : 0;
	const end = words.indexOf(' ', start + 1);
	if (end - start - 1 - stem.length <= longestEnding) return 1;
	return stem.length < shortestBeginning ? 0 : 0.5;
};

const weigh = (read: readonly string[], wanted: Wanted): number => {
	let best = 0;
	for (const [index, {weight}] of places.entries()) {
		if (weight > best) best = Math.max(best, weight * howWell(read[index] ?? '', wanted));
	}
	return best === 0 ? 0 : perWord + best;
};

/** The tools that fit, best first; among equals the order is the one they came in. */
export const rankTools = async (
	tools: readonly OfferedTool[],
	query: string,
): Promise<readonly OfferedTool[]> => {
	const asked = wordsOfName(query);
	const distinct = [...new Set(asked.split(' ').filter(word => word !== ''))];
	const telling = distinct.filter(word => !fillers.has(word));
	const wanted = (telling.length > 0 ? telling : distinct).slice(0, mostWords).map(readWanted);
	const name = query.trim().toLowerCase();
	const score = ({definition, modelName}: OfferedTool): number => {
		const read = readTool(definition);
		const isNamed =
			modelName.toLowerCase() === name ||
			definition.tool.toLowerCase() === name ||
			(distinct.length > 0 && read[0] === asked);
		return wanted.reduce((sum, word) => sum + weigh(read, word), isNamed ? exactName : 0);
	};
	const scored: {readonly tool: OfferedTool; readonly score: number}[] = [];
	for (const [index, tool] of tools.entries()) {
		// Somebody may be typing while thousands are read for the first time.
		if (index % readAtOnce === readAtOnce - 1) await setImmediate();
		scored.push({tool, score: score(tool)});
	}
	return scored
		.filter(({score}) => score > 0)
		.sort((one, other) => other.score - one.score)
		.map(({tool}) => tool);
};
