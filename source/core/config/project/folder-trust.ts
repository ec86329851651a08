import {realpath} from 'node:fs/promises';
import {relative, resolve} from 'node:path';
import type {Failure} from '../../../domain/failure.ts';
import {isJsonObject, type JsonObject, type JsonValue} from '../../../domain/json.ts';
import type {Clock, StateFile} from '../../../domain/ports.ts';
import type {ProjectServer} from './project-files.ts';

/** What the user has said about the servers of a folder. */
type SortedServers = {
	/** The user has seen exactly this and trusts it. */
	readonly trusted: readonly ProjectServer[];
	/** The user has seen exactly this and does not want it. */
	readonly refused: readonly ProjectServer[];
	/** Nobody has said anything about these as they are now. */
	readonly unknown: readonly ProjectServer[];
};

export type FolderTrust = {
	readonly sort: (folder: string, servers: readonly ProjectServer[]) => Promise<SortedServers>;
	/** Only those that may be used. */
	readonly trusted: (folder: string, servers: readonly ProjectServer[]) => Promise<readonly ProjectServer[]>;
	readonly trust: (folder: string, servers: readonly ProjectServer[]) => Promise<Failure | undefined>;
	/** They are not asked about again as long as they stay as they are. */
	readonly refuse: (folder: string, servers: readonly ProjectServer[]) => Promise<Failure | undefined>;
};

/** One server of a folder, in the state file. */
type Entry = {
	readonly file: string;
	readonly name: string;
	/** Prints. */
	readonly trusted?: string;
	readonly refused?: string;
	readonly at: number;
};

const textOr = (value: JsonValue | undefined): string | undefined =>
	typeof value === 'string' ? value : undefined;

const readEntry = (value: JsonValue): readonly Entry[] => {
	if (!isJsonObject(value) || typeof value.file !== 'string' || typeof value.name !== 'string') {
		return [];
	}
	const trusted = textOr(value.trusted);
	const refused = textOr(value.refused);
	return [
		{
			file: value.file,
			name: value.name,
			...(trusted === undefined ? {} : {trusted}),
			...(refused === undefined ? {} : {refused}),
			at: typeof value.at === 'number' ? value.at : 0,
		},
	];
};

const foldersOf = (content: JsonObject): JsonObject => (isJsonObject(content.folders) ? content.folders : {});

const entriesOf = (content: JsonObject, folder: string): readonly Entry[] => {
	const folders = foldersOf(content);
	const entries = Object.hasOwn(folders, folder) ? folders[folder] : undefined;
	return Array.isArray(entries) ? entries.flatMap(readEntry) : [];
};

const findEntry = (
	entries: readonly Entry[],
	folder: string,
	{file, name}: ProjectServer,
): Entry | undefined => entries.find(entry => entry.name === name && entry.file === relative(folder, file));

/** A folder is the same by whichever link one comes to it. */
const realFolder = (folder: string): Promise<string> => realpath(folder).catch(() => resolve(folder));

/** Remembers which servers of which folders the user trusts. */
export const createFolderTrust = ({
	state,
	now,
}: {
	readonly state: StateFile;
	readonly now: Clock;
}): FolderTrust => {
	const sort: FolderTrust['sort'] = async (named, servers) => {
		const folder = await realFolder(named);
		const entries = entriesOf(await state.read(), folder);
		const judged = servers.map(server => {
			const entry = findEntry(entries, folder, server);
			const isTrusted = entry?.trusted === server.print;
			return {
				server: {...server, isChanged: entry?.trusted !== undefined && !isTrusted},
				// Whoever changed their mind did so last.
				verdict: entry?.refused === server.print ? 'refused' : isTrusted ? 'trusted' : 'unknown',
			};
		});
		const only = (wanted: keyof SortedServers): readonly ProjectServer[] =>
			judged.filter(({verdict}) => verdict === wanted).map(({server}) => server);
		return {trusted: only('trusted'), refused: only('refused'), unknown: only('unknown')};
	};

	const remember = async (
		named: string,
		servers: readonly ProjectServer[],
		answer: 'trusted' | 'refused',
	): Promise<Failure | undefined> => {
		if (servers.length === 0) {
			return undefined;
		}
		const folder = await realFolder(named);
		return state.change(content => {
			const before = entriesOf(content, folder);
			const answered = servers.map((server): Entry => {
				const {trusted} = findEntry(before, folder, server) ?? {};
				const base = {file: relative(folder, server.file), name: server.name, at: now()};
				return answer === 'trusted'
					? {...base, trusted: server.print}
					: {...base, ...(trusted === undefined ? {} : {trusted}), refused: server.print};
			});
			const kept = before.filter(
				entry => !answered.some(other => other.file === entry.file && other.name === entry.name),
			);
			return {...content, folders: {...foldersOf(content), [folder]: [...kept, ...answered]}};
		});
	};

	return {
		sort,
		trusted: async (folder, servers) => (await sort(folder, servers)).trusted,
		trust: (folder, servers) => remember(folder, servers, 'trusted'),
		refuse: (folder, servers) => remember(folder, servers, 'refused'),
	};
};
