import type {Failure} from '../domain/failure.ts';

/** What happened and what to do about it, as lines of the transcript. */
export const failureText = ({message, hint}: Failure): string =>
	hint === undefined ? message : `${message}\n${hint}`;
