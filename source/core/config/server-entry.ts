import {entryAliases} from '../../domain/entry-keys.ts';
import {isJsonObject} from '../../domain/json.ts';
import type {BorrowedValue, ServerConfig} from '../../domain/server.ts';
import {buildServer} from './build-server.ts';
import {below, type Complaint, isWithin, malformed} from './complaint.ts';
import {entryKeys} from './entry-schema.ts';
import {clampTimes, entryTimes} from './entry-times.ts';
import type {ReadEnvFile} from './env-files.ts';
import {expandValues, type Wording} from './expand-values.ts';
import type {Sources} from './expand-variables.ts';
import {emptyReach, plainEntry} from './plain-entry.ts';
import {canonicalKey, readObject, unsupportedKeys} from './read-object.ts';
import {chooseWay} from './server-way.ts';
import {withShownForm} from './shown-form.ts';

export type EntryContext = Sources &
	Wording & {
		/** Paths inside the entry are relative to it; a `cwd` in the user's own file is the exception. */
		readonly file: string;
		readonly readEnvFile?: ReadEnvFile;
		/** It is an agent file, whose times are seconds. */
		readonly isAgent?: boolean;
	};

export type EntryRead =
	| {readonly type: 'server'; readonly server: ServerConfig; readonly warnings: readonly Complaint[]}
	| {
			readonly type: 'refused';
			readonly complaints: readonly Complaint[];
			readonly warnings: readonly Complaint[];
			readonly disabled: boolean;
	  };

/** Keys that say something only about one kind of server. */
const stdioKeys = ['args', 'env', 'envFile', 'cwd', 'encoding'];
const remoteKeys = ['headers', 'auth', 'oauth', 'sseReadTimeout', 'terminateOnClose', 'allowInsecure'];

const knownKey = (key: string): string | undefined => canonicalKey(key, entryKeys, entryAliases);

/** The keys of an entry, as written, that have no effect on its kind of server: what they lack fails nothing. */
const keysWithoutEffect = (entry: object): readonly string[] => {
	const given = new Set(Object.keys(entry).map(knownKey));
	const isStarted = given.has('command') || given.has('server');
	if (isStarted === given.has('url')) return [];
	const idle = isStarted ? remoteKeys : stdioKeys;
	return Object.keys(entry).filter(key => idle.includes(knownKey(key) ?? ''));
};

/** Some programs write out every key, used or not. */
const saysNothing = (value: unknown): boolean => {
	if (typeof value !== 'object' || value === null) {
		return value === 'none' || value === false || value === null || value === undefined;
	}
	return Object.keys(value).length === 0 || ('type' in value && value.type === 'none');
};

/** What a server is told or sent, and may repeat. */
const toldKeys: ReadonlySet<string> = new Set(['args', 'env', 'url', 'headers', 'auth', 'oauth', 'config']);

type ExpandedEntry = {
	readonly value: Readonly<Record<string, unknown>>;
	readonly complaints: readonly Complaint[];
	readonly borrowed: readonly BorrowedValue[];
};

/** Variables are filled in where a key is known; the rest of an entry belongs to other programs. */
const expandKnown = (entry: object, context: EntryContext): ExpandedEntry => {
	const complaints: Complaint[] = [];
	const borrowed: BorrowedValue[] = [];
	const borrowing = {
		...context,
		onVariable: (name: string, value: string) => void borrowed.push({name, value}),
	};
	const value = Object.fromEntries(
		Object.entries(entry).map(([key, item]): readonly [string, unknown] => {
			const known = knownKey(key);
			if (known === undefined) {
				return [key, item];
			}
			const mayBeScript = known === 'args' || known === 'command';
			const sources = toldKeys.has(known) ? borrowing : context;
			const expanded = expandValues(item, sources, {...context, mayBeScript});
			complaints.push(...below([key], expanded.complaints));
			return [key, expanded.value];
		}),
	);
	return {value, complaints, borrowed};
};

const emptyMessage = 'is empty; give a command that starts the server, or a url that reaches it';

const longestName = 100;

/** Reads one entry of `mcpServers`, in any of the ways in which clients write it. */
export const readServerEntry = (name: string, given: unknown, context: EntryContext): EntryRead => {
	if (!isJsonObject(given)) {
		const complaints = [malformed([], 'expected an object')];
		return {type: 'refused', complaints, warnings: [], disabled: false};
	}
	const {entry: written, splitKey, unsplit} = plainEntry(given);
	const idle = keysWithoutEffect(written);
	const used = Object.fromEntries(Object.entries(written).filter(([key]) => !idle.includes(key)));
	const {value: expanded, complaints: unfilled, borrowed} = expandKnown(used, context);
	const {entry: filled, warnings: clamped} = clampTimes(expanded, context.isAgent === true);
	const {schema, timesRead} = entryTimes(filled, context.isAgent === true);
	const {value: entry, complaints, spelling, ...read} = readObject(filled, schema, entryAliases);
	const warnings = [
		...read.warnings,
		...clamped,
		...unsupportedKeys(written).map(({key, why}) => malformed([key], why)),
		...(unsplit === undefined ? [] : [malformed([unsplit.key], unsplit.why)]),
	];
	const atWritten = (complaint: Complaint): Complaint =>
		splitKey !== undefined && complaint.path[0] === 'args' ? {...complaint, path: [splitKey]} : complaint;
	const refuse = (found: readonly Complaint[], notes: readonly Complaint[]): EntryRead => ({
		type: 'refused',
		// A text that could not be filled in may look malformed only for that reason.
		complaints: [
			...unfilled,
			...found.filter(({path}) => !unfilled.some(other => isWithin(other.path, path))),
		].map(atWritten),
		warnings: notes,
		disabled: written.disabled === true || written.enabled === false,
	});
	if (entry === undefined) {
		return refuse(complaints, warnings);
	}
	const way = chooseWay(entry, spelling);
	if (way.type === 'refused') {
		const empty = emptyReach(given);
		const atEmpty = (complaint: Complaint): Complaint =>
			complaint.path.length === 0 && empty !== undefined
				? {...complaint, path: [empty], message: emptyMessage}
				: complaint;
		return refuse(way.complaints.map(atEmpty), warnings);
	}

	const kind = way.type === 'stdio' ? 'is started by a command' : 'is reached by a url';
	const {file, isForeign, readEnvFile} = context;
	const built = buildServer({name, file, isForeign, spelling, timesRead, readEnvFile}, entry, way);
	const notes = [
		...warnings,
		...built.warnings,
		...idle
			.filter(key => !saysNothing(written[key]))
			.map(key => malformed([key], `has no effect on a server that ${kind}`)),
	];
	const found = [
		...built.complaints,
		...(name.trim() === '' ? [malformed([], 'a server needs a name')] : []),
		...(name.length > longestName ? [malformed([], `a name has ${longestName} characters at most`)] : []),
		...(entry.disabled !== undefined && entry.enabled === entry.disabled
			? [malformed([spelling('enabled')], 'contradicts disabled; keep one of them')]
			: []),
	];
	if (found.length + unfilled.length > 0) {
		return refuse(found, notes);
	}
	const shown = withShownForm(built.server, written, spelling);
	const fromElsewhere = [...borrowed, ...built.borrowed];
	const server = fromElsewhere.length === 0 ? shown : {...shown, borrowed: fromElsewhere};
	return {type: 'server', server, warnings: notes};
};
