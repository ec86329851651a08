import {describeError} from '../../../domain/failure.ts';

/** The same as a sentence of its own: a file that is not there has no place to point at. */
export const unreadableSentence = (file: string, error: unknown): string => {
	const words = describeUnreadable(file, error);
	return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
};

/** Why a file cannot be read, in words that name it. */
export const describeUnreadable = (file: string, error: unknown): string =>
	error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
		? `there is no file ${file}. Create it, or correct the path`
		: `cannot read ${file}: ${describeError(error)}`;
