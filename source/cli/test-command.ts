import type {CheckFileRead} from '../domain/check.ts';
import {runChecks} from '../headless/checks/run-checks.ts';
import {redactor} from '../program-redactor.ts';
import {looksSecret, soundsSecret} from '../support/mask-secrets.ts';
import {askPerson} from './ask-person.ts';
import {all} from './line-values.ts';
import type {RunCommand} from './server-command-table.ts';

const readFile = async (path: string): Promise<CheckFileRead> => {
	const [{readSmallText}, {describeUnreadable}, {readCheckFile}] = await Promise.all([
		import('../core/config/agent/read-small-text.ts'),
		import('../core/config/agent/describe-unreadable.ts'),
		import('../core/checks/read-check-file.ts'),
	]);
	let content: string;
	try {
		content = await readSmallText(path);
	} catch (error) {
		return {type: 'refused', problems: [`${path}:1:1  ${describeUnreadable(path, error)}`]};
	}
	return readCheckFile(path, content);
};

/** What a variable holds may be printed, unless it is or looks like a secret. */
const learn = (name: string, value: string): void => {
	if (soundsSecret(name) || looksSecret(value)) {
		redactor.learn(value);
	}
};

export const testCommand: RunCommand = async ({line, run, output}, signal) => {
	const [path = ''] = line.words;
	const [file, {createJudge}, {fillArguments}, {createSchemaChecker}] = await Promise.all([
		readFile(path),
		import('../core/checks/judge-answer.ts'),
		import('../core/checks/call-arguments.ts'),
		import('../core/mcp/calls/schema-checker.ts'),
	]);
	const checker = createSchemaChecker();
	try {
		return await runChecks(
			{
				run,
				output,
				file,
				judge: createJudge(checker.check),
				fill: args => fillArguments(args, process.env, learn),
				now: () => performance.now(),
				only: all(line, 'server'),
				isYes: line.values.has('yes'),
				ask: question => askPerson(question, signal),
			},
			signal,
		);
	} finally {
		await checker.close();
	}
};
