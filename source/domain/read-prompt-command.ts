import type {PromptDefinition} from './catalogue.ts';

/** What `/server:prompt name=value` means. `problems` are the ends of sentences. */
export type ReadPromptCommand = {
	readonly prompt: PromptDefinition;
	readonly arguments: Readonly<Record<string, string>>;
	readonly problems: readonly string[];
};

type Piece = {readonly name?: string; readonly value: string};

/** A value and what comes after it. A quote that is not closed reaches to the end. */
const takeValue = (text: string): readonly [value: string, rest: string] => {
	const quoted = /^"((?:[^"\\]|\\[\s\S])*)(?:"|$)/.exec(text);
	if (quoted !== null) {
		return [(quoted[1] ?? '').replaceAll(/\\([\s\S])/g, '$1'), text.slice(quoted[0].length)];
	}
	const [word] = /^\S*/.exec(text) ?? [''];
	return [word, text.slice(word.length)];
};

/** Names first: they are the server's, and may hold anything. */
const takePieces = (text: string, names: readonly string[]): readonly Piece[] => {
	const pieces: Piece[] = [];
	const sorted = names.toSorted((one, other) => other.length - one.length);
	for (let rest = text.trimStart(); rest !== ''; rest = rest.trimStart()) {
		const name = sorted.find(each => rest.startsWith(`${each}=`)) ?? /^([\w.-]+)=/.exec(rest)?.[1];
		const [value, after] = takeValue(name === undefined ? rest : rest.slice(name.length + 1));
		pieces.push(name === undefined ? {value} : {name, value});
		rest = after;
	}
	return pieces;
};

const listOf = (names: readonly string[]): string => names.join(', ');

/** Values without a name belong to the arguments in their order. */
const fill = (definition: PromptDefinition, pieces: readonly Piece[]): ReadPromptCommand => {
	const names = definition.arguments.map(({name}) => name);
	const values = new Map<string, string>();
	const problems: string[] = [];
	for (const {name, value} of pieces.filter(piece => piece.name !== undefined)) {
		if (name === undefined || !names.includes(name)) {
			problems.push(
				`it has no argument ${name}${names.length === 0 ? ', it takes none' : `, but ${listOf(names)}`}`,
			);
		} else {
			values.set(name, value);
		}
	}
	for (const {value} of pieces.filter(piece => piece.name === undefined)) {
		const next = names.find(name => !values.has(name));
		if (next === undefined) {
			problems.push(names.length === 0 ? 'it takes no arguments' : `it takes no more than ${listOf(names)}`);
			break;
		}
		values.set(next, value);
	}
	const missing = definition.arguments.filter(({name, required}) => required && !values.has(name));
	if (missing.length > 0) {
		problems.push(`it needs ${missing.map(({name}) => `${name}=…`).join(' ')}`);
	}
	return {prompt: definition, arguments: Object.fromEntries(values), problems};
};

/** Reads what `promptCommand` writes. Undefined where the text names none of the prompts; the longest name wins. */
export const readPromptCommand = (
	text: string,
	prompts: readonly PromptDefinition[],
): ReadPromptCommand | undefined => {
	const nameOf = ({server, prompt}: PromptDefinition): string => `/${server}:${prompt}`;
	const [definition] = prompts
		.filter(each => {
			const name = nameOf(each);
			return text.startsWith(name) && /^(?:\s|$)/.test(text.slice(name.length));
		})
		.toSorted((one, other) => nameOf(other).length - nameOf(one).length);
	if (definition === undefined) {
		return undefined;
	}
	const rest = text.slice(nameOf(definition).length).trim();
	const names = definition.arguments.map(({name}) => name);
	const pieces = takePieces(rest, names);
	// Where there is one argument only, words need no quotes.
	const isSentence = names.length === 1 && pieces.length > 1 && pieces.every(({name}) => name === undefined);
	return fill(definition, isSentence ? [{value: rest}] : pieces);
};
