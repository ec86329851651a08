import {readAnswer} from './read-answer.ts';

/** Only a person who has seen the question can say yes; a script has --yes. */
export const askPerson = async (question: string, signal: AbortSignal): Promise<boolean> => {
	if (!process.stdin.isTTY || signal.aborted) {
		return false;
	}
	process.stderr.write(question);
	return /^y(es)?$/i.test(((await readAnswer(signal)) ?? '').trim());
};
