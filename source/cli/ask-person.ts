import {ignoreTypedAhead} from './ignore-typed-ahead.ts';
import {readLine} from './read-line.ts';

/** Only a person who has seen the question can say yes; a script has --yes. */
export const askPerson = async (question: string, signal: AbortSignal): Promise<boolean> => {
	if (!process.stdin.isTTY || signal.aborted) {
		return false;
	}
	process.stderr.write(question);
	await ignoreTypedAhead(process.stdin, signal);
	return /^y(es)?$/i.test(((await readLine(signal)) ?? '').trim());
};
