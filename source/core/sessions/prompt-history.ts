import {constants} from 'node:fs';
import {mkdir, open, readFile} from 'node:fs/promises';
import {dirname} from 'node:path';
import {isJsonObject} from '../../domain/json.ts';
import {withFileLock} from '../../support/file-lock.ts';
import {replaceFile} from '../../support/replace-file.ts';

const mostEntries = 1000;
const mostBytes = 1024 * 1024;
/** A longer message is in its session; here it would push out hundreds of others. */
const mostCharacters = 32 * 1024;
const patienceMilliseconds = 2000;

type PromptHistory = {
	/** The oldest first. Empty where there is nothing that can be read. */
	readonly load: () => Promise<readonly string[]>;
	readonly append: (text: string) => Promise<void>;
};

const lineOf = (text: string): string => `${JSON.stringify({text})}\n`;

/** Damaged lines are passed over. */
const readEntry = (line: string): readonly string[] => {
	try {
		const entry: unknown = JSON.parse(line);
		return isJsonObject(entry) && typeof entry.text === 'string' ? [entry.text] : [];
	} catch {
		return [];
	}
};

/** The newest that fit. */
const bounded = (entries: readonly string[]): readonly string[] => {
	let bytes = 0;
	const last = entries.slice(-mostEntries);
	const from = last.findLastIndex(text => {
		bytes += Buffer.byteLength(lineOf(text));
		return bytes > mostBytes;
	});
	return last.slice(from + 1);
};

const read = async (file: string): Promise<readonly string[]> => {
	const {O_RDONLY, O_NOFOLLOW, O_NONBLOCK} = constants;
	const handle = await open(file, O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0));
	try {
		const status = await handle.stat();
		// Nobody but a stranger makes it so large: it is bounded with every start.
		const isOurs = status.isFile() && status.size < mostBytes * 16;
		return isOurs ? (await readFile(handle, 'utf8')).split('\n').flatMap(readEntry) : [];
	} finally {
		await handle.close();
	}
};

const write = async (file: string, text: string): Promise<void> => {
	const {O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK} = constants;
	const flags = O_RDWR | O_APPEND | O_CREAT | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0);
	const handle = await open(file, flags, 0o600);
	try {
		const {size} = await handle.stat();
		const last = Buffer.alloc(1);
		await handle.read(last, 0, 1, Math.max(0, size - 1));
		// A line that was torn must not take the next one with it.
		const isTorn = size > 0 && last[0] !== 0x0a;
		await handle.writeFile(`${isTorn ? '\n' : ''}${lineOf(text)}`);
	} finally {
		await handle.close();
	}
};

/** What the user has sent, a line each, shared by every instance. Nothing here rejects: it is a convenience. */
export const createPromptHistory = (file: string, redact: (text: string) => string): PromptHistory => {
	const locked = async (run: () => Promise<void>): Promise<void> => {
		try {
			await mkdir(dirname(file), {recursive: true, mode: 0o700});
			await withFileLock(file, run, AbortSignal.timeout(patienceMilliseconds));
		} catch {
			// A full or read-only disk: what was sent is still known until the program ends.
		}
	};
	const shorten = (): Promise<void> =>
		locked(async () => {
			const kept = bounded(await read(file));
			await replaceFile(file, kept.map(lineOf).join(''), 0o600);
		});

	return {
		async load() {
			try {
				const entries = await read(file);
				const kept = bounded(entries);
				if (kept.length < entries.length) {
					void shorten();
				}
				return kept;
			} catch {
				// None yet, or none that we may read.
				return [];
			}
		},
		async append(text) {
			// A secret that this program knows is hidden here as it is in the session.
			const safe = redact(text);
			if (safe.length <= mostCharacters) {
				await locked(() => write(file, safe));
			}
		},
	};
};
