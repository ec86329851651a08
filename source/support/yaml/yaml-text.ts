import type {Document, YAMLError} from 'yaml';
import {createPositions} from '../text-positions.ts';

/** Something about a place in the text. */
export type Finding = {readonly offset: number; readonly message: string};

export type YamlText = {
	/** Undefined when there are problems, or nothing is there. */
	readonly document: Document | undefined;
	readonly problems: readonly Finding[];
	readonly warnings: readonly Finding[];
	/** `line:col` */
	readonly positionOf: (offset: number) => string;
};

/** What kind of file it is, and how large one may be. */
export type YamlKind = {
	/** As in `an agent file`. */
	readonly name: string;
	readonly maxCharacters: number;
};

/** The parser descends by recursion, and V8 ends the whole program where a regular expression finds no stack left. */
const maxDepth = 64;
const maxMessage = 200;

/** As much as is needed of what the parser has before it composes values. */
type Token = {
	readonly offset?: number;
	readonly value?: unknown;
	readonly items?: readonly {readonly key?: unknown; readonly value?: unknown}[];
};

const isToken = (value: unknown): value is Token => typeof value === 'object' && value !== null;

/** Where something is nested too deeply. */
const findDepth = (roots: readonly Token[]): number | undefined => {
	const open = roots.map(token => ({token, depth: 0}));
	for (let next = open.pop(); next !== undefined; next = open.pop()) {
		const {token, depth} = next;
		if (depth > maxDepth) {
			return token.offset ?? 0;
		}
		const inside = [token.value, ...(token.items ?? []).flatMap(({key, value}) => [key, value])];
		for (const child of inside) {
			if (isToken(child)) open.push({token: child, depth: depth + 1});
		}
	}
	return undefined;
};

const inQuotes = 'put the text in quotes';

const describeError = ({code, message}: YAMLError): string => {
	const plain = message.charAt(0).toLowerCase() + message.slice(1, maxMessage);
	switch (code) {
		case 'TAB_AS_INDENT':
			return 'tabs are not allowed as indentation; use spaces';
		case 'MISSING_CHAR':
			return plain.startsWith('missing closing') ? 'a quote that was opened before is not closed' : plain;
		case 'BLOCK_AS_IMPLICIT_KEY':
		case 'MULTILINE_IMPLICIT_KEY':
			return `${plain}; correct the indentation, or ${inQuotes} if it holds a colon`;
		case 'BAD_SCALAR_START':
			return `${plain}; ${inQuotes}`;
		case 'BAD_DQ_ESCAPE':
			return `${plain}; in double quotes a backslash is written twice, in single quotes once`;
		case 'TAG_RESOLVE_FAILED':
			return 'tags are not understood here; remove it';
		default:
			return plain;
	}
};

/** YAML reserves the character, but the names of packages begin with it, and nothing else can be meant. */
const isPackageSign = ({code, pos}: YAMLError, text: string): boolean =>
	code === 'BAD_SCALAR_START' && text[pos[0]] === '@';

/** What is wrong with the characters, before anybody looks at what they say. */
const findBadText = (text: string, {name, maxCharacters}: YamlKind): Finding | undefined => {
	if (text.length > maxCharacters) {
		return {offset: 0, message: `is too large: ${name} has at most ${maxCharacters / 1024} KiB`};
	}
	const unreadable = text.search(/[\0\ufffd]/);
	if (unreadable !== -1) {
		return {offset: unreadable, message: 'is not a text in UTF-8; save it as UTF-8'};
	}
	return text.trim() === '' ? {offset: 0, message: 'the file is empty'} : undefined;
};

/** Parses one document of YAML 1.2, of which JSON is a part. Bounded in size and depth, and never throws. */
export const parseYamlText = async (content: string, kind: YamlKind): Promise<YamlText> => {
	// Some editors begin a file with a byte order mark.
	const text = content.replace(/^\ufeff/, '');
	const positionOf = createPositions(text);
	const refuse = (...problems: readonly Finding[]): YamlText => ({
		document: undefined,
		problems,
		warnings: [],
		positionOf,
	});
	const bad = findBadText(text, kind);
	if (bad !== undefined) {
		return refuse(bad);
	}
	const {Composer, Parser} = await import('yaml');
	const tokens = [...new Parser().parse(text)];
	const deep = findDepth(tokens);
	if (deep !== undefined) {
		return refuse({offset: deep, message: `is nested more than ${maxDepth} levels deep`});
	}
	const composer = new Composer({
		prettyErrors: false,
		// Whatever version the file says: `yes` is a text and 0123 is no octal number.
		schema: 'core',
		resolveKnownTags: false,
		// Whoever reads the values looks for keys that are there twice; the parser compares each with each.
		uniqueKeys: false,
	});
	const [first, ...others] = [...composer.compose(tokens, true, text.length)];
	const second = others.find(({contents, errors}) => contents !== null || errors.length > 0);
	const errors = [...(first?.errors ?? []), ...(first?.warnings ?? [])];
	const asFinding = (error: YAMLError): Finding => ({
		offset: error.pos[0],
		message: describeError(error),
	});
	const problems = [
		...errors.filter(error => !isPackageSign(error, text)).map(asFinding),
		...(second === undefined
			? []
			: [{offset: second.range[0], message: `a second document begins here; ${kind.name} has one`}]),
	];
	return {
		document: problems.length > 0 ? undefined : first,
		problems,
		warnings: errors
			.filter(error => isPackageSign(error, text))
			.map(({pos}) => ({offset: pos[0], message: `YAML reserves the character @; ${inQuotes}`})),
		positionOf,
	};
};
