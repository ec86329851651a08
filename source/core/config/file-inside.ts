import {closeSync, constants, fstatSync, openSync, readSync, realpathSync} from 'node:fs';
import {isAbsolute, relative, resolve, sep} from 'node:path';
import {describeError} from '../../domain/failure.ts';

export type InsideRead =
	| {readonly type: 'read'; readonly text: string}
	| {readonly type: 'absent'}
	/** `why` is the end of a sentence that begins with the name of the file, up to "of this folder". */
	| {readonly type: 'outside'; readonly why: string}
	/** The end of a sentence that begins with the name of the file. */
	| {readonly type: 'refused'; readonly reason: string};

const maxBytes = 1024 * 1024;

/** Not everywhere is there such a flag. */
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | undefined)?.code ?? '';

const isInside = (folder: string, file: string): boolean => {
	const way = relative(folder, file);
	return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
};

const readOpened = (file: string): InsideRead => {
	// Opening a pipe would wait for somebody to write, and a link may have been put there just now.
	const handle = openSync(file, flags);
	try {
		if (!fstatSync(handle).isFile()) {
			return {type: 'refused', reason: 'is not a file'};
		}
		const buffer = Buffer.alloc(maxBytes + 1);
		let length = 0;
		for (;;) {
			const count = readSync(handle, buffer, length, buffer.length - length, length);
			length += count;
			if (count === 0 || length === buffer.length) break;
		}
		return length > maxBytes
			? {type: 'refused', reason: 'is larger than 1 MiB'}
			: {type: 'read', text: buffer.toString('utf8', 0, length)};
	} finally {
		closeSync(handle);
	}
};

type InsidePlace =
	/** Free of links. */
	{readonly type: 'inside'; readonly path: string} | Exclude<InsideRead, {type: 'read'}>;

const troubleOf = (error: unknown): Exclude<InsidePlace, {type: 'inside'}> =>
	['ENOENT', 'ENOTDIR'].includes(codeOf(error))
		? {type: 'absent'}
		: {type: 'refused', reason: `cannot be read: ${describeError(error)}`};

/** Finds a file that somebody else has named, who may name only what lies in a folder of theirs, wherever links lead. */
export const findInside = (folder: string, file: string): InsidePlace => {
	const isNamedInside = isInside(resolve(folder), resolve(file));
	try {
		const root = realpathSync(folder);
		const path = realpathSync(file);
		if (isInside(root, path)) {
			return {type: 'inside', path};
		}
		return {type: 'outside', why: isNamedInside ? `is a link to ${path}, outside` : 'lies outside'};
	} catch (error) {
		return isNamedInside ? troubleOf(error) : {type: 'outside', why: 'lies outside'};
	}
};

export const readFileInside = (folder: string, file: string): InsideRead => {
	const found = findInside(folder, file);
	if (found.type !== 'inside') {
		return found;
	}
	try {
		return readOpened(found.path);
	} catch (error) {
		return troubleOf(error);
	}
};
