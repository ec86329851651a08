import {readdir, realpath, stat} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import type {CheckFileRead, UpdateChecks} from '../domain/check.ts';
import {describeError} from '../domain/failure.ts';
import {pinnedDefinitions} from '../domain/server-instructions.ts';
import {type CheckFile, runChecks} from '../headless/checks/run-checks.ts';
import {redactor} from '../program-redactor.ts';
import {withFileLock} from '../support/file-lock.ts';
import {looksSecret} from '../support/mask-secrets.ts';
import {replaceFile} from '../support/replace-file.ts';
import {soundsSecret} from '../support/secret-names.ts';
import {askPerson} from './ask-person.ts';
import {all, first} from './line-values.ts';
import {reportTarget} from './report-target.ts';
import type {Given, RunCommand} from './server-command-table.ts';
import {trustOf} from './trust-commands.ts';

const readText = async (path: string): Promise<string> => {
	const {readSmallText} = await import('../core/config/agent/read-small-text.ts');
	return readSmallText(path);
};

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

const open = async (path: string, signal: AbortSignal): Promise<CheckFile> => {
	const [{unreadableSentence}, {readCheckFile}] = await Promise.all([
		import('../core/config/agent/describe-unreadable.ts'),
		import('../core/checks/read-check-file.ts'),
	]);
	let content: string;
	try {
		content = await readText(path);
	} catch (error) {
		const problems = [unreadableSentence(path, error)];
		return {path, read: {type: 'refused', problems}};
	}
	const read = await readCheckFile(path, content);
	return read.type === 'read' ? {path, read, update: updaterOf(path, content, read, signal)} : {path, read};
};

const testName = /\.test\.(?:ya?ml|json)$/;

/** The files of tests below a folder, without those of packages and of hidden folders. */
const filesBelow = async (folder: string): Promise<readonly string[]> => {
	const entries = await readdir(folder, {withFileTypes: true});
	const found = await Promise.all(
		entries
			.toSorted((one, other) => (one.name < other.name ? -1 : 1))
			.map(async (entry): Promise<readonly string[]> => {
				const path = join(folder, entry.name);
				if (entry.isDirectory()) {
					return entry.name.startsWith('.') || entry.name === 'node_modules' ? [] : filesBelow(path);
				}
				return testName.test(entry.name) ? [path] : [];
			}),
	);
	return found.flat();
};

/** What a word of the command line stands for: itself, or the files of tests in a folder. */
const openWord = async (word: string, signal: AbortSignal): Promise<readonly CheckFile[]> => {
	const refuse = (problem: string): readonly CheckFile[] => [
		{path: word, read: {type: 'refused', problems: [problem]}},
	];
	const isFolder = await stat(word).then(
		found => found.isDirectory(),
		() => false,
	);
	if (!isFolder) {
		return [await open(word, signal)];
	}
	try {
		const paths = await filesBelow(word);
		return paths.length === 0
			? refuse(`${word} has no file named *.test.yaml, *.test.yml or *.test.json.`)
			: Promise.all(paths.map(path => open(path, signal)));
	} catch (error) {
		return refuse(`${word} could not be read: ${describeError(error)}.`);
	}
};

/** Every file once, however often and by whichever way it is named. */
const openAll = async (words: readonly string[], signal: AbortSignal): Promise<readonly CheckFile[]> => {
	const files = (await Promise.all(words.map(word => openWord(word, signal)))).flat();
	const places = files.map(({path}) => resolve(path));
	return files.filter((_file, index) => places.indexOf(places[index] ?? '') === index);
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
	const target = reportTarget(line);
	if (target.type === 'refused') {
		return output.refuse(target.failure);
	}
	const [files, {createJudge}, {fillArguments}, {createSchemaChecker}] = await Promise.all([
		openAll(line.words, signal),
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
				files: line.values.has('update') ? files : files.map(({path, read}) => ({path, read})),
				judge: createJudge(checker.check),
				fill: args => fillArguments(args, process.env, learn),
				openPolicy: stop => openPolicy(given, stop),
				now: () => performance.now(),
				only: all(line, 'server'),
				isYes: line.values.has('yes'),
				ask: process.stdin.isTTY ? question => askPerson(question, signal) : undefined,
				filter: first(line, 'filter'),
				junit: target.junit,
			},
			signal,
		);
	} finally {
		await checker.close();
	}
};
