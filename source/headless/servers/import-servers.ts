import type {Failure} from '../../domain/failure.ts';
import type {FindForeignServers, ForeignClient, ForeignFile} from '../../domain/server-import.ts';
import {countOf} from '../../support/count-of.ts';
import {suggestion} from '../../support/nearest.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {quoteWord} from '../../support/shell-words.ts';
import {type CommandOutput, commandExitCodes} from '../command-output.ts';
import {describeImport, importObject} from './describe-import.ts';
import {keepSecrets} from './keep-secrets.ts';
import {type ImportRow, planImport} from './plan-import.ts';
import type {ServerRun} from './server-run.ts';

export type ImportOptions = {
	readonly run: Pick<ServerRun, 'configs' | 'changeConfig' | 'keepSecret'>;
	readonly output: CommandOutput;
	readonly findServers: FindForeignServers;
	/** Every client that can be named. */
	readonly clients: readonly ForeignClient[];
	/** Those that were named; none means all. */
	readonly wanted: readonly string[];
	/** The servers that were named; none means all. */
	readonly only: readonly string[];
	/** Import without a question. */
	readonly isYes: boolean;
	readonly replace: boolean;
	readonly isPlainText: boolean;
	/** The next line that the user types; undefined at the end of input or when aborted. Absent without a terminal. */
	readonly readLine?: (signal: AbortSignal) => Promise<string | undefined>;
};

type Outcome =
	| {readonly type: 'imported'; readonly file: string; readonly notes: readonly string[]}
	| {readonly type: 'failed'; readonly failure: Failure}
	/** It was not asked for with enough words. */
	| {readonly type: 'skipped'; readonly reason: string};

type Done = {readonly row: ImportRow; readonly outcome: Outcome};

const unknownName = (what: string, name: string, known: readonly string[]): Failure => ({
	code: 'bad-input',
	message: `There is no ${what} "${sanitiseLine(name)}"${suggestion(name, known) || '.'}`,
	hint:
		known.length === 0
			? 'None was found.'
			: `There ${known.length === 1 ? 'is' : 'are'} ${known.join(', ')}.`,
});

const unknownOf = ({clients, wanted}: ImportOptions): Failure | undefined => {
	const ids = clients.map(({id}) => id);
	const bad = wanted.find(name => !ids.includes(name));
	return bad === undefined ? undefined : unknownName('client', bad, ids);
};

const isWanted = ({replace}: ImportOptions, {state}: ImportRow): boolean =>
	state === 'new' || (state === 'different' && replace);

/** Of two of one name the first is imported, and a file of this folder comes after all others. */
const chosenFrom = (options: ImportOptions, rows: readonly ImportRow[]): readonly ImportRow[] => {
	const wanted = rows.filter(row => isWanted(options, row));
	return wanted.filter(
		(row, index) => wanted.findIndex(other => other.server.name === row.server.name) === index,
	);
};

const importOne = async (
	{server, file}: ImportRow,
	options: ImportOptions,
	isSeen: boolean,
	signal: AbortSignal,
): Promise<Outcome> => {
	const {run, replace, isPlainText, only} = options;
	const {name} = server;
	// Anybody may have filled this folder, and whoever only says yes has not looked.
	if (file.isOfProject && !isSeen && !only.includes(name)) {
		return {
			type: 'skipped',
			reason: `it comes from a file of this folder. Look at it, then name it: --server ${sanitiseLine(name)}`,
		};
	}
	const kept = await keepSecrets(
		name,
		server.entry,
		{keepSecret: run.keepSecret, scope: 'user', isPlainText},
		signal,
	);
	if (kept.type === 'refused') {
		return {type: 'failed', failure: kept.failure};
	}
	const changed = await run.changeConfig({type: 'put', name, entry: kept.entry, replace}, 'user');
	if (changed.type === 'refused') {
		await kept.undo();
		return {type: 'failed', failure: changed.failure};
	}
	return {type: 'imported', file: changed.file, notes: kept.notes};
};

const importAll = async (
	rows: readonly ImportRow[],
	options: ImportOptions,
	isSeen: boolean,
	signal: AbortSignal,
): Promise<readonly Done[]> => {
	const done: Done[] = [];
	for (const row of rows) {
		if (signal.aborted) break;
		done.push({row, outcome: await importOne(row, options, isSeen, signal)});
	}
	return done;
};

const tell = ({row, outcome}: Done, output: CommandOutput): void => {
	const name = sanitiseLine(row.server.name);
	switch (outcome.type) {
		case 'imported':
			output.print(`Imported server "${name}" from ${row.file.title} into ${outcome.file}.`);
			for (const note of outcome.notes) output.say(`  ${note}`);
			return;
		case 'failed':
			output.complain(outcome.failure);
			return;
		case 'skipped':
			output.say(`Server "${name}" is not imported: ${outcome.reason}`);
			return;
	}
};

const outcomeObject = (outcome: Outcome | undefined) => {
	switch (outcome?.type) {
		case undefined:
			return {};
		case 'imported':
			return {imported: true};
		case 'failed':
			return {imported: false, error: outcome.failure};
		case 'skipped':
			return {imported: false, reason: outcome.reason};
	}
};

const printObject = (
	{output}: ImportOptions,
	files: readonly ForeignFile[],
	rows: readonly ImportRow[],
	done: readonly Done[],
): void =>
	output.printJson({
		files: files.map(({client, file, problems}) => ({
			client,
			file,
			...(problems.length === 0 ? {} : {problems}),
		})),
		servers: rows.map(row => ({
			...importObject(row),
			...outcomeObject(done.find(other => other.row === row)?.outcome),
		})),
	});

const howTo = ({wanted, only}: ImportOptions, chosen: readonly ImportRow[]): string => {
	const command = ['mcp-tui mcp import', ...wanted.map(quoteWord)].join(' ');
	return only.length > 0
		? `To import ${chosen.length === 1 ? 'it' : 'them'}: ${command} ${only.map(name => `--server ${quoteWord(name)}`).join(' ')} --yes`
		: `To import ${chosen.length === 1 ? 'it' : `all ${chosen.length}`}: ${command} --yes   Only some: ${command} --server <name> --yes`;
};

/** Undefined when nobody can be asked. */
const askUser = async (
	{output, readLine}: ImportOptions,
	chosen: readonly ImportRow[],
	signal: AbortSignal,
): Promise<boolean | undefined> => {
	if (readLine === undefined || output.isJson) {
		return undefined;
	}
	output.say(
		`Import ${countOf(chosen.length, 'server')} marked with ${chosen.some(({state}) => state === 'different') ? '+ or !' : '+'} into your configuration? [y/N]`,
	);
	const line = await readLine(signal);
	return /^y(es)?$/i.test(line?.trim() ?? '');
};

const isTrouble = ({state}: ImportRow): boolean => state === 'unusable';

const codeOf = (
	{only, isYes}: ImportOptions,
	files: readonly ForeignFile[],
	rows: readonly ImportRow[],
	done: readonly Done[],
	signal: AbortSignal,
): number => {
	const hasFailed = done.some(({outcome}) => outcome.type === 'failed');
	const isUnread = files.some(({problems}) => problems.length > 0);
	// Whoever named a server wanted that one.
	const isLeft = only.some(name =>
		rows.every(row => row.server.name !== name || row.state === 'different' || row.state === 'built in'),
	);
	const isShort = isYes && (rows.some(isTrouble) || isUnread || (isLeft && done.length === 0));
	return hasFailed || isShort || signal.aborted ? commandExitCodes.failed : commandExitCodes.ok;
};

/** Finds the servers of other clients, shows them, and takes over what the user wants. */
export const importServers = async (options: ImportOptions, signal: AbortSignal): Promise<number> => {
	const {run, output, clients, wanted, only, isYes, isPlainText} = options;
	const unknown = unknownOf(options);
	if (unknown !== undefined) {
		return output.refuse(unknown);
	}
	const files = await options.findServers(wanted.length === 0 ? clients.map(({id}) => id) : wanted);
	const all = planImport(files, run.configs);
	const names = [...new Set(all.map(({server}) => sanitiseLine(server.name)))];
	const missing = only.find(name => !all.some(({server}) => server.name === name));
	if (missing !== undefined) {
		return output.refuse(unknownName('server', missing, names));
	}
	const rows = only.length === 0 ? all : all.filter(({server}) => only.includes(server.name));
	const chosen = chosenFrom(options, rows);
	if (!output.isJson) {
		for (const line of describeImport(files, rows, isPlainText)) output.print(line);
		if (rows.length === 0) {
			output.say(
				files.length === 0
					? `Nothing was found of ${clients
							.filter(({id}) => wanted.length === 0 || wanted.includes(id))
							.map(({title}) => title)
							.join(', ')}.`
					: 'There are no servers in these files.',
			);
		}
	}
	const isAgreed = chosen.length === 0 ? false : isYes || (await askUser(options, chosen, signal));
	const done = isAgreed === true ? await importAll(chosen, options, !isYes, signal) : [];
	if (output.isJson) {
		printObject(options, files, rows, done);
	} else {
		for (const each of done) tell(each, output);
		if (isAgreed === undefined) output.say(howTo(options, chosen));
		if (isAgreed === false && chosen.length > 0) output.say('Nothing was changed.');
		if (chosen.length === 0 && rows.length > 0) {
			const isOther = rows.some(({state}) => state === 'different');
			output.say(
				`There is nothing new to import.${isOther ? ' --replace puts theirs in the place of yours.' : ''}`,
			);
		}
	}
	return codeOf(options, files, rows, done, signal);
};
