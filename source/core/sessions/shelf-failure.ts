import {describeError, type Failure} from '../../domain/failure.ts';
import {SessionError, systemCode} from './session-error.ts';

const hintFor = (code: string | undefined): string | undefined => {
	switch (code) {
		case 'ENOSPC':
		case 'EDQUOT':
		case 'EFBIG':
			return 'Free some space and try again.';
		case 'EACCES':
		case 'EPERM':
		case 'EROFS':
			return 'Make the folder writable and try again.';
		case 'ENOENT':
			return 'Check that the folder exists.';
		case 'ELOOP':
			return 'A symbolic link is never followed here: remove it.';
		default:
			return undefined;
	}
};

/** What went wrong with a session that is only looked after, not written: `what` begins the sentence. */
export const toShelfFailure = (what: string, error: unknown): Failure => {
	const hint = error instanceof SessionError ? error.hint : hintFor(systemCode(error));
	return {
		code: error instanceof SessionError ? error.code : 'session-failed',
		message: `${what}: ${describeError(error)}.`.replace(/\.\.$/, '.'),
		...(hint === undefined ? {} : {hint}),
	};
};
