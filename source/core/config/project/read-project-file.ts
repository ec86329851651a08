import {constants} from 'node:fs';
import {open, realpath} from 'node:fs/promises';
import {isAbsolute, relative, sep} from 'node:path';
import {describeError} from '../../../domain/failure.ts';

export type ProjectFileRead =
	| {readonly type: 'read'; readonly text: string}
	| {readonly type: 'absent'}
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

const readOpened = async (file: string): Promise<ProjectFileRead> => {
	// Opening a pipe would wait for somebody to write, and a link may have been put there just now.
	const handle = await open(file, flags);
	try {
		const facts = await handle.stat();
		if (!facts.isFile()) {
			return {type: 'refused', reason: 'is not a file'};
		}
		const buffer = Buffer.alloc(maxBytes + 1);
		let length = 0;
		for (;;) {
			const {bytesRead} = await handle.read(buffer, length, buffer.length - length, length);
			length += bytesRead;
			if (bytesRead === 0 || length === buffer.length) break;
		}
		return length > maxBytes
			? {type: 'refused', reason: 'is larger than 1 MiB'}
			: {type: 'read', text: buffer.toString('utf8', 0, length)};
	} finally {
		await handle.close();
	}
};

/** Reads a file of a project, which anybody may have put there. `folder` is free of links. */
export const readProjectFile = async (folder: string, file: string): Promise<ProjectFileRead> => {
	try {
		const real = await realpath(file);
		return isInside(folder, real)
			? await readOpened(real)
			: {type: 'refused', reason: `is a link to ${real}, outside of this folder`};
	} catch (error) {
		return ['ENOENT', 'ENOTDIR'].includes(codeOf(error))
			? {type: 'absent'}
			: {type: 'refused', reason: `cannot be read: ${describeError(error)}`};
	}
};
