import {Buffer} from 'node:buffer';
import {constants} from 'node:fs';
import {copyFile, type FileHandle, link, lstat, open, readdir, rename, rm} from 'node:fs/promises';
import {join} from 'node:path';
import type {Failure} from '../../domain/failure.ts';
import type {ForkPoint} from '../../domain/session-shelf.ts';
import {createLogFile} from './log-file.ts';
import {openLogHandle} from './log-handle.ts';
import {encodeRecord} from './record.ts';
import {makeFolder, writeBytes} from './result-file.ts';
import {resultsFolder} from './result-store.ts';
import {scanRecords} from './scan-records.ts';
import {SessionError, systemCode} from './session-error.ts';
import {sessionFile} from './session-files.ts';
import {toShelfFailure} from './shelf-failure.ts';
import {clearUnfinishedForks, unfinishedFork} from './unfinished-forks.ts';

export type ForkRequest = {
	/** Where the sessions are. */
	readonly folder: string;
	readonly from: string;
	/** The id of the copy, which nobody has yet. */
	readonly sessionId: string;
	readonly point?: ForkPoint;
	readonly at: number;
};

const chunkSize = 256 * 1024;
const lineFeed = 0x0a;

/** How many lines come before a message; undefined where it is not there. */
const linesBefore = async (
	file: string,
	messageId: string,
	signal: AbortSignal,
): Promise<number | undefined> => {
	let found: number | undefined;
	await scanRecords(
		file,
		(record, line) => {
			const isIt =
				record.type === 'event' &&
				record.event.type === 'message-accepted' &&
				record.event.messageId === messageId;
			found = isIt ? line - 1 : undefined;
			return !isIt;
		},
		{},
		signal,
	);
	return found;
};

/** The end of so many lines of a chunk, and how many there are in it. */
const endOfLines = (bytes: Buffer, most: number): {readonly end: number; readonly count: number} => {
	let end = 0;
	let count = 0;
	while (count < most) {
		const at = bytes.indexOf(lineFeed, end);
		if (at === -1) {
			return {end: bytes.length, count};
		}
		end = at + 1;
		count += 1;
	}
	return {end, count};
};

/** Byte by byte, damage included: a copy must not make a loss out of what somebody may still repair. */
const copyLines = async (
	source: FileHandle,
	target: string,
	most: number,
	signal: AbortSignal,
): Promise<void> => {
	// Another process may be writing: what it adds meanwhile is not part of the copy.
	const {size} = await source.stat();
	const handle = await open(target, 'wx', 0o600);
	const file = {
		write: async (bytes: Uint8Array) => (await handle.write(bytes)).bytesWritten,
		close: async () => undefined,
	};
	try {
		const chunk = Buffer.alloc(chunkSize);
		let left = most;
		for (let position = 0; position < size && left > 0; ) {
			signal.throwIfAborted();
			const {bytesRead} = await source.read(chunk, 0, Math.min(chunk.length, size - position), position);
			if (bytesRead === 0) {
				break;
			}
			const {end, count} = endOfLines(chunk.subarray(0, bytesRead), left);
			await writeBytes(file, chunk.subarray(0, end));
			left -= count;
			position += bytesRead;
		}
	} finally {
		await handle.close();
	}
};

/** They are never changed once they are written, so both sessions may have the same file. */
const shareResults = async ({folder, from, sessionId}: ForkRequest): Promise<void> => {
	const source = resultsFolder(folder, from);
	const target = resultsFolder(folder, sessionId);
	if (source === undefined || target === undefined) {
		return;
	}
	const status = await lstat(source).catch(() => undefined);
	if (status?.isDirectory() !== true) {
		return;
	}
	await makeFolder(target);
	for (const entry of await readdir(source, {withFileTypes: true})) {
		if (entry.isFile()) {
			const [one, other] = [join(source, entry.name), join(target, entry.name)];
			// Not every disk knows links.
			await link(one, other).catch(async () => copyFile(one, other, constants.COPYFILE_EXCL));
		}
	}
};

const appendFork = async (file: string, {from, sessionId, at}: ForkRequest): Promise<void> => {
	const log = createLogFile(file, openLogHandle);
	try {
		await log.open();
		const seq = (await log.lastSequence()) + 1;
		const appended = await log.append([encodeRecord(seq, {type: 'session-forked', sessionId, from, at})]);
		const synced = appended.type === 'appended' ? await log.sync() : appended;
		if (synced.type === 'failed') {
			throw synced.error;
		}
	} finally {
		await log.close();
	}
};

const missing = (): SessionError =>
	new SessionError('no-session', 'it has no file: nothing was said in it yet', 'Send a message first.');

const copy = async (request: ForkRequest, signal: AbortSignal): Promise<void> => {
	const {folder, from, sessionId, point} = request;
	const [source, target] = [sessionFile(folder, from), sessionFile(folder, sessionId)];
	if (source === undefined || target === undefined) {
		throw new SessionError('no-session', 'its name is not a session id', 'Rename its file.');
	}
	const lines =
		point === undefined ? Number.POSITIVE_INFINITY : await linesBefore(source, point.beforeMessage, signal);
	signal.throwIfAborted();
	if (lines === undefined) {
		throw new SessionError('no-message', 'the message is not in it', 'Choose another one.');
	}
	await clearUnfinishedForks(folder, request.at);
	const unfinished = unfinishedFork(target);
	const {O_RDONLY, O_NOFOLLOW, O_NONBLOCK} = constants;
	const handle = await open(source, O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0)).catch(error => {
		throw systemCode(error) === 'ENOENT' ? missing() : error;
	});
	try {
		if (!(await handle.stat()).isFile()) {
			throw new SessionError('session-not-a-file', 'it is not a regular file', 'Move it away.');
		}
		await copyLines(handle, unfinished, lines, signal);
		await appendFork(unfinished, request);
		await shareResults(request);
		await rename(unfinished, target);
	} catch (error) {
		await rm(unfinished, {force: true}).catch(() => undefined);
		const results = resultsFolder(folder, sessionId);
		if (results !== undefined) {
			await rm(results, {recursive: true, force: true}).catch(() => undefined);
		}
		throw error;
	} finally {
		await handle.close();
	}
};

/** Copies a session up to a point under another id. Resolves with why that could not be; then nothing is left of it. */
export const forkSession = async (
	request: ForkRequest,
	signal: AbortSignal,
): Promise<Failure | undefined> => {
	try {
		await copy(request, signal);
		return undefined;
	} catch (error) {
		return toShelfFailure('The session could not be copied', error);
	}
};
