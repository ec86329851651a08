import {readLine} from './read-line.ts';

/** Only a person can say yes; a script has --yes. */
export const askPerson = async (question: string, signal: AbortSignal): Promise<boolean> => {
	if (!process.stdin.isTTY) {
		return false;
	}
	process.stderr.write(question);
	return /^y(es)?$/i.test(((await readLine(signal)) ?? '').trim());
};
