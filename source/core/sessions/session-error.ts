import {describeError, type Failure} from '../../domain/failure.ts';

export type SessionErrorCode =
	| 'session-in-use'
	| 'session-not-a-file'
	| 'session-record-unsavable'
	| 'no-session'
	| 'no-message';

export class SessionError extends Error {
	readonly code: SessionErrorCode;
	readonly hint: string;

	constructor(code: SessionErrorCode, message: string, hint: string, cause?: unknown) {
		super(message, {cause});
		this.name = 'SessionError';
		this.code = code;
		this.hint = hint;
	}
}

/** The code of a system error, such as ENOSPC. */
export const systemCode = (error: unknown): string | undefined =>
	error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

const savingHint = (code: string | undefined): string => {
	switch (code) {
		case 'ENOSPC':
		case 'EDQUOT':
		case 'EFBIG':
			return 'Free some space: saving resumes by itself and nothing said meanwhile is lost.';
		case 'EACCES':
		case 'EPERM':
		case 'EROFS':
			return 'Make the sessions folder writable: saving resumes by itself.';
		case 'ELOOP':
			return 'The session file is a symbolic link, which is never followed: remove it.';
		default:
			return 'Saving is tried again by itself; nothing said meanwhile is lost while this window is open.';
	}
};

export const toSavingFailure = (error: unknown): Failure =>
	error instanceof SessionError
		? {code: error.code, message: error.message, hint: error.hint}
		: {
				code: 'session-not-saved',
				message: `The session is not being saved: ${describeError(error)}`,
				hint: savingHint(systemCode(error)),
			};

export const toReadingFailure = (error: unknown): Failure => ({
	code: error instanceof SessionError ? error.code : 'session-unreadable',
	message: `The session cannot be read: ${describeError(error)}`,
	hint: error instanceof SessionError ? error.hint : 'Check that the file is yours and readable.',
});
