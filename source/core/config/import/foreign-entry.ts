import {entryAliases} from '../../../domain/entry-keys.ts';
import {isJsonObject, type JsonObject, type JsonValue} from '../../../domain/json.ts';
import {entryKeys} from '../entry-schema.ts';
import {plainEntry} from '../plain-entry.ts';
import {canonicalKey, unsupportedKeys} from '../read-object.ts';
import {readTransportType} from '../transport-type.ts';
import {mapTexts, whyStrange} from './strange-references.ts';

/** An entry of another client in our form, or why it has none. */
export type Translated =
	| {readonly type: 'entry'; readonly entry: JsonObject; readonly notes: readonly string[]}
	| {readonly type: 'unusable'; readonly reason: string; readonly isBuiltIn?: boolean};

export type TranslateContext = {
	readonly name: string;
	/** Empty where nobody knows it: then what names it stays as it is. */
	readonly home: string;
	/** The folder to which the server belongs, if it is one. */
	readonly project?: string | undefined;
};

export const unusable = (reason: string): Translated => ({type: 'unusable', reason});

const maxDepth = 32;
/** YAML can name a thing inside of itself, twice: what is short there has no end here. */
const maxParts = 50_000;

/** TOML has dates and YAML has anything. No entry is deeper or larger than this; the rest is left out. */
export const asJson = (value: unknown): JsonValue => {
	let parts = 0;
	const convert = (part: unknown, depth: number): JsonValue => {
		parts += 1;
		const isOver = depth > maxDepth || parts > maxParts;
		if (Array.isArray(part)) {
			return isOver ? [] : part.map(item => convert(item, depth + 1));
		}
		if (typeof part === 'object' && part !== null && !(part instanceof Date)) {
			const members = isOver ? [] : Object.entries(part).filter(([, item]) => item !== undefined);
			return Object.fromEntries(members.map(([key, item]) => [key, convert(item, depth + 1)]));
		}
		if (part === null || part === undefined) {
			return null;
		}
		return typeof part === 'boolean' || (typeof part === 'number' && Number.isFinite(part))
			? part
			: String(part);
	};
	return convert(value, 0);
};

/** What other clients let run unasked the user has to say here again. */
const grants = ['alwaysAllow', 'autoApprove', 'trust'];

const isEmpty = (value: JsonValue | undefined): boolean =>
	value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0);

const typeNames: Readonly<Record<string, string>> = {stdio: 'stdio', http: 'http', sse: 'sse', ws: 'ws'};

const withPlainType = (entry: JsonObject): JsonObject => {
	const {type, ...rest} = entry;
	if (typeof type !== 'string') {
		return entry;
	}
	const read = readTransportType(type);
	const name = read.type === 'known' ? typeNames[read.name] : type;
	return name === undefined ? rest : {type: name, ...rest};
};

const withPlainSwitch = ({enabled, disabled, ...rest}: JsonObject): JsonObject =>
	enabled === false || disabled === true ? {...rest, disabled: true} : rest;

/** opencode writes the command and its arguments as one array. */
const withPlainCommand = (entry: JsonObject): JsonObject => {
	const {command, args} = entry;
	if (!Array.isArray(command) || !(args === undefined || Array.isArray(args))) {
		return entry;
	}
	const [program = '', ...first]: readonly JsonValue[] = command;
	const words = [...first, ...(args ?? [])];
	return {...entry, command: program, ...(words.length === 0 ? {} : {args: words})};
};

const isRelative = (word: JsonValue): boolean => typeof word === 'string' && /^\.{1,2}([\\/]|$)/.test(word);

/** What a server of a project finds beside it, it is to find from everywhere. */
const withFolder = (entry: JsonObject, project: string | undefined): JsonObject => {
	if (project === undefined || entry.command === undefined || entry.cwd !== undefined) {
		return entry;
	}
	const words: readonly JsonValue[] = [entry.command, ...(Array.isArray(entry.args) ? entry.args : [])];
	return words.some(isRelative) ? {...entry, cwd: project} : entry;
};

const fillIn = (text: string, {name, home, project}: TranslateContext): string => {
	const own = text
		.replaceAll(/\$\{userHome\}/g, reference => (home === '' ? reference : home))
		.replaceAll(/\$\{(?:pathSeparator|\/)\}/g, '/');
	return project === undefined
		? own
		: own
				.replaceAll(/\$\{workspaceFolder\}/g, () => project)
				// Two projects may mean different things by the same word, and one must not get what the other was given.
				.replaceAll(
					/\$\{input:([^{}]+)\}/g,
					(_, id: string) => `\${input:${name.replaceAll(/[{}]/g, '_')}/${id}}`,
				);
};

/** Keys that we know under our names; the rest belongs to the other client. */
export const translateEntry = (given: JsonObject, context: TranslateContext): Translated => {
	const {entry: written} = plainEntry(given);
	const known = new Map<string, JsonValue>();
	for (const [key, value] of Object.entries(written)) {
		const name = canonicalKey(key, entryKeys, entryAliases);
		if (name !== undefined && !known.has(name) && !isEmpty(value)) {
			known.set(name, value);
		}
	}
	const strange = whyStrange(Object.fromEntries(known));
	if (strange !== undefined) {
		return unusable(strange);
	}
	const {envFile, ...rest} = Object.fromEntries(known);
	const plain = withPlainCommand(withPlainSwitch(withPlainType(rest)));
	const entry = {...plain, ...(envFile === undefined ? {} : {envFile})};
	const filled = mapTexts(entry, text => fillIn(text, context));
	const whole = withFolder(isJsonObject(filled) ? filled : entry, context.project);
	// What was filled in may have made another word of what was written.
	const made = whyStrange(whole);
	if (made !== undefined) {
		return unusable(made);
	}
	const dropped = grants.filter(key => !isEmpty(written[key]) && written[key] !== false);
	return {
		type: 'entry',
		entry: whole,
		notes: [
			...dropped.map(
				key => `${key} is not taken over: what runs unasked is for your own configuration to say`,
			),
			...unsupportedKeys(written).map(({key, why}) => `${key} ${why}`),
		],
	};
};

/** Milliseconds as our configuration takes them, of a number in the unit of the other client. */
export const asMilliseconds = (
	value: JsonValue | undefined,
	unit: 1 | 1000,
): {readonly milliseconds?: number} =>
	typeof value === 'number' && value > 0
		? {milliseconds: Math.min(300_000, Math.max(1000, Math.round(value * unit)))}
		: {};

/** `timeout` under another meaning: how long one request may take. */
export const withRequestTimeout = ({timeout, ...rest}: JsonObject, unit: 1 | 1000): JsonObject => {
	const {milliseconds} = asMilliseconds(timeout, unit);
	return milliseconds === undefined ? rest : {...rest, requestTimeout: milliseconds};
};

/** `timeout` as we understand it: how long it may take to connect. */
export const withConnectTimeout = ({timeout, ...rest}: JsonObject, unit: 1 | 1000): JsonObject => {
	const {milliseconds} = asMilliseconds(timeout, unit);
	return milliseconds === undefined ? rest : {...rest, timeout: milliseconds};
};
