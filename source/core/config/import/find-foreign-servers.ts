import {readdir, readFile, stat} from 'node:fs/promises';
import {isAbsolute, join} from 'node:path';
import {describeError} from '../../../domain/failure.ts';
import {isJsonObject, type JsonObject, type JsonValue} from '../../../domain/json.ts';
import type {FindForeignServers, ForeignFile, ForeignServer} from '../../../domain/server-import.ts';
import {canonicalJson} from '../../../support/canonical-json.ts';
import type {Complaint} from '../complaint.ts';
import {describeSettings} from '../project/describe-settings.ts';
import {createIsOwnKey} from '../project/own-keys.ts';
import {readServerEntry} from '../server-entry.ts';
import {serverSections} from '../server-sections.ts';
import type {ClientPlace, Where} from './client-places.ts';
import {type Client, clients, type ForeignEntry} from './clients.ts';
import {translateEntry} from './foreign-entry.ts';
import {formatOf, parseForeignText} from './parse-foreign-text.ts';
import {whyStrange} from './strange-references.ts';

export type FindOptions = Where & {
	/** The user's own configuration. */
	readonly ownFile: string;
};

/** Claude Code keeps a history in the same file. */
const maxBytes = 64 * 1024 * 1024;

type TextRead =
	| {readonly type: 'read'; readonly text: string}
	| {readonly type: 'absent'}
	| {readonly type: 'refused'; readonly problem: string};

const readText = async (file: string): Promise<TextRead> => {
	try {
		// A pipe or a device would block, or never end.
		const facts = await stat(file);
		return facts.isFile() && facts.size <= maxBytes
			? {type: 'read', text: await readFile(file, 'utf8')}
			: {type: 'refused', problem: `${file}  is not a file of at most 64 MiB`};
	} catch (error) {
		const code = (error as NodeJS.ErrnoException).code ?? '';
		return ['ENOENT', 'ENOTDIR'].includes(code)
			? {type: 'absent'}
			: {type: 'refused', problem: `${file}  cannot be read: ${describeError(error)}`};
	}
};

const usesInput = (entry: JsonObject): readonly string[] => [
	...new Set([...JSON.stringify(entry).matchAll(/\$\{input:([^{}"]+)\}/g)].map(([, id]) => id ?? '')),
];

const inWords = ({path, message}: Complaint): string =>
	[path.join('.'), message].filter(part => part !== '').join(': ');

/** A path beside the project counts from everywhere. */
const withWholePath = (entry: JsonObject, folder: string, isOfProject: boolean): JsonObject => {
	const whole = (path: JsonValue): JsonValue =>
		typeof path === 'string' && !isAbsolute(path) && !path.startsWith('${') ? join(folder, path) : path;
	const {envFile, cwd} = entry;
	return {
		...entry,
		...(envFile === undefined ? {} : {envFile: Array.isArray(envFile) ? envFile.map(whole) : whole(envFile)}),
		...(cwd === undefined || !isOfProject ? {} : {cwd: whole(cwd)}),
	};
};

type OwnEntries = ReadonlyMap<string, JsonValue>;

const readOwnEntries = async (file: string): Promise<OwnEntries> => {
	const read = await readText(file);
	const parsed = read.type === 'read' ? await parseForeignText(file, read.text, 'json') : undefined;
	const value = parsed?.type === 'value' ? parsed.value : undefined;
	const sections = isJsonObject(value) ? serverSections.map(key => value[key]).filter(isJsonObject) : [];
	// As the reader has it, the first of a name counts.
	return new Map(sections.reverse().flatMap(section => Object.entries(section)));
};

const compare = (own: OwnEntries, name: string, entry: JsonObject): Pick<ForeignServer, 'own'> => {
	const written = own.get(name);
	if (!own.has(name)) {
		return {};
	}
	const same = (value: JsonValue | undefined): string => {
		const plain = isJsonObject(value) ? translateEntry(value, {name, home: ''}) : undefined;
		return canonicalJson(plain?.type === 'entry' ? {type: null, ...plain.entry} : (value ?? null));
	};
	const typed = entry.command === undefined ? entry : {type: 'stdio', ...entry};
	const ours = isJsonObject(written) && written.command !== undefined ? {type: 'stdio', ...written} : written;
	return {own: same(ours) === same(typed) ? 'same' : 'different'};
};

const checkEntry = (
	{name, project, translated}: ForeignEntry,
	own: OwnEntries,
	{env, cwd, home, ownFile}: FindOptions,
): ForeignServer => {
	const base = {name, ...(project === undefined ? {} : {project})};
	if (translated.type === 'unusable') {
		const {reason, isBuiltIn = false} = translated;
		return {...base, entry: {}, problems: [reason], notes: [], ...(isBuiltIn ? {isBuiltIn} : {})};
	}
	const entry = withWholePath(translated.entry, project ?? home, project !== undefined);
	// The folder, too, may be called like a reference.
	const strange = whyStrange(entry);
	if (strange !== undefined) {
		return {...base, entry: {}, problems: [strange], notes: []};
	}
	const inputs = usesInput(entry);
	const read = readServerEntry(name, entry, {
		file: ownFile,
		env,
		workspaceFolder: project ?? cwd,
		// They are asked for when the server is first used.
		secrets: ({type}) => (type === 'input' ? 'asked' : undefined),
	});
	const complaints = read.type === 'refused' ? read.complaints : [];
	return {
		...base,
		entry,
		...(read.type === 'server' && inputs.length === 0 ? {config: read.server} : {}),
		settings: describeSettings(entry, read.type === 'server' ? read.server : undefined, {
			isOwnKey: createIsOwnKey(),
			withFolder: true,
		}).map(setting =>
			// Whoever may change the project may change what is in there, and is not asked about again.
			project !== undefined && /^envFile\b/.test(setting.name)
				? {...setting, warning: 'whatever it says later counts, too'}
				: setting,
		),
		problems: complaints.filter(({kind}) => kind === 'malformed').map(inWords),
		notes: [
			...translated.notes,
			...complaints.filter(({kind}) => kind === 'missing').map(inWords),
			...inputs.map(id => `the input "${id}" is asked for when it is first needed`),
		],
		...compare(own, name, entry),
	};
};

const readPlace = async (
	{id, title, read}: Client,
	{file, isOfProject}: ClientPlace,
	own: OwnEntries,
	options: FindOptions,
): Promise<ForeignFile | undefined> => {
	const text = await readText(file);
	if (text.type === 'absent') {
		return undefined;
	}
	const base = {client: id, title, file, isOfProject};
	const parsed = text.type === 'read' ? await parseForeignText(file, text.text, formatOf(file)) : text;
	if (parsed.type === 'refused') {
		return {...base, servers: [], problems: [parsed.problem]};
	}
	const {home, cwd} = options;
	const entries = read(parsed.value, {home, ...(isOfProject ? {project: cwd} : {})});
	return {...base, servers: entries.map(entry => checkEntry(entry, own, options)), problems: []};
};

const mostFiles = 100;

/** The files of a place that is a folder. */
const filesOf = async (place: ClientPlace): Promise<readonly ClientPlace[]> => {
	if (place.isFolder !== true) return [place];
	const names = await readdir(place.file).catch(() => []);
	return names
		.filter(name => /\.(json|ya?ml)$/i.test(name))
		.toSorted()
		.slice(0, mostFiles)
		.map(name => ({file: join(place.file, name), isOfProject: place.isOfProject}));
};

/** Finds the servers of other clients. Files are only read. */
export const createFindForeignServers =
	(options: FindOptions): FindForeignServers =>
	async wanted => {
		const own = await readOwnEntries(options.ownFile);
		const found: ForeignFile[] = [];
		for (const client of clients.filter(({id}) => wanted.includes(id))) {
			for (const place of (await Promise.all(client.places(options).map(filesOf))).flat()) {
				const file = await readPlace(client, place, own, options);
				if (file !== undefined) found.push(file);
			}
		}
		// Where two have the same name the user's own comes first.
		return found.toSorted((one, other) => Number(one.isOfProject) - Number(other.isOfProject));
	};
