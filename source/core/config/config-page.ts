import {isJsonObject, type JsonObject} from '../../domain/json.ts';
import {type Complaint, isWithin, type Place, showPlace} from './complaint.ts';
import {type ConfigText, parseConfigText, plainValue, withBraces} from './config-text.ts';
import {canonicalKey} from './read-object.ts';

/** The text of a configuration, by its top-level keys. */
export type ConfigPage = {
	readonly file: string;
	/** The file is not the user's own. */
	readonly isForeign: boolean;
	readonly root: ConfigText['root'];
	readonly content: JsonObject;
	/** How the file spells a key. */
	readonly spelling: (key: string) => string;
	readonly has: (key: string) => boolean;
	readonly valueOf: (key: string) => unknown;
	/** `file:line:col  place: message` */
	readonly describe: (path: Place, message: string) => string;
	/** The same, at the key: what is wrong is the key itself, whatever its value. */
	readonly describeKey: (path: Place, message: string) => string;
	/** One line for each complaint about what stands at a place. */
	readonly linesAt: (place: Place, complaints: readonly Complaint[]) => readonly string[];
	/** Whether something at a place, or inside of it, is there twice: nobody can tell which one was meant. */
	readonly isTwice: (path: Place) => boolean;
	/** Keys that nobody knows. */
	readonly unknownKeys: readonly string[];
	/** What is there twice, a line each. */
	readonly twice: readonly string[];
};

export type PageRead =
	| {readonly type: 'page'; readonly page: ConfigPage}
	| {readonly type: 'broken'; readonly problems: readonly string[]};

/** Reads JSON with comments and trailing commas. What is only half JSON could mean something else, and is not used. */
export const readPage = (
	file: string,
	text: string,
	{knownKeys, isForeign}: {readonly knownKeys: readonly string[]; readonly isForeign: boolean},
): PageRead => {
	const {root, syntaxErrors, duplicates, locate, locateKey} = parseConfigText(file, withBraces(text));
	const content = plainValue(root);
	if (syntaxErrors.length > 0 || !isJsonObject(content)) {
		const problems = syntaxErrors.length > 0 ? syntaxErrors : [`${file}:1:1  expected an object`];
		return {type: 'broken', problems};
	}
	const describe = (path: Place, message: string): string =>
		`${locate(path)}  ${showPlace(path)}: ${message}`;
	const describeKey = (path: Place, message: string): string =>
		`${locateKey(path)}  ${showPlace(path)}: ${message}`;
	const spellings = new Map<string, string>();
	const unknownKeys: string[] = [];
	const respelt: {readonly path: Place; readonly line: string}[] = [];
	for (const key of Object.keys(content)) {
		const name = knownKeys.includes(key) ? key : canonicalKey(key, knownKeys, {});
		const other = name === undefined ? undefined : spellings.get(name);
		if (name === undefined) {
			unknownKeys.push(key);
		} else if (other === undefined) {
			spellings.set(name, key);
		} else {
			const line = describe([key], `says the same as ${other}; the first one counts`);
			respelt.push({path: [other], line});
		}
	}
	const doubles = [...duplicates, ...respelt];
	const spelling = (key: string): string => spellings.get(key) ?? key;
	return {
		type: 'page',
		page: {
			file,
			isForeign,
			root,
			content,
			spelling,
			has: key => spellings.has(key),
			valueOf: key => (spellings.has(key) ? content[spelling(key)] : undefined),
			describe,
			describeKey,
			linesAt: (place, complaints) =>
				complaints.map(({path, message, isUnknownKey}) =>
					(isUnknownKey === true ? describeKey : describe)([...place, ...path], message),
				),
			isTwice: place => doubles.some(({path}) => isWithin(path, place)),
			unknownKeys,
			twice: doubles.map(({line}) => line),
		},
	};
};
