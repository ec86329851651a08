import {realpath, stat} from 'node:fs/promises';
import type {CheckFileRead, UpdateChecks} from '../domain/check.ts';
import {describeError} from '../domain/failure.ts';
import {pinnedDefinitions} from '../domain/server-instructions.ts';
import {runChecks} from '../headless/checks/run-checks.ts';
import {redactor} from '../program-redactor.ts';
import {withFileLock} from '../support/file-lock.ts';
import {looksSecret} from '../support/mask-secrets.ts';
import {replaceFile} from '../support/replace-file.ts';
import {soundsSecret} from '../support/secret-names.ts';
import {askPerson} from './ask-person.ts';
import {all} from './line-values.ts';
import type {Given, RunCommand} from './server-command-table.ts';
import {trustOf} from './trust-commands.ts';

const readText = async (path: string): Promise<string> => {
	const {readSmallText} = await import('../core/config/agent/read-small-text.ts');
	return readSmallText(path);
};

type Opened = {readonly file: CheckFileRead; readonly update?: UpdateChecks};

/** Only what was read is replaced: whoever has changed the file meanwhile keeps what they wrote. */
const updaterOf =
	(path: string, content: string, file: CheckFileRead & {type: 'read'}, signal: AbortSignal): UpdateChecks =>
	async updates => {
		try {
			const {updateCheckFile} = await import('../core/checks/update-check-file.ts');
			const text = await updateCheckFile(content, file.checks, updates);
			const target = await realpath(path);
			const write = async (): Promise<void> => {
				if ((await readText(target)) !== content) {
					throw new Error('it has changed since it was read');
				}
				await replaceFile(target, text, (await stat(target)).mode & 0o777);
			};
			const locked = await withFileLock(target, write, signal);
			if (locked.type === 'held') {
				throw new Error('another program writes it');
			}
			return undefined;
		} catch (error) {
			return {
				code: 'not-updated',
				message: `${path} could not be rewritten: ${describeError(error)}.`,
				hint: 'Change the tests by hand.',
			};
		}
	};

const open = async (path: string, signal: AbortSignal): Promise<Opened> => {
	const [{unreadableSentence}, {readCheckFile}] = await Promise.all([
		import('../core/config/agent/describe-unreadable.ts'),
		import('../core/checks/read-check-file.ts'),
	]);
	let content: string;
	try {
		content = await readText(path);
	} catch (error) {
		const problems = [unreadableSentence(path, error)];
		return {file: {type: 'refused', problems}};
	}
	const file = await readCheckFile(path, content);
	return file.type === 'read' ? {file, update: updaterOf(path, content, file, signal)} : {file};
};

/** What a variable holds may be printed, unless it is or looks like a secret. */
const learn = (name: string, value: string): void => {
	if (soundsSecret(name) || looksSecret(value)) {
		redactor.learn(value);
	}
};

/** Rules and what was accepted of the servers, as they are now. */
const openPolicy = async (given: Given, signal: AbortSignal) => {
	const {policy, grants, pins} = trustOf(given);
	await Promise.all([grants.refresh(), pins.check(pinnedDefinitions(given.run.servers), signal)]);
	return policy;
};

export const testCommand: RunCommand = async (given, signal) => {
	const {line, run, output} = given;
	const [path = ''] = line.words;
	const [{file, update}, {createJudge}, {fillArguments}, {createSchemaChecker}] = await Promise.all([
		open(path, signal),
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
				openPolicy: stop => openPolicy(given, stop),
				now: () => performance.now(),
				only: all(line, 'server'),
				isYes: line.values.has('yes'),
				ask: question => askPerson(question, signal),
				...(update !== undefined && line.values.has('update') ? {update} : {}),
			},
			signal,
		);
	} finally {
		await checker.close();
	}
};
