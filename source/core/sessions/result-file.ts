import {Buffer} from 'node:buffer';
import {constants} from 'node:fs';
import {lstat, mkdir, open, unlink} from 'node:fs/promises';
import {join} from 'node:path';
import {StringDecoder} from 'node:string_decoder';
import type {ResultPart} from '../../domain/ports.ts';
import {systemCode} from './session-error.ts';
import {partsCharacter} from './text-edges.ts';

export type ResultRange = {readonly offset: number; readonly limit: number};

/** What is needed of a new file. */
type NewFile = {
	readonly write: (bytes: Uint8Array) => Promise<number>;
	readonly close: () => Promise<void>;
};

export type OpenNewFile = (file: string) => Promise<NewFile>;

/** Small enough that nobody waits for a piece to be encoded. */
const pieceLength = 256 * 1024;
const mostNames = 8;
/** More than the largest message of a server can hold; a file that grew beyond it is not ours. */
const largestFile = 256 * 1024 * 1024;

// Windows has neither flag.
const {O_WRONLY, O_RDONLY, O_CREAT, O_EXCL} = constants;
const noFollow = constants.O_NOFOLLOW ?? 0;
const nonBlocking = constants.O_NONBLOCK ?? 0;

export const openNewFile: OpenNewFile = async file => {
	const handle = await open(file, O_WRONLY | O_CREAT | O_EXCL | noFollow, 0o600);
	return {
		write: async bytes => (await handle.write(bytes)).bytesWritten,
		close: async () => handle.close(),
	};
};

const fileOf = (folder: string, id: string): string => join(folder, `${id}.txt`);

export const writeBytes = async (file: NewFile, bytes: Uint8Array): Promise<void> => {
	for (let left = bytes; left.length > 0; ) {
		const written = await file.write(left);
		if (written === 0) throw new Error('the file takes no more');
		left = left.subarray(written);
	}
};

const writeAll = async (file: NewFile, text: string): Promise<void> => {
	for (let start = 0; start < text.length; ) {
		const end = start + pieceLength;
		const cut = partsCharacter(text, end) ? end + 1 : end;
		await writeBytes(file, Buffer.from(text.slice(start, cut)));
		start = cut;
	}
};

export const makeFolder = async (folder: string): Promise<void> => {
	await mkdir(folder, {recursive: true, mode: 0o700});
	if (!(await lstat(folder)).isDirectory()) throw new Error(`${folder} is a link, which is never followed`);
};

/** A call may be repeated under its old id; what was kept for the first one stays. */
const createFile = async (folder: string, name: string, openFile: OpenNewFile) => {
	for (let count = 1; ; count += 1) {
		const id = count === 1 ? name : `${name}-${count}`;
		const path = fileOf(folder, id);
		try {
			return {id, path, file: await openFile(path)};
		} catch (error) {
			if (systemCode(error) !== 'EEXIST' || count === mostNames) throw error;
		}
	}
};

/** Writes the whole text as UTF-8 into a file of its own, or leaves none and throws. */
export const saveResult = async (
	folder: string,
	name: string,
	text: string,
	openFile: OpenNewFile,
): Promise<{readonly id: string; readonly file: string}> => {
	await makeFolder(folder);
	const {id, path, file} = await createFile(folder, name, openFile);
	try {
		await writeAll(file, text).finally(file.close);
	} catch (error) {
		// What is left of it is of no use; if it cannot even be removed, nothing refers to it.
		await unlink(path).catch(() => undefined);
		throw error;
	}
	return {id, file: path};
};

/** The asked part of a text of which only `window`, from `start` on, is known. Characters stay whole. */
export const cutPart = (
	window: string,
	start: number,
	{offset, limit}: ResultRange,
): Pick<ResultPart, 'text' | 'offset'> => {
	const asked = offset - start;
	const from = partsCharacter(window, asked) ? asked - 1 : asked;
	const to = asked + limit;
	return {text: window.slice(from, partsCharacter(window, to) ? to + 1 : to), offset: start + from};
};

/**
 * Offsets count UTF-16 units, and the file is UTF-8, which a person can read: so it is decoded from its beginning,
 * piece by piece, and only the asked part is held. Throws when there is no such file.
 */
export const readResult = async (
	folder: string,
	id: string,
	range: ResultRange,
	signal: AbortSignal,
): Promise<ResultPart | undefined> => {
	const handle = await open(fileOf(folder, id), O_RDONLY | noFollow | nonBlocking);
	try {
		const status = await handle.stat();
		if (!status.isFile() || status.size > largestFile) return undefined;
		// One unit more on either side shows whether the edges part a character.
		const start = Math.max(0, range.offset - 1);
		const end = range.offset + range.limit + 1;
		const decoder = new StringDecoder('utf8');
		const buffer = Buffer.alloc(pieceLength);
		let window = '';
		let characters = 0;
		const take = (text: string): void => {
			window += text.slice(Math.max(0, start - characters), Math.max(0, end - characters));
			characters += text.length;
		};
		for (let position = 0; !signal.aborted; ) {
			const {bytesRead} = await handle.read(buffer, 0, buffer.length, position);
			if (bytesRead === 0) {
				take(decoder.end());
				return {...cutPart(window, start, range), characters};
			}
			take(decoder.write(buffer.subarray(0, bytesRead)));
			position += bytesRead;
		}
		return undefined;
	} finally {
		await handle.close();
	}
};
