import type {Check, CheckFileRead, FillArguments, UpdateChecks} from '../../domain/check.ts';
import type {Failure} from '../../domain/failure.ts';
import type {Policy} from '../../domain/ports.ts';
import type {ServerConfig, ServerStatus} from '../../domain/server.ts';
import {countOf} from '../../support/count-of.ts';
import {suggestion} from '../../support/nearest.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {type CommandOutput, commandExitCodes} from '../command-output.ts';
import {type ReportTarget, writeReport} from '../junit-report.ts';
import {connectServers} from '../servers/connect-servers.ts';
import {findServer, type ServerRun} from '../servers/server-run.ts';
import {unusableServer} from '../servers/unusable-server.ts';
import {type CheckedCheck, countOutcomes, outcomeObject} from './check-outcome.ts';
import {type Connected, holdBack, type Planned, planCheck} from './plan-checks.ts';
import {type CheckPorts, runCheck} from './run-check.ts';
import {checkSuites, countsLine, outcomeLines} from './show-outcome.ts';

export type RunChecksOptions = Omit<CheckPorts, 'servers'> & {
	readonly run: ServerRun;
	readonly output: CommandOutput;
	/** In the order in which their tests are told. */
	readonly files: readonly CheckFile[];
	/** The servers whose tests are run; without any, all. */
	readonly only: readonly string[];
	/** Only tests with this in their name, whatever its case. */
	readonly filter?: string | undefined;
	/** Where a JUnit report goes. */
	readonly junit?: ReportTarget | undefined;
	readonly fill: FillArguments;
	/** What the user has forbidden and accepted, once it is known what the servers offer. */
	readonly openPolicy: (signal: AbortSignal) => Promise<Pick<Policy, 'decide'>>;
	/** Also what may change something, or sends variables of the environment. */
	readonly isYes: boolean;
	/** Asks a person; absent where there is none. */
	readonly ask?: ((question: string) => Promise<boolean>) | undefined;
};

/** A file of tests, as it was named on the command line or found in a folder. */
export type CheckFile = {
	readonly path: string;
	readonly read: CheckFileRead;
	/** From now on the file is to expect what came. */
	readonly update?: UpdateChecks | undefined;
};

/** A check that was chosen, and the file that has it. */
type Chosen = {readonly check: Check; readonly file: string};

/** Starts the servers that some check needs, all at once. One that does not work fails its own checks alone. */
const connect = async (
	{run, output, openPolicy}: RunChecksOptions,
	names: ReadonlySet<string>,
	signal: AbortSignal,
): Promise<Connected> => {
	const failures = new Map<string, Failure>();
	const configs: ServerConfig[] = [];
	for (const name of names) {
		const found = findServer(run, name);
		if (found.type === 'found') {
			configs.push(found.config);
		} else {
			failures.set(name, found.failure);
		}
	}
	const statuses = await connectServers(run, configs, output, signal);
	output.show('');
	for (const {name} of configs) {
		const status: ServerStatus = statuses.get(name) ?? {type: 'idle'};
		const failure = unusableServer(name, status, signal);
		if (failure !== undefined) {
			failures.set(name, failure);
		}
	}
	const definitions = run.servers.tools().map(({definition}) => definition);
	return {failures, definitions, policy: await openPolicy(signal)};
};

/** Tells what is known in the order of the files, as soon as everything before it is known. */
const createTeller = (output: CommandOutput, total: number, isOneFile: boolean) => {
	const known: (CheckedCheck | undefined)[] = Array.from({length: total}, () => undefined);
	let told = 0;
	let file: string | undefined;
	return (index: number, checked: CheckedCheck): void => {
		known[index] = checked;
		for (let next = known[told]; next !== undefined; next = known[told]) {
			told += 1;
			if (output.isJson) {
				continue;
			}
			if (!isOneFile && next.file !== file) {
				output.print(`${file === undefined ? '' : '\n'}${sanitiseLine(next.file)}`);
			}
			file = next.file;
			output.print(outcomeLines(next).join('\n'));
		}
	};
};

/** Servers side by side; the checks of one follow each other, since one may need what another did. */
const runAll = async (
	planned: readonly Planned[],
	chosen: readonly Chosen[],
	options: RunChecksOptions,
	signal: AbortSignal,
): Promise<readonly CheckedCheck[]> => {
	const {run, judge, now, output, files} = options;
	const ports: CheckPorts = {servers: run.servers, judge, now};
	const tell = createTeller(output, planned.length, files.length === 1);
	const lastOf = new Map<string, Promise<unknown>>();
	return Promise.all(
		planned.map((each, index) => {
			const {check} = each;
			const before = lastOf.get(check.server);
			const runOne = async (): Promise<CheckedCheck> => {
				await before;
				const outcome = 'outcome' in each ? each.outcome : await runCheck(ports, each, signal);
				const checked = {check, file: chosen[index]?.file ?? '', outcome};
				tell(index, checked);
				return checked;
			};
			const running = runOne();
			lastOf.set(check.server, running);
			return running;
		}),
	);
};

/** How many checks the files now expect otherwise; what could not be written is told. */
const update = async (
	checked: readonly CheckedCheck[],
	{files, output}: RunChecksOptions,
): Promise<number> => {
	let updated = 0;
	for (const {path, read, update: write} of files) {
		const all = read.type === 'read' ? read.checks : [];
		const updates = checked.flatMap(({check, file, outcome}) =>
			outcome.type === 'failed' && file === path
				? [{index: all.indexOf(check), differences: outcome.differences, answer: outcome.answer}]
				: [],
		);
		const failure = updates.length === 0 ? undefined : await write?.(updates);
		if (failure === undefined) {
			updated += write === undefined ? 0 : updates.length;
		} else {
			output.complain(failure);
		}
	}
	if (updated > 0) {
		output.say(
			`${countOf(updated, 'test')} ${updated === 1 ? 'was' : 'were'} rewritten to expect what came.`,
		);
	}
	return updated;
};

const conclude = (
	checked: readonly CheckedCheck[],
	updated: number,
	{output, ask}: RunChecksOptions,
): number => {
	const counts = countOutcomes(checked);
	const isOk = counts.failed === updated && counts.notRun === 0;
	if (output.isJson) {
		const rewritten = updated === 0 ? {} : {updated};
		output.printJson({ok: isOk, ...counts, ...rewritten, tests: checked.map(outcomeObject)});
	} else {
		output.print(`\n${countsLine(counts, updated)}`);
	}
	const notRun = (type: 'held-back' | 'denied'): string | undefined => {
		const count = checked.filter(({outcome}) => outcome.type === type).length;
		return count === 0 ? undefined : count === 1 ? '1 test was not run' : `${count} tests were not run`;
	};
	const denied = notRun('denied');
	if (denied !== undefined) {
		output.say(`${denied}: your approvals deny it. Why: mcp-tui policy test <server> <tool>`);
	}
	const what = notRun('held-back');
	if (what !== undefined) {
		output.say(
			`${what}: what may change something or sends variables of the environment needs your word.\nAdd --yes to run everything, or write skip: with a reason into the test.`,
		);
	}
	if (isOk) {
		return commandExitCodes.ok;
	}
	// Everything went well, except for calls that needed an answer without a terminal to ask at.
	const isUnasked =
		ask === undefined && what !== undefined && denied === undefined && counts.failed === updated;
	return isUnasked ? commandExitCodes.approvalNeeded : commandExitCodes.failed;
};

/** The checks that are asked for; a name that no check has is a slip. */
const choose = (
	all: readonly Chosen[],
	{only, filter = '', files}: RunChecksOptions,
): readonly Chosen[] | Failure => {
	const servers = [...new Set(all.map(({check}) => check.server))];
	const unknown = only.find(name => !servers.includes(name));
	if (unknown !== undefined) {
		const who = files.length === 1 ? 'The file has' : 'The files have';
		const message = `${who} no test of server "${unknown}"${suggestion(unknown, servers) || '.'}`;
		return {code: 'bad-input', message};
	}
	const wanted = filter.toLowerCase();
	const chosen = all.filter(
		({check: {server, name}}) =>
			(only.length === 0 || only.includes(server)) && name.toLowerCase().includes(wanted),
	);
	// A script that tests nothing must not succeed.
	return chosen.length === 0 && filter !== ''
		? {code: 'bad-input', message: `No test has "${filter}" in its name, so nothing was run.`}
		: chosen;
};

/** `test`: runs the checks of files against real servers, and says how each went. */
export const runChecks = async (given: RunChecksOptions, signal: AbortSignal): Promise<number> => {
	const {files, junit} = given;
	// A report on stdout is read by a program, so what is for people goes beside it.
	const output = junit?.path === '-' ? {...given.output, print: given.output.say} : given.output;
	const options = {...given, output};
	const problems = files.flatMap(({read}) => (read.type === 'refused' ? read.problems : []));
	if (problems.length > 0) {
		return output.refuse({
			code: 'bad-test-file',
			message: problems.join('\n'),
			hint:
				files.length === 1
					? 'Correct the file: nothing of it was run.'
					: 'Correct this first: no test of any file was run.',
		});
	}
	const all = files.flatMap(({path: file, read}) =>
		read.type === 'read' ? read.checks.map((check): Chosen => ({check, file})) : [],
	);
	const chosen = choose(all, options);
	if ('code' in chosen) {
		return output.refuse(chosen);
	}
	const needed = new Set(chosen.flatMap(({check}) => (check.skip === undefined ? [check.server] : [])));
	const connected = await connect(options, needed, signal);
	const {fill, isYes, ask} = options;
	const planned = await holdBack(
		chosen.map(({check}) => planCheck(check, connected, fill)),
		async question => isYes || (await ask?.(question)) === true,
	);
	const checked = await runAll(planned, chosen, options, signal);
	const updated = signal.aborted ? 0 : await update(checked, options);
	const code = conclude(checked, updated, options);
	const unwritten =
		junit === undefined ? undefined : await writeReport(junit, checkSuites(checked), given.output);
	if (unwritten === undefined) {
		return code;
	}
	output.complain(unwritten);
	return commandExitCodes.failed;
};
