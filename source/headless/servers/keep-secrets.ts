import type {Failure} from '../../domain/failure.ts';
import {isJsonObject, type JsonObject, type JsonValue} from '../../domain/json.ts';
import {createSecret} from '../../domain/secret.ts';
import type {ConfigScope} from '../../domain/server-ports.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {addLine} from './add-line.ts';
import {findPlaceholders, findSecrets, type SecretPlace} from './find-secrets.ts';
import type {KeepSecret} from './server-run.ts';

export type SecretsKept =
	| {
			readonly type: 'kept';
			/** The entry with references in place of its secrets. */
			readonly entry: JsonObject;
			/** What was done, a sentence each. */
			readonly notes: readonly string[];
			/** Brings back what the keychain had before. */
			readonly undo: () => Promise<void>;
	  }
	| {readonly type: 'refused'; readonly failure: Failure};

/** Resolves with nothing where the user gives up. An empty text means that they have none yet. */
export type AskSecret = (question: string, signal: AbortSignal) => Promise<string | undefined>;

export type KeepOptions = {
	readonly keepSecret: KeepSecret;
	readonly scope: ConfigScope;
	/** The user wants secrets in the file as they are. */
	readonly isPlainText: boolean;
	/** The entry that is changed: secrets that its file has already, and that stay as they are, were the user's choice. */
	readonly before?: JsonObject;
	/** Asks for what a placeholder stands for; absent without a terminal. */
	readonly askSecret?: AskSecret | undefined;
	/** A command was typed: a refusal shows the line to paste instead. */
	readonly showsLine?: boolean | undefined;
	readonly replace?: boolean | undefined;
};

const plainTextHint = 'To write it into the file all the same, add --plain-text.';

const describe = ({path}: SecretPlace): string => sanitiseLine(path.join('.'));

const asVariable = (text: string): string =>
	text
		.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '_')
		.toUpperCase()
		.replaceAll(/[^A-Z0-9]+/g, '_')
		.replaceAll(/^_|_$/g, '');

const isVariable = (label: string): boolean => /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(label);

/** The variable that is there already: the server's own is called so wherever it is documented. */
const variableFor = (
	server: string,
	{path: [section = ''], label, value, isPlaceholder}: SecretPlace,
): string => {
	const [, named] = /^<([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)>$/.exec(isPlaceholder ? value : '') ?? [];
	if (named !== undefined && !named.startsWith('YOUR_')) {
		return named;
	}
	if (isVariable(label) || (/^env/i.test(section) && /^[A-Za-z_]\w*$/.test(label))) {
		return label;
	}
	const own = asVariable(server);
	const name = asVariable(label === 'Authorization' ? 'token' : label);
	return name.startsWith(`${own}_`) ? name : `${own}_${name}`.replace(/^(?=\d)/, '_');
};

/** The slash keeps `a` with `b-c` apart from `a-b` with `c`. Braces would end the reference. */
const secretName = (server: string, {path, label}: SecretPlace, all: readonly SecretPlace[]): string => {
	const isShared = all.filter(other => other.label === label).length > 1;
	const inPath = path.includes(label) ? path : [...path, label];
	return `${server}/${isShared ? inPath.join('.') : label}`.replaceAll(/[{}]/g, '_');
};

const changeAt = (
	value: JsonValue,
	[key, ...rest]: readonly string[],
	change: (text: string) => string,
): JsonValue => {
	if (key === undefined) {
		return typeof value === 'string' ? change(value) : value;
	}
	if (Array.isArray(value)) {
		return value.map((item: JsonValue, index) => (`${index}` === key ? changeAt(item, rest, change) : item));
	}
	const inner = isJsonObject(value) ? value[key] : undefined;
	return isJsonObject(value) && inner !== undefined
		? {...value, [key]: changeAt(inner, rest, change)}
		: value;
};

type Replacement = {readonly place: SecretPlace; readonly text: string};

/** The last come first, so that those before them stay where they are. */
const replaceAll = (entry: JsonObject, replacements: readonly Replacement[]): JsonObject => {
	let changed: JsonValue = entry;
	for (const {place, text} of replacements.toReversed()) {
		const {start, value, path} = place;
		changed = changeAt(
			changed,
			path,
			old => `${old.slice(0, start)}${text}${old.slice(start + value.length)}`,
		);
	}
	return isJsonObject(changed) ? changed : entry;
};

const refuse = (code: string, message: string, hint: string): SecretsKept => ({
	type: 'refused',
	failure: {code, message, hint},
});

const valueAt = (value: JsonValue | undefined, [key, ...rest]: readonly string[]): JsonValue | undefined => {
	if (key === undefined || value === undefined) {
		return value;
	}
	if (Array.isArray(value)) {
		return valueAt(value[Number(key)], rest);
	}
	return isJsonObject(value) && Object.hasOwn(value, key) ? valueAt(value[key], rest) : undefined;
};

/** Arguments may have moved. */
const isSame = ({path}: SecretPlace, entry: JsonObject, before: JsonObject): boolean => {
	const now = valueAt(entry, path);
	const list = path.length > 1 ? valueAt(before, path.slice(0, -1)) : undefined;
	return Array.isArray(list) ? list.some((item: JsonValue) => item === now) : valueAt(before, path) === now;
};

/** The entry with variables in place of its secrets, as it may be shown. */
export const hideSecrets = (server: string, entry: JsonObject): JsonObject =>
	replaceAll(
		entry,
		findSecrets(entry).map(place => ({place, text: `\${${variableFor(server, place)}}`})),
	);

/** What to do instead of keeping secrets: the line to paste, where a command was typed. */
const insteadOf = (
	server: string,
	entry: JsonObject,
	places: readonly SecretPlace[],
	{scope, showsLine, replace}: KeepOptions,
): string => {
	const names = [...new Set(places.map(place => variableFor(server, place)))];
	if (showsLine !== true) {
		return `Set a variable and write \${${names[0]}} in its place. ${plainTextHint}`;
	}
	const line = addLine(server, hideSecrets(server, entry), {scope, replace});
	return `Set ${names.join(' and ')} in your environment, then paste:\n  ${line}\n${plainTextHint}`;
};

/** Asks for what placeholders stand for. Without a terminal a variable takes their place. */
const fillIn = async (
	server: string,
	places: readonly SecretPlace[],
	askSecret: AskSecret | undefined,
	signal: AbortSignal,
): Promise<readonly (Replacement & {readonly isTyped: boolean})[] | undefined> => {
	const filled: (Replacement & {readonly isTyped: boolean})[] = [];
	for (const place of places) {
		const variable = variableFor(server, place);
		const question = `Value of ${describe(place)} for server "${sanitiseLine(server)}", in place of ${sanitiseLine(place.value)} (not shown; Enter uses the variable ${variable}): `;
		const typed = askSecret === undefined ? '' : await askSecret(question, signal);
		if (typed === undefined) {
			return undefined;
		}
		const text = typed.trim();
		filled.push({place, text: text || `\${${variable}}`, isTyped: text !== ''});
	}
	return filled;
};

/** Moves the secrets of an entry into the keychain. Where that cannot be, nothing is to be written. */
export const keepSecrets = async (
	server: string,
	written: JsonObject,
	options: KeepOptions,
	signal: AbortSignal,
): Promise<SecretsKept> => {
	const {keepSecret, scope, isPlainText, before = {}, askSecret, showsLine} = options;
	const undone: (() => Promise<void>)[] = [];
	const undo = async (): Promise<void> => {
		for (const step of undone.splice(0).reverse()) {
			await step();
		}
	};
	const all = findSecrets(written).filter(place => !isSame(place, written, before));
	// What a file or a form says was meant; only what is pasted into a command comes out of a documentation.
	const found = all.filter(place => showsLine === true || !place.isPlaceholder);
	const stays = all.filter(place => !found.includes(place));
	if (isPlainText) {
		const notes = found.map(place => `${describe(place)} is in the file as plain text.`);
		return {type: 'kept', entry: written, notes, undo};
	}
	const asked = found.filter(place => place.isPlaceholder);
	const filled = await fillIn(server, asked, askSecret, signal);
	if (filled === undefined) {
		const message = `Server "${server}" needs a value for ${asked.map(describe).join(', ')}. Nothing was written.`;
		return refuse('cancelled', message, insteadOf(server, written, found, options));
	}
	const notes = [
		...stays.map(
			place => `${describe(place)} is the placeholder ${sanitiseLine(place.value)}, and stays so.`,
		),
		...filled
			.filter(({isTyped}) => !isTyped)
			.map(
				({place}) =>
					`${describe(place)} has no value yet: ${sanitiseLine(place.value)} is a placeholder. The file names the variable ${variableFor(server, place)}; set it before you start mcp-tui.`,
			),
	];
	const replacements: Replacement[] = filled.filter(({isTyped}) => !isTyped);
	const secrets: readonly Replacement[] = found.flatMap(place => {
		const typed = filled.find(each => each.place === place);
		return place.isPlaceholder && typed?.isTyped !== true ? [] : [{place, text: typed?.text ?? place.value}];
	});
	for (const {place, text} of secrets) {
		const looks = `${describe(place)} of server "${server}" looks like a secret`;
		if (scope === 'project') {
			return refuse(
				'secret-in-project',
				`${looks}, and the file of a project is for everybody. Nothing was written.`,
				insteadOf(server, written, found, options),
			);
		}
		const name = secretName(server, place, found);
		const outcome = await keepSecret(name, createSecret(text), signal);
		if (outcome.type === 'refused') {
			await undo();
			const {code, message, hint} = outcome.failure;
			const instead = insteadOf(server, written, found, options);
			return refuse(
				code,
				`${looks}, and nothing was written. ${message}`,
				hint === undefined ? instead : `${hint} Or:\n${instead}`,
			);
		}
		undone.push(outcome.undo);
		replacements.push({place, text: `\${keychain:${name}}`});
		const where = outcome.place ?? 'the keychain';
		const shown = place.path[0] === 'args' ? ' While the server runs, it is among its arguments.' : '';
		notes.push(`${describe(place)} is kept in ${where}; the file only says \${keychain:${name}}.${shown}`);
	}
	const inOrder = found.flatMap(place => replacements.filter(each => each.place === place));
	const entry = replaceAll(written, inOrder);
	const left = showsLine === true ? findPlaceholders(entry) : [];
	const toChange = left.map(
		([place, text]) =>
			`Warning: ${sanitiseLine(place)} still is a placeholder: ${sanitiseLine(text)}. Change it before you use the server.`,
	);
	return {type: 'kept', entry, notes: [...notes, ...toChange], undo};
};
