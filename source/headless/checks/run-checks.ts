import type {Check, CheckFileRead, FillArguments, UpdateChecks} from '../../domain/check.ts';
import type {Failure} from '../../domain/failure.ts';
import type {Policy} from '../../domain/ports.ts';
import type {ServerConfig, ServerStatus} from '../../domain/server.ts';
import {suggestion} from '../../support/nearest.ts';
import {type CommandOutput, commandExitCodes} from '../command-output.ts';
import {connectServers} from '../servers/connect-servers.ts';
import {findServer, type ServerRun} from '../servers/server-run.ts';
import {unusableServer} from '../servers/unusable-server.ts';
import {type CheckedCheck, countOutcomes, outcomeObject} from './check-outcome.ts';
import {type Connected, holdBack, type Planned, planCheck} from './plan-checks.ts';
import {type CheckPorts, runCheck} from './run-check.ts';
import {countsLine, outcomeLines} from './show-outcome.ts';

export type RunChecksOptions = Omit<CheckPorts, 'servers'> & {
	readonly run: ServerRun;
	readonly output: CommandOutput;
	readonly file: CheckFileRead;
	/** The servers whose tests are run; without any, all. */
	readonly only: readonly string[];
	readonly fill: FillArguments;
	/** What the user has forbidden and accepted, once it is known what the servers offer. */
	readonly openPolicy: (signal: AbortSignal) => Promise<Pick<Policy, 'decide'>>;
	/** Also what may change something, or sends variables of the environment. */
	readonly isYes: boolean;
	/** Asks a person; absent where there is none. */
	readonly ask?: (question: string) => Promise<boolean>;
	/** From now on the file is to expect what came. */
	readonly update?: UpdateChecks;
};

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

/** Tells what is known in the order of the file, as soon as everything before it is known. */
const createTeller = (output: CommandOutput, total: number) => {
	const known: (CheckedCheck | undefined)[] = Array.from({length: total}, () => undefined);
	let told = 0;
	return (index: number, checked: CheckedCheck): void => {
		known[index] = checked;
		for (let next = known[told]; next !== undefined; next = known[told]) {
			told += 1;
			if (!output.isJson) {
				output.print(outcomeLines(next).join('\n'));
			}
		}
	};
};

/** Servers side by side; the checks of one follow each other, since one may need what another did. */
const runAll = async (
	planned: readonly Planned[],
	options: RunChecksOptions,
	signal: AbortSignal,
): Promise<readonly CheckedCheck[]> => {
	const {run, judge, now, output} = options;
	const ports: CheckPorts = {servers: run.servers, judge, now};
	const tell = createTeller(output, planned.length);
	const lastOf = new Map<string, Promise<unknown>>();
	return Promise.all(
		planned.map((each, index) => {
			const {check} = each;
			const before = lastOf.get(check.server);
			const runOne = async (): Promise<CheckedCheck> => {
				await before;
				const outcome = 'outcome' in each ? each.outcome : await runCheck(ports, each, signal);
				const checked = {check, outcome};
				tell(index, checked);
				return checked;
			};
			const running = runOne();
			lastOf.set(check.server, running);
			return running;
		}),
	);
};

/** How many checks the file now expects otherwise; a failure where it could not be written. */
const update = async (
	checked: readonly CheckedCheck[],
	all: readonly Check[],
	{update: write, output}: RunChecksOptions,
): Promise<number> => {
	const updates = checked.flatMap(({check, outcome}) =>
		outcome.type === 'failed'
			? [{index: all.indexOf(check), differences: outcome.differences, answer: outcome.answer}]
			: [],
	);
	if (write === undefined || updates.length === 0) {
		return 0;
	}
	const failure = await write(updates);
	if (failure !== undefined) {
		output.complain(failure);
		return 0;
	}
	output.say(
		updates.length === 1
			? '1 test was rewritten to expect what came.'
			: `${updates.length} tests were rewritten to expect what came.`,
	);
	return updates.length;
};

const conclude = (checked: readonly CheckedCheck[], updated: number, output: CommandOutput): number => {
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
	return isOk ? commandExitCodes.ok : commandExitCodes.failed;
};

/** The checks that are asked for; a name that no check has is a slip. */
const choose = (checks: readonly Check[], only: readonly string[]): readonly Check[] | Failure => {
	const servers = [...new Set(checks.map(({server}) => server))];
	const unknown = only.find(name => !servers.includes(name));
	return unknown === undefined
		? checks.filter(({server}) => only.length === 0 || only.includes(server))
		: {
				code: 'bad-input',
				message: `The file has no test of server "${unknown}"${suggestion(unknown, servers) || '.'}`,
			};
};

/** `test`: runs the checks of a file against real servers, and says how each went. */
export const runChecks = async (options: RunChecksOptions, signal: AbortSignal): Promise<number> => {
	const {output, file, only} = options;
	if (file.type === 'refused') {
		return output.refuse({
			code: 'bad-test-file',
			message: file.problems.join('\n'),
			hint: 'Correct the file: nothing of it was run.',
		});
	}
	const chosen = choose(file.checks, only);
	if ('code' in chosen) {
		return output.refuse(chosen);
	}
	const needed = new Set(chosen.filter(({skip}) => skip === undefined).map(({server}) => server));
	const connected = await connect(options, needed, signal);
	const {fill, isYes, ask} = options;
	const planned = await holdBack(
		chosen.map(check => planCheck(check, connected, fill)),
		async question => isYes || (await ask?.(question)) === true,
	);
	const checked = await runAll(planned, options, signal);
	const updated = signal.aborted ? 0 : await update(checked, file.checks, options);
	return conclude(checked, updated, output);
};
