import {homedir} from 'node:os';
import {entryAliases} from '../../../domain/entry-keys.ts';
import {isJsonObject, type JsonObject, type JsonValue} from '../../../domain/json.ts';
import type {SnippetServer} from '../../../domain/server-import.ts';
import {plainEntry} from '../plain-entry.ts';
import {canonicalKey} from '../read-object.ts';
import {isBundleManifest, readBundleManifest} from './bundle-manifest.ts';
import * as translate from './client-entries.ts';
import {withBareReferences} from './strange-references.ts';

const reachKeys = ['command', 'url', 'server'];
/** Goose's words. */
const gooseKeys = ['cmd', 'uri'];

/** Zed writes `command: {path, args}`. */
const isZedCommand = (key: string, value: JsonValue): boolean =>
	key === 'command' && isJsonObject(value) && typeof value.path === 'string';

/** Whether an object says how a server is reached. */
const reaches = (value: JsonValue | undefined): boolean =>
	isJsonObject(value) &&
	Object.entries(value).some(([key, item]) => {
		const isReach = canonicalKey(key, reachKeys, entryAliases) !== undefined || gooseKeys.includes(key);
		return (isReach && (typeof item === 'string' || Array.isArray(item))) || isZedCommand(key, item);
	});

/** How clients call the object that holds their servers, and which of them it is. */
const wrappers: readonly (readonly [string, translate.Translate | undefined])[] = [
	['mcpServers', undefined],
	['amp.mcpServers', undefined],
	['servers', undefined],
	['mcp', undefined],
	['mcp_servers', translate.codex],
	['context_servers', translate.zed],
	['extensions', translate.goose],
];

/** A server in a snippet, or why one cannot be taken over. */
export type SnippetFound = SnippetServer | {readonly reason: string};

const translateOne = (
	name: string | undefined,
	entry: JsonObject,
	by: translate.Translate | undefined,
): readonly SnippetFound[] => {
	// The words of goose and Zed are told by themselves.
	const way =
		by ??
		(gooseKeys.some(key => key in entry)
			? translate.goose
			: isJsonObject(entry.command)
				? translate.zed
				: undefined);
	const named = name === undefined ? {} : {name};
	if (way === undefined) {
		return [{...named, entry: withBareReferences(plainEntry(entry).entry)}];
	}
	const translated = way(entry, {name: name ?? '', home: homedir()});
	if (translated.type === 'entry') {
		return [{...named, entry: translated.entry}];
	}
	return translated.isBuiltIn === true ? [] : [{reason: translated.reason}];
};

/** VS Code's links and commands write the name into the entry, and what it asks for. */
const withoutName = ({name, inputs, gallery, ...entry}: JsonObject): JsonObject => entry;

const readNamed = (section: JsonObject, by: translate.Translate | undefined): readonly SnippetFound[] =>
	Object.entries(section).flatMap(([name, entry]) =>
		isJsonObject(entry) ? translateOne(name, entry, by) : [],
	);

const maxDepth = 4;

/** Members of manifests and of package.json that have an address and are no servers. */
const noServers: readonly string[] = ['author', 'repository', 'bugs', 'funding', 'publisher', 'license'];

export type SnippetPlace = {
	/** What it is called elsewhere. */
	readonly name?: string | undefined;
	/** The folder of the file. */
	readonly folder?: string | undefined;
};

/** Every server in a value, whichever client wrote it. */
export const serversIn = (
	value: JsonValue | undefined,
	{name, folder}: SnippetPlace = {},
	depth = 0,
): readonly SnippetFound[] => {
	const inside = (part: JsonValue, called?: string): readonly SnippetFound[] =>
		serversIn(part, {name: called, folder}, depth + 1);
	if (Array.isArray(value)) {
		return depth > maxDepth ? [] : value.flatMap((item: JsonValue) => inside(item));
	}
	if (!isJsonObject(value) || depth > maxDepth) {
		return [];
	}
	if (isBundleManifest(value)) {
		const read = readBundleManifest(value, folder);
		return 'reason' in read ? [read] : translateOne(read.name, read.entry, undefined);
	}
	const own = typeof value.name === 'string' ? value.name : name;
	if (reaches(value)) {
		return translateOne(own, own === undefined ? value : withoutName(value), undefined);
	}
	for (const [key, by] of wrappers) {
		const section = value[key];
		if (isJsonObject(section)) {
			// `{"mcp": {"servers": ...}}`, as VS Code and opencode have it.
			const isDeeper = key === 'mcp' && isJsonObject(section.servers) && !reaches(section.servers);
			return isDeeper ? inside(section) : readNamed(section, by);
		}
		if (Array.isArray(section)) {
			return inside(section);
		}
	}
	// `{"name": "x", "config": {...}}`, as some links have it, and sections that keep their servers among tools.
	for (const key of ['config', 'tools']) {
		const found = isJsonObject(value[key]) ? inside(value[key], key === 'config' ? own : undefined) : [];
		if (found.length > 0) return found;
	}
	const named = Object.entries(value).filter(([key, entry]) => reaches(entry) && !noServers.includes(key));
	return named.flatMap(([key, entry]) => (isJsonObject(entry) ? translateOne(key, entry, undefined) : []));
};
