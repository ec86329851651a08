import {open} from 'node:fs/promises';
import {homedir} from 'node:os';
import {join} from 'node:path';
import {CredentialError} from './credential-error.ts';

export type SecretFileRead = {
	readonly text: string;
	/** What is not as it should be about the file, a sentence. */
	readonly warning?: string;
};

const longest = 64 * 1024;

const withoutLastBreak = (text: string): string => text.replace(/\r?\n$/, '');

const pathOf = (path: string): string => (/^~[\\/]/.test(path) ? join(homedir(), path.slice(2)) : path);

const refuse = (path: string, problem: string, hint: string): CredentialError =>
	new CredentialError('reference-failed', `The secret in the file ${path} cannot be used: ${problem}.`, hint);

const describeSystemError = (error: unknown): string => {
	switch ((error as NodeJS.ErrnoException).code) {
		case 'EACCES':
		case 'EPERM':
			return 'you may not read it';
		case 'EISDIR':
			return 'it is a folder';
		case 'ENXIO':
			return 'it is not a file';
		default:
			return `it cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`;
	}
};

/** The first characters of an open file, and whether there is more; a pipe or a device never gets here. */
const readLimited = async (path: string): Promise<SecretFileRead> => {
	const handle = await open(path, 'r');
	try {
		const stats = await handle.stat();
		if (!stats.isFile()) throw refuse(path, 'it is not a file', 'Name a file that holds only the secret.');
		const buffer = Buffer.alloc(longest + 1);
		let length = 0;
		for (;;) {
			const {bytesRead} = await handle.read(buffer, length, buffer.length - length, null);
			length += bytesRead;
			if (bytesRead === 0 || length === buffer.length) break;
		}
		if (length > longest) {
			throw refuse(path, 'it is larger than 64 KB', 'Name a file that holds only the secret.');
		}
		const isOpen = process.platform !== 'win32' && (stats.mode & 0o077) !== 0;
		const text = withoutLastBreak(buffer.toString('utf8', 0, length));
		return isOpen
			? {text, warning: `Other users of this machine can read the secret in ${path}: chmod 600 ${path}`}
			: {text};
	} finally {
		await handle.close();
	}
};

/** The secret that is the content of a file of the user's; undefined when there is no such file. */
export const readSecretFile = async (
	path: string,
	signal: AbortSignal,
): Promise<SecretFileRead | undefined> => {
	signal.throwIfAborted();
	try {
		const read = await readLimited(pathOf(path));
		if (read.text === '') throw refuse(path, 'it is empty', 'Write the secret into it.');
		return read;
	} catch (error) {
		if (error instanceof CredentialError) throw error;
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
		throw refuse(path, describeSystemError(error), 'Check the path and who may read it.');
	}
};
