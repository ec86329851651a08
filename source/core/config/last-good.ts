import {readFile} from 'node:fs/promises';
import {withFileLock} from '../../support/file-lock.ts';
import {replaceFile} from '../../support/replace-file.ts';

const copyOf = (file: string): string => `${file}.last-good`;

const readOrNothing = async (file: string): Promise<string | undefined> => {
	try {
		return await readFile(file, 'utf8');
	} catch {
		// None yet, or one that cannot be read: either way there is nothing to compare with, or to offer.
		return undefined;
	}
};

const patience = 1000;

/** Keeps a copy of a text that could be read, beside the file. It is written only when it has changed. */
export const keepLastGood = async (file: string, text: string): Promise<void> => {
	const copy = copyOf(file);
	if ((await readOrNothing(copy)) === text) return;
	try {
		await withFileLock(copy, () => replaceFile(copy, text, 0o600), AbortSignal.timeout(patience));
	} catch {
		// A full or read-only disk: the file itself is good, which is what matters.
	}
};

/** After a change of the file: what was taken out of it, a secret perhaps, must not live on in the copy. */
export const refreshLastGood = async (file: string): Promise<void> => {
	if ((await readOrNothing(copyOf(file))) === undefined) return;
	const text = await readOrNothing(file);
	if (text !== undefined) await keepLastGood(file, text);
};

const quote = (path: string): string =>
	process.platform === 'win32' ? `"${path}"` : `'${path.replaceAll("'", String.raw`'\''`)}'`;

/** How to get back to the last version that could be read, if there is one. It is never used by itself. */
export const restoreAdvice = async (
	file: string,
	what = 'Nothing in it counts until that is corrected.',
): Promise<string | undefined> => {
	const copy = copyOf(file);
	if ((await readOrNothing(copy)) === undefined) return undefined;
	const command = process.platform === 'win32' ? 'copy' : 'cp';
	return `${file}  ${what} To go back to the last version that could be read: ${command} ${quote(copy)} ${quote(file)}`;
};
