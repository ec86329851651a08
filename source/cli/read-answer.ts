import {ignoreTypedAhead} from './ignore-typed-ahead.ts';
import {readLine} from './read-line.ts';

/** The line that answers a question which has just been shown, and nothing that was typed before it could be read. */
export const readAnswer = async (signal: AbortSignal): Promise<string | undefined> => {
	await ignoreTypedAhead(process.stdin, signal);
	return readLine(signal);
};
