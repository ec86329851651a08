import {isJsonObject} from '../../../domain/json.ts';
import type {ForeignClient} from '../../../domain/server-import.ts';
import * as translate from './client-entries.ts';
import {type ClientPlace, placesOf, type Where} from './client-places.ts';
import {asJson, type Translated, unusable} from './foreign-entry.ts';

/** A server as a file of another client has it. */
export type ForeignEntry = {
	readonly name: string;
	readonly project?: string;
	readonly translated: Translated;
};

type ReadContext = {
	readonly home: string;
	/** The folder to which the whole file belongs. */
	readonly project?: string | undefined;
};

/** A client whose servers can be found. */
export type Client = ForeignClient & {
	readonly places: (where: Where) => readonly ClientPlace[];
	readonly read: (value: unknown, context: ReadContext) => readonly ForeignEntry[];
};

const at = (value: unknown, ...path: readonly string[]): unknown =>
	path.reduce<unknown>(
		(part, key) => (isJsonObject(part) && Object.hasOwn(part, key) ? part[key] : undefined),
		value,
	);

const sectionOf = (
	section: unknown,
	translateOne: translate.Translate,
	{home, project}: ReadContext,
	isOff: (name: string) => boolean = () => false,
): readonly ForeignEntry[] =>
	isJsonObject(section)
		? Object.entries(section).map(([name, written]): ForeignEntry => {
				const entry = asJson(written);
				const translated = isJsonObject(entry)
					? translateOne(isOff(name) ? {...entry, enabled: false} : entry, {name, home, project})
					: unusable('its entry is not an object');
				return {name, ...(project === undefined ? {} : {project}), translated};
			})
		: [];

const names = (value: unknown): readonly string[] =>
	Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];

/** Where most clients keep their servers. */
const mcpServers =
	(translateOne: translate.Translate): Client['read'] =>
	(value, context) =>
		sectionOf(at(value, 'mcpServers'), translateOne, context);

/** Servers by name, where a client has a list of them. */
const byName = (section: unknown): unknown =>
	Array.isArray(section)
		? Object.fromEntries(
				section.filter(isJsonObject).map(({name, ...entry}, index) => [String(name ?? index + 1), entry]),
			)
		: section;

/** For everywhere, and per folder for those that work there. */
const readClaudeCode: Client['read'] = (value, context) => {
	const projects = at(value, 'projects');
	return [
		...sectionOf(at(value, 'mcpServers'), translate.claudeCode, context),
		...(isJsonObject(projects)
			? Object.entries(projects).flatMap(([project, settings]) => {
					const off = names(at(settings, 'disabledMcpServers'));
					const section = at(settings, 'mcpServers');
					return sectionOf(section, translate.claudeCode, {...context, project}, name => off.includes(name));
				})
			: []),
	];
};

const readVsCode: Client['read'] = (value, context) => {
	const sandbox = at(value, 'sandbox');
	// What stands beside the servers is about each of them.
	const read: typeof translate.vsCode = (written, about) =>
		translate.vsCode(isJsonObject(sandbox) ? {sandbox, ...written} : written, about);
	return [
		...sectionOf(at(value, 'servers'), read, context),
		...sectionOf(at(value, 'mcp', 'servers'), read, context),
		...sectionOf(at(value, 'mcpServers'), read, context),
	];
};

const readGemini: Client['read'] = (value, context) => {
	const excluded = names(at(value, 'mcp', 'excluded'));
	return sectionOf(at(value, 'mcpServers'), translate.gemini, context, name => excluded.includes(name));
};

/** Version 2 has them one level deeper. */
const readOpencode: Client['read'] = (value, context) => {
	const servers = at(value, 'mcp', 'servers');
	const isNested = isJsonObject(servers) && !('type' in servers) && !('command' in servers);
	return sectionOf(isNested ? servers : at(value, 'mcp'), translate.opencode, context);
};

const table: readonly (ForeignClient & Pick<Client, 'read'>)[] = [
	{id: 'claude-desktop', title: 'Claude Desktop', read: mcpServers(translate.claudeDesktop)},
	{id: 'claude-code', title: 'Claude Code', read: readClaudeCode},
	{id: 'vscode', title: 'VS Code', read: readVsCode},
	{id: 'cursor', title: 'Cursor', read: mcpServers(translate.cursor)},
	{id: 'windsurf', title: 'Windsurf', read: mcpServers(translate.windsurf)},
	{id: 'gemini', title: 'Gemini CLI', read: readGemini},
	{id: 'opencode', title: 'opencode', read: readOpencode},
	{
		id: 'codex',
		title: 'Codex',
		read: (value, context) => sectionOf(at(value, 'mcp_servers'), translate.codex, context),
	},
	{
		id: 'goose',
		title: 'goose',
		read: (value, context) => sectionOf(at(value, 'extensions'), translate.goose, context),
	},
	{id: 'lmstudio', title: 'LM Studio', read: mcpServers(translate.claudeDesktop)},
	{
		id: 'zed',
		title: 'Zed',
		read: (value, context) => sectionOf(at(value, 'context_servers'), translate.zed, context),
	},
	{id: 'cline', title: 'Cline', read: mcpServers(translate.cline)},
	{id: 'roo', title: 'Roo Code', read: mcpServers(translate.cline)},
	{id: 'kiro', title: 'Kiro', read: mcpServers(translate.milliseconds)},
	{id: 'junie', title: 'Junie', read: mcpServers(translate.claudeDesktop)},
	{id: 'amazon-q', title: 'Amazon Q', read: mcpServers(translate.milliseconds)},
	{
		id: 'amp',
		title: 'Amp',
		read: (value, context) => sectionOf(at(value, 'amp.mcpServers'), translate.claudeDesktop, context),
	},
	{
		id: 'crush',
		title: 'Crush',
		read: (value, context) => sectionOf(at(value, 'mcp'), translate.crush, context),
	},
	{
		id: 'continue',
		title: 'Continue',
		read: (value, context) => sectionOf(byName(at(value, 'mcpServers')), translate.continueDev, context),
	},
	{id: 'librechat', title: 'LibreChat', read: mcpServers(translate.libreChat)},
	{id: 'mcporter', title: 'mcporter', read: mcpServers(translate.mcporter)},
	{id: 'shared', title: '~/.config/mcp', read: mcpServers(translate.claudeDesktop)},
];

/** Every client whose servers can be found. */
export const clients: readonly Client[] = table.map(client => ({
	...client,
	places: where => placesOf(client.id, where),
}));
