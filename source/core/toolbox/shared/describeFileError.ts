import {McpToolError} from './McpToolError.ts';
import {showName} from './showName.ts';

const sentences: Readonly<Record<string, string>> = {
	ENOENT: 'does not exist any more; list its folder and try again.',
	ENOTDIR: 'goes through a file as if it were a folder; list the folder to see what is there.',
	EISDIR: 'is a folder, not a file.',
	EACCES:
		'may not be used: permission denied. Ask the user to change its permissions or choose another path.',
	EPERM: 'may not be used: the system does not permit it. Choose another path.',
	EROFS: 'is on a read-only disk. Choose another path.',
	ENOSPC: 'could not be written: the disk is full.',
	EDQUOT: 'could not be written: the disk quota is used up.',
	EFBIG: 'could not be written: the file would be too large for this disk.',
	ELOOP: 'is a link that may not be followed. Use the path of the file itself.',
	ENAMETOOLONG: 'is too long; use a shorter name.',
	EMFILE: 'could not be opened: too many files are open. Try again in a moment.',
	ENFILE: 'could not be opened: too many files are open. Try again in a moment.',
	ENXIO: 'is not an ordinary file.',
	EBUSY: 'is in use. Try again in a moment.',
	ETXTBSY: 'is a program that is running. Choose another path.',
};

export const fileErrorCode = (error: unknown): string =>
	error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Says what went wrong without the system's own text, which would show where things really are. */
export const describeFileError = (error: unknown, given: string): McpToolError => {
	if (error instanceof McpToolError) return error;
	if (error instanceof Error && error.name === 'AbortError') {
		return new McpToolError('The call was cancelled before it was done.', undefined, {cause: error});
	}
	const code = fileErrorCode(error);
	const sentence = sentences[code] ?? `could not be used${code === '' ? '' : ` (${code})`}.`;
	return new McpToolError(`${showName(given)} ${sentence}`, 'path', {cause: error});
};
