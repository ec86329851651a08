import type {OfferedTool} from './tool.ts';

/** A resource that a text names as `@server:uri`. */
export type Mention = {readonly server: string; readonly uri: string};

/** What may stand behind a name in a sentence without being a part of it. */
const punctuation = /[.,;:!?'"»“”’>\])}]$/;
const scheme = /^[a-z][a-z\d+.-]*:/i;

/** Names begin a word: what stands behind a letter or a digit is an address of mail or a part of something else. */
const marksIn = (text: string, mark: '@' | '#'): readonly number[] => {
	const places: number[] = [];
	for (let place = text.indexOf(mark); place >= 0; place = text.indexOf(mark, place + 1)) {
		if (place === 0 || !/[\p{L}\p{N}_@#/.]/u.test(text.charAt(place - 1))) {
			places.push(place);
		}
	}
	return places;
};

/** Lines that are quoted are the words of others. Every other line stays where it is. */
export const ownLines = (text: string): string =>
	text
		.split('\n')
		.map(line => (/^\s*>/.test(line) ? '' : line))
		.join('\n');

const longestFirst = (names: Iterable<string>): readonly string[] =>
	[...new Set(names)].toSorted((one, other) => other.length - one.length);

/** Whether a name that ends here ends there for a reader, too. */
const endsAt = (text: string, place: number): boolean => {
	const rest = text.slice(place, place + 2);
	return (
		rest === '' || /^\s/.test(rest) || (punctuation.test(rest.charAt(0)) && /^.(?:\s|$|\W)/su.test(rest))
	);
};

const trimUri = (word: string): string => {
	let uri = word;
	while (punctuation.test(uri)) {
		const isBracket = uri.endsWith(')') && uri.split('(').length === uri.split(')').length;
		if (isBracket) {
			break;
		}
		uri = uri.slice(0, -1);
	}
	return uri;
};

const uriAt = (text: string, place: number, known: readonly string[]): string | undefined => {
	const listed = longestFirst(known).find(
		uri => uri !== '' && text.startsWith(uri, place) && endsAt(text, place + uri.length),
	);
	if (listed !== undefined) {
		return listed;
	}
	const uri = trimUri(/^\S*/.exec(text.slice(place))?.[0] ?? '');
	return scheme.test(uri) ? uri : undefined;
};

/**
 * The resources that a text names, each once. Only a known server makes a name of it (the one with the longest name,
 * because a name may be the beginning of another), and only something that is listed or has the form of an address
 * makes it a resource; everything else is text.
 */
export const findMentions = (
	text: string,
	servers: Iterable<string>,
	urisOf: (server: string) => readonly string[],
): readonly Mention[] => {
	const names = longestFirst(servers);
	const found = new Map<string, Mention>();
	for (const mark of marksIn(text, '@')) {
		const server = names.find(name => text.startsWith(`${name}:`, mark + 1));
		const uri = server === undefined ? undefined : uriAt(text, mark + server.length + 2, urisOf(server));
		if (server !== undefined && uri !== undefined) {
			found.set(JSON.stringify([server, uri]), {server, uri});
		}
	}
	return [...found.values()];
};

/** Whether a text may name a resource at all, as far as that is known before the servers have listed any. */
export const mayMention = (text: string, servers: Iterable<string>): boolean => {
	const marks = marksIn(text, '@');
	return (
		marks.length > 0 &&
		[...servers].some(name =>
			marks.some(
				mark => text.startsWith(`${name}:`, mark + 1) && /^\S/.test(text.slice(mark + name.length + 2)),
			),
		)
	);
};

/** The tools that a text names as `#server.tool`. */
export const findToolHints = (text: string, tools: readonly OfferedTool[]): readonly OfferedTool[] => {
	const marks = marksIn(text, '#');
	if (marks.length === 0) {
		return [];
	}
	const byName = new Map(tools.map(tool => [`${tool.definition.server}.${tool.definition.tool}`, tool]));
	const names = longestFirst(byName.keys());
	const named = marks.flatMap(mark => {
		const name = names.find(
			each => text.startsWith(each, mark + 1) && !/^[\w-]/.test(text.slice(mark + 1 + each.length)),
		);
		const tool = name === undefined ? undefined : byName.get(name);
		return tool === undefined ? [] : [tool];
	});
	return [...new Set(named)];
};
