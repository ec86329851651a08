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
	| {readonly type: 'missing'; readonly reference: MissingReference};

const variable = '([A-Za-z_][A-Za-z0-9_]*)';
/** A default may hold braces in pairs, so that it can name another variable. */
const fallback = String.raw`(?::-((?:[^{}]|\{[^{}]*\})*))?`;
/** opencode writes `{env:VAR}`, without the dollar. */
const pattern = new RegExp(
	String.raw`\$\{(keychain|input|file|command):([^{}]+)\}|\$?\{env:${variable}${fallback}\}|\$\{${variable}${fallback}\}`,
	'g',
);

/**
 * Fills in `${VAR}`, `${env:VAR}`, `${VAR:-default}`, `${workspaceFolder}`, `${keychain:name}`, `${input:id}`,
 * `${file:path}` and `${command:line}`. The first that has no value is named.
 */
export const expandVariables = (text: string, sources: Sources): Expanded => {
	const {env, secrets, workspaceFolder, onVariable} = sources;
	let absent: MissingReference | undefined;
	const lookUpSecret = (type: SecretReference['type'], name: string): string => {
		const value = secrets?.({type, name});
		if (value === undefined) {
			absent ??= {type, name};
		}
		return value ?? '';
	};
	const expandDefault = (otherwise: string): string => {
		const inner = expandVariables(otherwise, sources);
		if (inner.type === 'expanded') {
			return inner.text;
		}
		absent ??= inner.reference;
		return '';
	};
	const lookUpVariable = (name: string, otherwise: string | undefined): string => {
		if (name === 'workspaceFolder' && workspaceFolder !== undefined) {
			return workspaceFolder || expandDefault(otherwise ?? '');
		}
		const known = Object.hasOwn(env, name) ? env[name] : undefined;
		const value = otherwise === undefined ? known : known || expandDefault(otherwise);
		if (value === undefined) {
			absent ??= {type: 'variable', name};
			return '';
		}
		onVariable?.(name, value);
		return value;
	};
	const expanded = text.replace(
		pattern,
		(
			_,
			secret: SecretReference['type'] | undefined,
			secretName: string | undefined,
			prefixed: string | undefined,
			prefixedDefault: string | undefined,
			plain: string | undefined,
			plainDefault: string | undefined,
		) =>
			secret === undefined
				? lookUpVariable(prefixed ?? plain ?? '', prefixedDefault ?? plainDefault)
				: lookUpSecret(secret, secretName ?? ''),
	);
	return absent === undefined ? {type: 'expanded', text: expanded} : {type: 'missing', reference: absent};
};

/** The text with its references by name only: a default may be as secret as the value. */
export const showReferences = (text: string): string =>
	text.replace(
		pattern,
		(
			_,
			secret: SecretReference['type'] | undefined,
			secretName: string | undefined,
			prefixed: string | undefined,
			_prefixedDefault: string | undefined,
			plain: string | undefined,
		) => `\${${secret === undefined ? (prefixed ?? plain ?? '') : `${secret}:${secretName ?? ''}`}}`,
	);

/** The text in pieces, one after the other: its references, and what stands between them. */
export const splitReferences = (
	text: string,
): readonly {readonly text: string; readonly isReference: boolean}[] => {
	const pieces: {text: string; isReference: boolean}[] = [];
	let end = 0;
	for (const {0: reference, index} of text.matchAll(pattern)) {
		pieces.push({text: text.slice(end, index), isReference: false}, {text: reference, isReference: true});
		end = index + reference.length;
	}
	return [...pieces, {text: text.slice(end), isReference: false}].filter(piece => piece.text !== '');
};

/** Whether a text names something that is kept elsewhere. */
export const hasReference = (text: string): boolean => text.search(pattern) !== -1;

/** Every variable that a text names, also in a default. */
export const variablesIn = (text: string): readonly string[] => [
	...new Set(
		[...text.matchAll(pattern)].flatMap(([, , , prefixed, prefixedDefault, plain, plainDefault]) => {
			const name = prefixed ?? plain;
			const otherwise = prefixedDefault ?? plainDefault;
			return [
				...(name === undefined ? [] : [name]),
				...(otherwise === undefined ? [] : variablesIn(otherwise)),
			];
		}),
	),
];

/** The ids of the inputs that a text names. */
export const inputsIn = (text: string): readonly string[] =>
	[...text.matchAll(/\$\{input:([^{}]+)\}/g)].flatMap(([, id]) => (id === undefined ? [] : [id]));

/** The name in a text that is `${keychain:name}` and nothing else. */
export const keychainName = (text: string): string | undefined =>
	/^\$\{keychain:([^{}]+)\}$/.exec(text.trim())?.[1];
