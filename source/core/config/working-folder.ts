import {basename, dirname, resolve} from 'node:path';

/**
 * The folder that a relative `cwd` means. A file that others wrote lies beside what it starts, wherever the program is
 * started; the user's own file lies in a folder of settings, and means the folder in which the user works.
 */
export const workingFolder = (
	cwd: string,
	{file, isForeign = false}: {readonly file: string; readonly isForeign?: boolean | undefined},
): string => {
	if (!isForeign) return cwd;
	const folder = dirname(resolve(file));
	// What VS Code keeps there is about the folder above.
	return resolve(basename(folder) === '.vscode' ? dirname(folder) : folder, cwd);
};
