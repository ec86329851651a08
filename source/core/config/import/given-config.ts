import {readFile} from 'node:fs/promises';
import {dirname, resolve} from 'node:path';
import {givenConfigName} from '../../../domain/given-config.ts';
import {isJsonObject, type JsonObject, type JsonValue} from '../../../domain/json.ts';
import {suggestServerName} from '../../../domain/suggest-server-name.ts';
import {createPositions} from '../../../support/text-positions.ts';
import {approvalKeys} from '../read-approvals.ts';
import type {Config} from '../read-config.ts';
import {sectionsOf} from '../server-sections.ts';
import {asJson} from './foreign-entry.ts';
import {type ForeignFormat, formatOf, parseForeignText} from './parse-foreign-text.ts';
import {type SnippetFound, serversIn} from './snippet-servers.ts';

/** What `--mcp-config` was given: the text, and how its place is called. */
export type GivenConfig = {readonly file: string; readonly text: string};

let piped: Promise<string> | undefined;

/** It ends once, and files are read again when one of them changes. */
const readPiped = async (): Promise<string> => {
	if (process.stdin.isTTY) {
		throw new Error('standard input is a terminal. Pipe the configuration in, or name a file');
	}
	const chunks: Buffer[] = [];
	for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
	return Buffer.concat(chunks).toString('utf8');
};

/** Reads what `--mcp-config` names: a file, `-` for standard input, or the configuration itself. */
export const readGivenConfig = async (given: string): Promise<GivenConfig> => {
	const file = givenConfigName(given);
	if (file === undefined) return {file: given, text: await readFile(given, 'utf8')};
	if (given !== '-') return {file, text: given};
	piped ??= readPiped();
	return {file, text: await piped};
};

const looksLikeToml = /^[ \t]*\[[ \t]*"?mcp_servers"?[ \t]*[.\]]/m;
const looksLikeYaml = /^[ \t]*[\w"'@./-]+:(\s|$)/m;

const guessFormat = (file: string, text: string): ForeignFormat => {
	const named = formatOf(file);
	if (named !== 'json' || /\.jsonc?$/i.test(file)) return named;
	if (looksLikeToml.test(text)) return 'toml';
	return looksLikeYaml.test(text) && !/^\s*[[{]/.test(text) ? 'yaml' : 'json';
};

/** Shapes that the reader of our own configuration knows, with the place of everything in them. */
const isOwnShape = (value: JsonObject): boolean => {
	const sections = sectionsOf(value).map(section => value[section]);
	const {mcp} = value;
	const isNested = isJsonObject(mcp) && isJsonObject(mcp.servers);
	return sections.length > 0 && sections.every(isJsonObject) && !isNested;
};

const withNames = (found: readonly SnippetFound[]): JsonObject => {
	const taken = new Map<string, JsonValue>();
	for (const each of found) {
		if ('reason' in each) continue;
		const name = each.name ?? suggestServerName(each.entry, known => taken.has(known));
		if (!taken.has(name)) taken.set(name, each.entry);
	}
	return Object.fromEntries(taken);
};

/** How files call the section of their servers. */
const sectionNames = [
	'amp.mcpServers',
	'context_servers',
	'extensions',
	'mcp_servers',
	'mcpServers',
	'servers',
];

const isWordAt = (text: string, name: string, from: number): boolean =>
	!/[\w-]/.test(text.charAt(from - 1)) && !/[\w-]/.test(text.charAt(from + name.length));

const findWord = (text: string, name: string): number => {
	let at = text.indexOf(name);
	while (at >= 0 && !isWordAt(text, name, at)) at = text.indexOf(name, at + 1);
	return Math.max(0, at);
};

export type GivenShape =
	| {readonly type: 'own'}
	| {
			readonly type: 'converted';
			/** The same servers as our own configuration has them. */
			readonly text: string;
			/** Says of every problem where in the file it is, as far as that is known. */
			readonly relocate: (config: Config) => Config;
	  }
	| {readonly type: 'broken'; readonly problem: string};

/** Brings a configuration of another shape (TOML, YAML, other sections, a manifest, a single entry) into our own. */
export const inOwnShape = async ({file, text}: GivenConfig): Promise<GivenShape> => {
	const format = guessFormat(file, text);
	const parsed = await parseForeignText(file, text, format);
	if (parsed.type === 'refused') {
		return format === 'json' ? {type: 'own'} : {type: 'broken', problem: parsed.problem};
	}
	const value = asJson(parsed.value);
	if (format === 'json' && isJsonObject(value) && isOwnShape(value)) return {type: 'own'};
	const found = serversIn(value, {folder: dirname(resolve(file))});
	if (found.length === 0) {
		const problem = `${file}:1:1  names no server: it has neither "mcpServers" nor an entry with "command" or "url"`;
		return format === 'json' ? {type: 'own'} : {type: 'broken', problem};
	}
	const positionAt = createPositions(text);
	const servers = withNames(found);
	const section = sectionNames.find(name => text.includes(name));
	const kept = Object.entries(isJsonObject(value) ? value : {}).filter(([key]) =>
		[...approvalKeys, 'inputs'].includes(key),
	);
	const relocateLine = (line: string): string => {
		const [, rest] = line.startsWith(`${file}:`) ? (/^.*?:\d+:\d+ {2}(.*)$/s.exec(line) ?? []) : [];
		const name = Object.keys(servers).find(each => rest?.startsWith(`mcpServers.${each}`));
		if (rest === undefined || name === undefined) return line;
		const place = rest.replace('mcpServers.', section === undefined ? '' : `${section}.`);
		return `${file}:${positionAt(findWord(text, name))}  ${place}`;
	};
	const reasons = found.flatMap(each => ('reason' in each ? [`${file}:1:1  ${each.reason}`] : []));
	return {
		type: 'converted',
		text: JSON.stringify({...Object.fromEntries(kept), mcpServers: servers}),
		relocate: config => ({
			...config,
			refusedServers: config.refusedServers.map(server => ({
				...server,
				problems: server.problems.map(relocateLine),
			})),
			problems: [...config.problems.map(relocateLine), ...reasons],
		}),
	};
};
