import {existsSync} from 'node:fs';
import {delimiter, join, resolve} from 'node:path';
import {entryAliases} from '../../domain/entry-keys.ts';
import type {JsonObject, JsonValue} from '../../domain/json.ts';
import {splitCommandLine} from '../../support/shell-words.ts';
import {entryKeys} from './entry-schema.ts';
import {canonicalKey} from './read-object.ts';

export type PlainEntry = {
	readonly entry: JsonObject;
	/** The key whose command line was split: what is wrong with a word of it is wrong there. */
	readonly splitKey?: string | undefined;
	/** Why a command line stayed as it was written. */
	readonly unsplit?: {readonly key: string; readonly why: string} | undefined;
};

/** Programs that write out every key give those that are not used null or an empty text. */
const isAbsent = (value: JsonValue): boolean =>
	value === null || (typeof value === 'string' && value.trim() === '');

const nameOf = (key: string): string | undefined => canonicalKey(key, entryKeys, entryAliases);

const withoutAbsent = (written: JsonObject): JsonObject =>
	Object.fromEntries(
		Object.entries(written).filter(([key, value]) => nameOf(key) === undefined || !isAbsent(value)),
	);

const reachKeys: readonly (string | undefined)[] = ['command', 'url', 'server'];

/** The key that should say how a server is reached, and is empty. */
export const emptyReach = (written: JsonObject): string | undefined =>
	Object.keys(written).find(key => reachKeys.includes(nameOf(key)) && isAbsent(written[key] ?? null));

const isPath = (word: string): boolean => /[\\/]/.test(word);

/** Whether a command is a program as it is written, blanks and all. */
const isThere = (command: string, cwd: string): boolean =>
	isPath(command)
		? existsSync(resolve(cwd, command))
		: (process.env.PATH ?? '')
				.split(delimiter)
				.some(folder => folder !== '' && existsSync(join(folder, command)));

/** A backslash in a path of Windows escapes nothing. */
const withWindowsPaths = (line: string): string =>
	/(^|[\s"])[A-Za-z]:\\/.test(line) && !line.includes("'") ? line.replaceAll('\\', '\\\\') : line;

const whyUnsplit = (line: string): string =>
	/^(?:[^"']|"[^"]*"|'[^']*')*$/.test(line)
		? 'is a command line that needs a shell, so it is not split. Write "command": "sh", "args": ["-c", "..."]'
		: 'is a command line in which a quote is not closed, so it is not split. Write the program in "command" and its words in "args"';

/** The words of a command line; nothing where it is the path of one program. */
const wordsOf = (command: string, cwd: string): readonly string[] | 'unsplit' | undefined => {
	if (!/\s/.test(command.trim()) || isThere(command, cwd)) return undefined;
	const words = splitCommandLine(withWindowsPaths(command));
	if (words === undefined) return 'unsplit';
	const [program = ''] = words;
	// The path of a missing program is shown whole, and what a reference stands for may have blanks in it.
	const isWhole = program === '' || program.includes('${') || (isPath(program) && !isThere(program, cwd));
	return isWhole || words.length < 2 ? undefined : words;
};

/** An entry as it is meant: without keys that say nothing, and with a command line in `command` split as a shell would. */
export const plainEntry = (written: JsonObject): PlainEntry => {
	const entry = withoutAbsent(written);
	const keyOf = (name: string): string | undefined => Object.keys(entry).find(key => nameOf(key) === name);
	const key = keyOf('command');
	const command = key === undefined ? undefined : entry[key];
	if (key === undefined || typeof command !== 'string') return {entry};
	const {[keyOf('cwd') ?? '']: cwd} = entry;
	const words = wordsOf(command, typeof cwd === 'string' ? cwd : process.cwd());
	if (words === 'unsplit') return {entry, unsplit: {key, why: whyUnsplit(command)}};
	if (words === undefined) return {entry};
	const argsKey = keyOf('args') ?? 'args';
	const {[argsKey]: args = []} = entry;
	if (!Array.isArray(args)) return {entry};
	const [program = '', ...rest] = words;
	const split = Object.entries(entry).flatMap(([name, value]): readonly (readonly [string, JsonValue])[] =>
		name === key
			? [
					[key, program],
					[argsKey, [...rest, ...args]],
				]
			: name === argsKey
				? []
				: [[name, value]],
	);
	return {entry: Object.fromEntries(split), splitKey: args.length === 0 ? key : undefined};
};
