import type {ArgumentSource} from '../../domain/ask.ts';
import type {JsonObject, JsonValue} from '../../domain/json.ts';
import type {ToolDefinition} from '../../domain/tool.ts';
import type {Heard, HeardText} from './turn-hearing.ts';

/** Shorter texts are found anywhere. */
const shortest = 8;
/** A card shows no more, and a call may have thousands of arguments. */
const mostTexts = 32;
/** Of a long text its beginning tells enough. V8 searches texts of over 250 characters in time that can be made quadratic. */
const comparedLength = 200;

type Named = {readonly name: string; readonly text: string};

const nameIn = (name: string, key: string, isList: boolean): string => {
	if (name === '') {
		return key;
	}
	return isList ? `${name}[${key}]` : `${name}.${key}`;
};

/** The texts in arguments that are long enough to come from somewhere. Without recursion: nobody says how deep they are. */
const textsIn = (args: JsonObject): readonly Named[] => {
	const texts: Named[] = [];
	const open: {readonly name: string; readonly value: JsonValue}[] = [{name: '', value: args}];
	for (let each = open.pop(); each !== undefined && texts.length < mostTexts; each = open.pop()) {
		const {name, value} = each;
		if (typeof value === 'string') {
			const text = value.trim();
			if (text.length >= shortest) {
				texts.push({name, text: text.slice(0, comparedLength)});
			}
		} else if (typeof value === 'object' && value !== null) {
			const isList = Array.isArray(value);
			for (const [key, inner] of Object.entries<JsonValue>(value).reverse()) {
				open.push({name: nameIn(name, key, isList), value: inner});
			}
		}
	}
	return texts;
};

const keyOf = ({server, tool, argument = ''}: ArgumentSource): string =>
	JSON.stringify([server, tool, argument]);

const unique = (sources: readonly ArgumentSource[]): readonly ArgumentSource[] => [
	...new Map(sources.map(source => [keyOf(source), source])).values(),
];

const findIn = (texts: readonly Named[], heard: readonly HeardText[]): readonly ArgumentSource[] =>
	texts.flatMap(({name, text}) =>
		heard
			.filter(({text: words}) => words.includes(text))
			.map(({tool: {server, tool}}) => ({server, tool, argument: name})),
	);

/**
 * Where arguments stand word for word in what foreign tools said. Of servers in whose words nothing was found the tools
 * are named alone: their text may have led to the call all the same, and the user is to know all of them.
 */
export const argumentSources = (
	args: JsonObject,
	{texts}: Heard,
	foreign: readonly ToolDefinition[],
): readonly ArgumentSource[] => {
	const found = findIn(
		textsIn(args),
		texts.filter(({tool}) => foreign.includes(tool)),
	);
	const servers = new Set(found.map(({server}) => server));
	const rest = foreign
		.filter(({server}) => !servers.has(server))
		.map(({server, tool}): ArgumentSource => ({server, tool}));
	return unique([...found, ...rest]);
};
