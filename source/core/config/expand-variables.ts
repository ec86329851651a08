export type Environment = Readonly<Record<string, string | undefined>>;

/** `file` and `command` are the user's own ways to keep a secret elsewhere: their name is a path or a command line. */
export type SecretReference = {
	readonly type: 'keychain' | 'input' | 'file' | 'command';
	readonly name: string;
};

/** Where the values of `${...}` come from. */
export type Sources = {
	readonly env: Environment;
	readonly secrets?: (reference: SecretReference) => string | undefined;
	/** What `${workspaceFolder}` stands for. */
	readonly workspaceFolder?: string;
	/** Told of what every variable was replaced by, be it its default. */
	readonly onVariable?: (name: string, value: string) => void;
};

export type MissingReference = SecretReference | {readonly type: 'variable'; readonly name: string};

export type Expanded =
	| {readonly type: 'expanded'; readonly text: string}
	| {readonly type: 'missing'; readonly reference: MissingReference}
	/** It begins like a reference and is none that we know. */
	| {readonly type: 'broken'; readonly written: string};

const variable = '(?<name>[A-Za-z_][A-Za-z0-9_]*)';
/** A default may hold braces in pairs, so that it can name another variable. */
const fallback = String.raw`(?::-(?<otherwise>(?:[^{}]|\{[^{}]*\})*))?`;
const pattern = new RegExp(
	[
		// `$${` is `${` itself, so that every text can be written.
		String.raw`(?<literal>\$\$\{)`,
		String.raw`\$\{(?<secret>keychain|input|file|command):(?<secretName>[^{}]+)\}`,
		// opencode writes `{env:VAR}`, without the dollar.
		String.raw`(?:\$\{(?:env:)?|\{env:)${variable}${fallback}\}`,
		String.raw`\$\{[^{}]*\}?`,
	].join('|'),
	'g',
);

type Piece =
	| {readonly type: 'text' | 'literal' | 'broken'; readonly written: string}
	| {readonly type: 'secret'; readonly written: string; readonly reference: SecretReference}
	| {
			readonly type: 'variable';
			readonly written: string;
			readonly name: string;
			readonly otherwise: string | undefined;
	  };

const pieceOf = (written: string, found: Readonly<Record<string, string | undefined>>): Piece => {
	const {literal, secret, secretName, name, otherwise} = found;
	if (literal !== undefined) return {type: 'literal', written};
	if (secret !== undefined) {
		const type = secret as SecretReference['type'];
		return {type: 'secret', written, reference: {type, name: secretName ?? ''}};
	}
	return name === undefined ? {type: 'broken', written} : {type: 'variable', written, name, otherwise};
};

/** The text in pieces, one after the other: its references, and what stands between them. */
const piecesOf = (text: string): readonly Piece[] => {
	const pieces: Piece[] = [];
	let end = 0;
	for (const {0: written, index, groups} of text.matchAll(pattern)) {
		pieces.push({type: 'text', written: text.slice(end, index)}, pieceOf(written, groups ?? {}));
		end = index + written.length;
	}
	return [...pieces, {type: 'text', written: text.slice(end)}];
};

/** Also in a default that nobody needs now. */
const findBroken = (text: string): string | undefined => {
	for (const piece of piecesOf(text)) {
		if (piece.type === 'broken') return piece.written;
		const inner =
			piece.type === 'variable' && piece.otherwise !== undefined ? findBroken(piece.otherwise) : undefined;
		if (inner !== undefined) return inner;
	}
	return undefined;
};

/**
 * Fills in `${VAR}`, `${env:VAR}`, `${VAR:-default}`, `${workspaceFolder}`, `${keychain:name}`, `${input:id}`,
 * `${file:path}` and `${command:line}`. The first that has no value is named.
 */
export const expandVariables = (text: string, sources: Sources): Expanded => {
	const broken = findBroken(text);
	if (broken !== undefined) return {type: 'broken', written: broken};
	const {env, secrets, workspaceFolder, onVariable} = sources;
	let absent: MissingReference | undefined;
	const lookUpSecret = (reference: SecretReference): string => {
		const value = secrets?.(reference);
		if (value === undefined) {
			absent ??= reference;
		}
		return value ?? '';
	};
	const lookUpVariable = (name: string, otherwise: string | undefined): string => {
		if (name === 'workspaceFolder' && workspaceFolder !== undefined) {
			return workspaceFolder || fill(otherwise ?? '');
		}
		const known = Object.hasOwn(env, name) ? env[name] : undefined;
		const value = otherwise === undefined ? known : known || fill(otherwise);
		if (value === undefined) {
			absent ??= {type: 'variable', name};
			return '';
		}
		onVariable?.(name, value);
		return value;
	};
	const fillPiece = (piece: Piece): string => {
		switch (piece.type) {
			case 'secret':
				return lookUpSecret(piece.reference);
			case 'variable':
				return lookUpVariable(piece.name, piece.otherwise);
			case 'literal':
				return piece.written.slice(1);
			case 'text':
			case 'broken':
				return piece.written;
		}
	};
	const fill = (part: string): string => piecesOf(part).map(fillPiece).join('');
	const filled = fill(text);
	return absent === undefined ? {type: 'expanded', text: filled} : {type: 'missing', reference: absent};
};

/** The text with its references by name only: a default may be as secret as the value. */
export const showReferences = (text: string): string =>
	piecesOf(text)
		.map(piece => {
			if (piece.type === 'variable') return `\${${piece.name}}`;
			return piece.type === 'secret' ? `\${${piece.reference.type}:${piece.reference.name}}` : piece.written;
		})
		.join('');

export type TextPiece = {
	readonly text: string;
	/** `literal` has been read already: it means what it says. */
	readonly type: 'text' | 'literal' | 'reference';
};

/**
 * The pieces of a text in which `{{name}}` stands for something else: a dollar before that begins no reference, and
 * what only looks like one counts as one.
 */
export const splitReferences = (text: string): readonly TextPiece[] => {
	const pieces: TextPiece[] = [];
	const all = piecesOf(text);
	for (const [index, {type, written}] of all.entries()) {
		const isDollar = type === 'broken' && written === '${' && all[index + 1]?.written.startsWith('{');
		const last = pieces.at(-1);
		if (type === 'literal') pieces.push({type, text: written.slice(1)});
		else if (type !== 'text' && isDollar !== true) pieces.push({type: 'reference', text: written});
		else if (last?.type === 'text') pieces.splice(-1, 1, {type: 'text', text: last.text + written});
		else pieces.push({type: 'text', text: written});
	}
	return pieces.filter(piece => piece.text !== '');
};

/** Whether a text names something that is kept elsewhere. */
export const hasReference = (text: string): boolean =>
	piecesOf(text).some(({type}) => type === 'variable' || type === 'secret');

/** Every reference in a text, also in a default. */
const referencesIn = (text: string): readonly MissingReference[] =>
	piecesOf(text).flatMap((piece): readonly MissingReference[] => {
		if (piece.type === 'secret') return [piece.reference];
		return piece.type === 'variable'
			? [{type: 'variable', name: piece.name}, ...referencesIn(piece.otherwise ?? '')]
			: [];
	});

/** Every variable that a text names, also in a default. */
export const variablesIn = (text: string): readonly string[] => [
	...new Set(referencesIn(text).flatMap(({type, name}) => (type === 'variable' ? [name] : []))),
];

/** The ids of the inputs that a text names. */
export const inputsIn = (text: string): readonly string[] =>
	referencesIn(text).flatMap(({type, name}) => (type === 'input' ? [name] : []));

/** The text with values in the place of inputs that have one. A value is text: a reference in it stays as it is written. */
export const fillInputs = (text: string, find: (id: string) => string | undefined): string =>
	piecesOf(text)
		.map(piece => {
			const value =
				piece.type === 'secret' && piece.reference.type === 'input' ? find(piece.reference.name) : undefined;
			return value?.replaceAll('${', () => '$${') ?? piece.written;
		})
		.join('');

/** The name in a text that is `${keychain:name}` and nothing else. */
export const keychainName = (text: string): string | undefined =>
	/^\$\{keychain:([^{}]+)\}$/.exec(text.trim())?.[1];
