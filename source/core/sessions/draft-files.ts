import {createHash, randomBytes} from 'node:crypto';
import {lstat, mkdir, open, readdir, readFile, rename, unlink} from 'node:fs/promises';
import {hostname} from 'node:os';
import {join} from 'node:path';
import {isJsonObject, type JsonObject} from '../../domain/json.ts';
import type {KeptDraft} from '../../domain/notebook.ts';
import {isProcessAlive, startOfProcess} from '../../support/process-life.ts';

/*
 * Every instance has one draft, `<host>-<pid>-<start>-<nonce>.json`, and a file for each large paste in it, which is written
 * once. The name says whose it is: a draft whose process is gone is anybody's, and is taken by renaming it, which only
 * one can do.
 */

type DraftPlace = {
	readonly folder: string;
	readonly cwd: string;
	readonly sessionId: string;
	readonly now: () => number;
	readonly redact: (text: string) => string;
};

export type DraftFiles = {
	/** Replaces what was kept; a draft without text is removed. */
	readonly write: (draft: KeptDraft) => Promise<void>;
	/** Takes over the newest draft of this folder or session whose program is gone. */
	readonly take: () => Promise<KeptDraft | undefined>;
};

const ownerPattern = /^([0-9a-f]{8})-(\d{1,10})-(\d{1,20})-[0-9a-f]{12}\.json$/;
const pasteName = /^[0-9a-f-]{1,80}\.txt$/;
const mostBytes = 64 * 1024 * 1024;
const oldestMilliseconds = 30 * 24 * 60 * 60_000;

const thisHost = (): string => createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

const remove = async (file: string): Promise<void> => {
	try {
		await unlink(file);
	} catch {
		// Already gone, or on a disk that has turned read-only.
	}
};

/** Without fsync, which would make the disk work for every word: a process that is killed loses nothing by that. */
const put = async (file: string, content: string): Promise<void> => {
	const temporary = `${file}.tmp`;
	try {
		const handle = await open(temporary, 'w', 0o600);
		try {
			await handle.writeFile(content);
		} finally {
			await handle.close();
		}
		await rename(temporary, file);
	} catch (error) {
		await remove(temporary);
		throw error;
	}
};

type Found = {readonly name: string; readonly content: JsonObject; readonly at: number};

const pastesOf = ({pastes}: JsonObject): readonly (readonly [mark: string, file: string])[] =>
	isJsonObject(pastes)
		? Object.entries(pastes).flatMap(([mark, name]) =>
				typeof name === 'string' && pasteName.test(name) ? [[mark, name] as const] : [],
			)
		: [];

/** Small enough, and no link that leads elsewhere. */
const readOwn = async (file: string): Promise<string> => {
	const status = await lstat(file);
	if (!status.isFile() || status.size > mostBytes) {
		throw new Error('not a file of ours');
	}
	return readFile(file, 'utf8');
};

const isOrphan = async (name: string): Promise<boolean> => {
	const [, host, pid, start] = ownerPattern.exec(name) ?? [];
	if (host !== thisHost() || pid === undefined || start === undefined) {
		return false;
	}
	return !(await isProcessAlive(Number(pid), start));
};

const readDraft = async (folder: string, name: string): Promise<readonly Found[]> => {
	try {
		const content: unknown = JSON.parse(await readOwn(join(folder, name)));
		return isJsonObject(content) && typeof content.at === 'number' ? [{name, content, at: content.at}] : [];
	} catch {
		// Taken by another instance meanwhile, or damaged.
		return [];
	}
};

const findOrphans = async (folder: string): Promise<readonly Found[]> => {
	const found: Found[] = [];
	for (const name of await readdir(folder)) {
		if (await isOrphan(name)) {
			found.push(...(await readDraft(folder, name)));
		}
	}
	return found;
};

/** Removes the drafts that nobody writes any more and that were meant for a session. Never throws. */
export const forgetDrafts = async (folder: string, sessionId: string): Promise<void> => {
	try {
		for (const {name, content} of await findOrphans(folder)) {
			if (content.sessionId === sessionId) {
				await remove(join(folder, name));
				await Promise.all(pastesOf(content).map(async ([, file]) => remove(join(folder, file))));
			}
		}
	} catch {
		// There is no folder, so there are no drafts.
	}
};

/** Known secrets are hidden in what is written: a draft that comes back has dots in their place. */
export const createDraftFiles = ({folder, cwd, sessionId, now, redact}: DraftPlace): DraftFiles => {
	let owner: string | undefined;
	/** The files of the pastes that are on the disk, by their text. */
	let written: ReadonlyMap<string, string> = new Map();

	const ownName = async (): Promise<string> => {
		owner ??= `${thisHost()}-${process.pid}-${(await startOfProcess(process.pid)) ?? '0'}-${randomBytes(6).toString('hex')}`;
		return owner;
	};

	const writePastes = async (pastes: KeptDraft['pastes']): Promise<Readonly<Record<string, string>>> => {
		const names: Record<string, string> = {};
		for (const [mark, text] of pastes) {
			const known = written.get(text);
			const name = known ?? `${await ownName()}-${randomBytes(4).toString('hex')}.txt`;
			if (known === undefined) {
				await put(join(folder, name), redact(text));
				written = new Map([...written, [text, name]]);
			}
			names[mark] = name;
		}
		return names;
	};

	const forgetPastes = async (kept: KeptDraft['pastes']): Promise<void> => {
		const texts = new Set(kept.values());
		for (const [text, name] of written) {
			if (!texts.has(text)) {
				written = new Map([...written].filter(([other]) => other !== text));
				await remove(join(folder, name));
			}
		}
	};

	/** What nobody came back for in a month. */
	const clearOld = async (): Promise<void> => {
		for (const name of await readdir(folder)) {
			const file = join(folder, name);
			const isOurs = ownerPattern.test(name) || pasteName.test(name) || name.endsWith('.tmp');
			if (isOurs && now() - (await lstat(file)).mtimeMs > oldestMilliseconds) {
				await remove(file);
			}
		}
	};

	const takeOver = async ({name, content}: Found): Promise<KeptDraft | undefined> => {
		const {text} = content;
		if (typeof text !== 'string') {
			return undefined;
		}
		// Under our name it is safe from others at once, and found again if we are killed, too.
		await rename(join(folder, name), join(folder, `${await ownName()}.json`));
		const pastes = new Map<string, string>();
		for (const [mark, file] of pastesOf(content)) {
			const paste = await readOwn(join(folder, file)).catch(() => '');
			pastes.set(mark, paste);
			written = new Map([...written, [paste, file]]);
		}
		return {text, pastes};
	};

	return {
		async write({text, pastes}) {
			const file = join(folder, `${await ownName()}.json`);
			if (text.trim() === '') {
				await remove(file);
				await forgetPastes(new Map());
				return;
			}
			await mkdir(folder, {recursive: true, mode: 0o700});
			const names = await writePastes(pastes);
			await put(file, JSON.stringify({cwd, sessionId, at: now(), text: redact(text), pastes: names}));
			await forgetPastes(pastes);
		},
		async take() {
			const orphans = (await findOrphans(folder)).toSorted((one, other) => other.at - one.at);
			const mine =
				orphans.find(({content}) => sessionId !== '' && content.sessionId === sessionId) ??
				orphans.find(({content}) => content.cwd === cwd);
			const draft = mine && (await takeOver(mine));
			await clearOld();
			return draft;
		},
	};
};
