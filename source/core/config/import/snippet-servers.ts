import {homedir} from 'node:os';
import {isJsonObject, type JsonObject, type JsonValue} from '../../../domain/json.ts';
import type {SnippetServer} from '../../../domain/server-import.ts';
import {plainEntry} from '../plain-entry.ts';
import * as translate from './client-entries.ts';

const reachKeys = ['command', 'url', 'server', 'httpUrl', 'serverUrl', 'cmd', 'uri'];

/** Whether an object says how a server is reached. */
const reaches = (value: JsonValue | undefined): boolean =>
	isJsonObject(value) &&
	reachKeys.some(
		key => typeof value[key] === 'string' || Array.isArray(value[key]) || isReachObject(key, value[key]),
	);

/** Zed writes `command: {path, args}`. */
const isReachObject = (key: string, value: JsonValue | undefined): boolean =>
	key === 'command' && isJsonObject(value) && typeof value.path === 'string';

/** How clients call the object that holds their servers, and which of them it is. */
const wrappers: readonly (readonly [string, translate.Translate | undefined])[] = [
	['mcpServers', undefined],
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
		('cmd' in entry || 'uri' in entry
			? translate.goose
			: isJsonObject(entry.command)
				? translate.zed
				: undefined);
	const named = name === undefined ? {} : {name};
	if (way === undefined) {
		return [{...named, entry: plainEntry(entry).entry}];
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

/** Every server in a value, whichever client wrote it. */
export const serversIn = (
	value: JsonValue | undefined,
	name?: string,
	depth = 0,
): readonly SnippetFound[] => {
	if (Array.isArray(value)) {
		return depth > maxDepth ? [] : value.flatMap((item: JsonValue) => serversIn(item, undefined, depth + 1));
	}
	if (!isJsonObject(value) || depth > maxDepth) {
		return [];
	}
	if (reaches(value)) {
		const own = typeof value.name === 'string' ? value.name : name;
		return translateOne(own, own === undefined ? value : withoutName(value), undefined);
	}
	for (const [key, by] of wrappers) {
		const section = value[key];
		if (isJsonObject(section)) {
			// `{"mcp": {"servers": ...}}`, as VS Code and opencode have it.
			const isDeeper = key === 'mcp' && isJsonObject(section.servers) && !reaches(section.servers);
			return isDeeper ? serversIn(section, undefined, depth + 1) : readNamed(section, by);
		}
		if (Array.isArray(section)) {
			return serversIn(section, undefined, depth + 1);
		}
	}
	const named = Object.entries(value).filter(([, entry]) => reaches(entry));
	return named.flatMap(([key, entry]) => (isJsonObject(entry) ? translateOne(key, entry, undefined) : []));
};
