import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {mkdir} from 'node:fs/promises';
import {dirname} from 'node:path';
import {isJsonObject} from '../../domain/json.ts';
import type {ServerConfig, TransportName} from '../../domain/server.ts';
import type {ConnectionMemory, WorkingWay} from '../../domain/server-ports.ts';
import {withFileLock} from '../../support/file-lock.ts';
import {replaceFile} from '../../support/replace-file.ts';

export type StoredConnectionMemory = ConnectionMemory & {
	/** Resolves when everything remembered so far is on the disk, or cannot be. */
	readonly settled: () => Promise<void>;
};

const maxEntries = 500;
const maxCharacters = 1024 * 1024;
const patience = 2000;

const transports: readonly TransportName[] = ['stdio', 'http', 'sse', 'ws', 'in-memory'];

/** An entry that is changed is another server: what worked with the old one says nothing about it. */
const keyOf = (config: ServerConfig): string => {
	const way =
		config.type === 'in-memory'
			? []
			: config.type === 'stdio'
				? [config.command, ...config.args]
				: [config.url];
	const pinned = config.protocolVersion === undefined ? [] : [{version: config.protocolVersion}];
	const hash = createHash('sha256')
		.update(JSON.stringify([config.type, ...way, ...pinned]))
		.digest('hex');
	return `${config.name} ${hash.slice(0, 16)}`;
};

const readWay = (entry: unknown): readonly [string, WorkingWay] | undefined => {
	if (!isJsonObject(entry) || typeof entry.server !== 'string') {
		return undefined;
	}
	const transport = transports.find(name => name === entry.transport);
	const era = (['legacy', 'modern'] as const).find(name => name === entry.era);
	return transport === undefined || era === undefined ? undefined : [entry.server, {transport, era}];
};

/** Damage costs a little time at the next connection and is no reason to stop. */
const load = (file: string): Map<string, WorkingWay> => {
	try {
		const text = readFileSync(file, 'utf8');
		const content: unknown = text.length > maxCharacters ? undefined : JSON.parse(text);
		const entries = isJsonObject(content) && Array.isArray(content.ways) ? content.ways : [];
		return new Map(entries.map(readWay).filter(pair => pair !== undefined));
	} catch {
		// No file yet, or one that cannot be read.
		return new Map();
	}
};

const isSame = (one: WorkingWay | undefined, other: WorkingWay): boolean =>
	one?.transport === other.transport && one.era === other.era;

/** The newest is last, and the oldest is forgotten. */
const put = (ways: Map<string, WorkingWay>, key: string, way: WorkingWay): void => {
	ways.delete(key);
	ways.set(key, way);
	for (const oldest of [...ways.keys()].slice(0, Math.max(0, ways.size - maxEntries))) {
		ways.delete(oldest);
	}
};

/** Keeps what worked with each server in a small file, which is read when it is first needed. */
export const createConnectionMemory = ({file}: {readonly file: string}): StoredConnectionMemory => {
	let known: Map<string, WorkingWay> | undefined;
	const unsaved = new Map<string, WorkingWay>();
	let saving: Promise<void> | undefined;

	const ways = (): Map<string, WorkingWay> => {
		known ??= load(file);
		return known;
	};

	const write = async (news: ReadonlyMap<string, WorkingWay>): Promise<void> => {
		await mkdir(dirname(file), {recursive: true, mode: 0o700});
		await withFileLock(
			file,
			async () => {
				const merged = load(file);
				for (const [key, way] of news) {
					put(merged, key, way);
				}
				const entries = [...merged].map(([server, way]) => ({server, ...way}));
				await replaceFile(file, `${JSON.stringify({version: 1, ways: entries})}\n`, 0o600);
			},
			AbortSignal.timeout(patience),
		);
	};

	const save = async (): Promise<void> => {
		// Several servers become ready in the same moment: one write for all of them.
		await Promise.resolve();
		while (unsaved.size > 0) {
			const news = new Map(unsaved);
			unsaved.clear();
			try {
				await write(news);
			} catch {
				// A full or read-only disk: the next run finds out again by trying.
			}
		}
		saving = undefined;
	};

	return {
		recall: config => ways().get(keyOf(config)),
		remember: (config, way) => {
			const key = keyOf(config);
			if (isSame(ways().get(key), way)) {
				return;
			}
			const {transport, era} = way;
			put(ways(), key, {transport, era});
			put(unsaved, key, {transport, era});
			saving ??= save();
		},
		settled: async () => saving,
	};
};
