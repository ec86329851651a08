import {entryAliases} from '../../../domain/entry-keys.ts';
import {isJsonObject} from '../../../domain/json.ts';
import type {ServerConfig} from '../../../domain/server.ts';
import {nearest} from '../../../support/nearest.ts';
import type {YamlValues} from '../../../support/yaml/yaml-values.ts';
import {type Complaint, malformed, type Place} from '../complaint.ts';
import {entryKeys} from '../entry-schema.ts';
import type {Environment} from '../expand-variables.ts';
import {canonicalKey} from '../read-object.ts';
import {readServerEntry} from '../server-entry.ts';
import {readEnvFileBeside} from './beside-agent.ts';

export type ToolsContext = {
	readonly file: string;
	readonly env: Environment;
	readonly workspaceFolder: string;
};

export type ToolsRead = {
	readonly servers: readonly ServerConfig[];
	readonly complaints: readonly Complaint[];
	readonly warnings: readonly Complaint[];
};

type Found = {readonly complaints: Complaint[]; readonly warnings: Complaint[]};

/** Other tools of the agent format; anything nearer to `mcp` than these is a slip. */
const otherTypes = ['vectorstore', 'function', 'prompt', 'plugin', 'skill', 'hierarchical_document'];

/** YAML takes `1.10` for a number, but a variable is a text. */
const withWrittenNumbers = (
	entry: Readonly<Record<string, unknown>>,
	path: Place,
	values: YamlValues,
): Readonly<Record<string, unknown>> =>
	Object.fromEntries(
		Object.entries(entry).map(([key, value]) => {
			const isEnv = canonicalKey(key, entryKeys, entryAliases) === 'env';
			if (!isEnv || !isJsonObject(value)) return [key, value];
			const asWritten = Object.entries(value).map(([name, item]) => [
				name,
				typeof item === 'number' ? (values.scalarAt([...path, key, name])?.source ?? item) : item,
			]);
			return [key, Object.fromEntries(asWritten)];
		}),
	);

/** Beside a command or a url, `server` is only a label: most agents say there which package their command starts. */
const withoutLabel = (options: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
	const isReached = Object.entries(options).some(
		([key, value]) =>
			['command', 'url'].includes(canonicalKey(key, entryKeys, entryAliases) ?? '') &&
			value !== null &&
			value !== '',
	);
	const {server: _, ...rest} = options;
	return isReached ? rest : options;
};

/** `@scope/server-files@1.2` is `server-files`. */
const nameOfPackage = (server: unknown): string | undefined =>
	typeof server === 'string' ? /^(?:@[^/]+\/)?([^@/]+)/.exec(server)?.[1]?.trim() : undefined;

const readName = (tool: Readonly<Record<string, unknown>>): string | Complaint => {
	const {name} = tool;
	if (name === undefined) {
		return nameOfPackage(tool.server) ?? malformed([], 'needs a name');
	}
	if (typeof name !== 'string') return malformed(['name'], 'expected a string');
	return name.trim() === '' ? malformed(['name'], 'must not be empty') : name;
};

/** Whether an item is one of ours. */
const isMcpTool = (type: unknown, name: unknown, path: Place, found: Found): boolean => {
	if (type === undefined) {
		found.complaints.push(malformed(path, 'needs a type; write type: mcp'));
		return false;
	}
	if (typeof type !== 'string') {
		found.complaints.push(malformed([...path, 'type'], 'expected a string'));
		return false;
	}
	const plain = type.trim().toLowerCase();
	if (plain === 'mcp') {
		return true;
	}
	if (nearest(plain, ['mcp', ...otherTypes]) === 'mcp') {
		found.complaints.push(malformed([...path, 'type'], 'is not known; did you mean mcp?'));
		return false;
	}
	const who = typeof name === 'string' && name !== '' ? `the tool "${name}"` : 'this tool';
	found.warnings.push(
		malformed([...path, 'type'], `${who} is of type ${type}; only tools of type mcp are used`),
	);
	return false;
};

/** A complaint about what this machine lacks, or about a reference, says whose it is: the place has only a number. */
const withTool =
	(path: Place, name: string) =>
	(complaint: Complaint): Complaint => {
		const {path: inner, message, kind, isAboutReference} = complaint;
		const isOfTool = kind === 'missing' || isAboutReference === true;
		return {
			...complaint,
			path: [...path, ...inner],
			message: isOfTool ? `tool "${name}": ${message}` : message,
		};
	};

const readTool = (
	tool: Readonly<Record<string, unknown>>,
	path: Place,
	values: YamlValues,
	context: ToolsContext,
	found: Found,
): ServerConfig | undefined => {
	const name = readName(tool);
	const label = typeof name === 'string' ? name : '';
	const {type: _, name: __, ...options} = tool;
	const entry = withWrittenNumbers(withoutLabel(options), path, values);
	const read = readServerEntry(typeof name === 'string' ? name : 'unnamed', entry, {
		...context,
		isForeign: true,
		isAgent: true,
		readEnvFile: readEnvFileBeside(context.file),
	});
	const place = withTool(path, label);
	if (typeof name !== 'string') found.complaints.push(place(name));
	if (read.type === 'server') {
		found.warnings.push(...read.warnings.map(place));
		return typeof name === 'string' ? read.server : undefined;
	}
	// What a disabled tool lacks on this machine is nobody's trouble.
	const isIdle = read.disabled && read.complaints.every(({kind}) => kind === 'missing');
	(isIdle ? found.warnings : found.complaints).push(...read.complaints.map(place));
	found.warnings.push(...read.warnings.map(place));
	return undefined;
};

/** Reads `tools`: those of type `mcp` are servers, the others are named and skipped. */
export const readAgentTools = (node: unknown, values: YamlValues, context: ToolsContext): ToolsRead => {
	const found: Found = {complaints: [], warnings: []};
	const items = values.items(node, ['tools']);
	if (items === undefined) {
		const isNothing = values.read(node, ['tools']) === null;
		const complaint = malformed(['tools'], 'expected an array');
		return isNothing
			? {servers: [], complaints: [], warnings: [malformed(['tools'], 'is empty')]}
			: {servers: [], complaints: [complaint], warnings: []};
	}
	const servers: ServerConfig[] = [];
	const taken = new Map<string, number>();
	for (const [index, item] of items.entries()) {
		const path = ['tools', index];
		const members = values.members(item, path);
		if (members === undefined) {
			found.complaints.push(malformed(path, 'expected an object'));
			continue;
		}
		// Only what says which kind of tool it is: the rest of other tools is not ours to judge.
		const [type, name] = ['type', 'name'].map(key =>
			members.has(key) ? values.read(members.get(key), [...path, key]) : undefined,
		);
		if (!isMcpTool(type, name, path, found)) continue;
		const tool = values.read(item, path);
		if (!isJsonObject(tool)) continue;
		const called = readName(tool);
		const first = typeof called === 'string' ? taken.get(called) : undefined;
		if (typeof called === 'string' && first !== undefined) {
			const at = Object.hasOwn(tool, 'name') ? [...path, 'name'] : path;
			found.complaints.push(
				malformed(at, `tools[${first}] is called "${called}" too; give one of them another name`),
			);
		}
		if (typeof called === 'string') taken.set(called, first ?? index);
		const server = readTool(tool, path, values, context, found);
		if (server !== undefined) servers.push(server);
	}
	return {servers, ...found};
};
