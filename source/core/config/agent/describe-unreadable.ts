import {describeError} from '../../../domain/failure.ts';

/** Why a file cannot be read, in words that name it. */
export const describeUnreadable = (file: string, error: unknown): string =>
	error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
		? `there is no file ${file}. Create it, or correct the path`
		: `cannot read ${file}: ${describeError(error)}`;
