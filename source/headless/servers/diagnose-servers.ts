import {assertNever} from '../../domain/assert-never.ts';
import type {ServerConfig} from '../../domain/server.ts';
import type {DiagnosisStep} from '../../domain/server-ports.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {type CommandOutput, commandExitCodes} from '../command-output.ts';
import {targetOf} from './describe-server.ts';
import {findServer, type ServerRun, trustAdvice} from './server-run.ts';

type DiagnoseOptions = {
	readonly run: ServerRun;
	readonly output: CommandOutput;
	/** Without it every server is looked at. */
	readonly name: string | undefined;
};

export type Diagnosis = {
	readonly server: string;
	readonly ok: boolean;
	readonly steps: readonly DiagnosisStep[];
};

export const marks: Readonly<Record<DiagnosisStep['outcome'], string>> = {
	ok: '✔',
	warning: '!',
	failed: '✘',
	skipped: '-',
};

const stepLines = ({name, outcome, detail, hint}: DiagnosisStep): readonly string[] => {
	return [
		`  ${marks[outcome]} ${name}${detail === '' ? '' : `: ${sanitiseLine(detail)}`}`,
		...(hint?.split('\n') ?? []).map(line => `      ${sanitiseLine(line)}`),
	];
};

const isBad = ({outcome}: DiagnosisStep): boolean => {
	switch (outcome) {
		case 'failed':
			return true;
		case 'ok':
		case 'warning':
		case 'skipped':
			return false;
		default:
			return assertNever(outcome);
	}
};

/** It came after the one that failed. */
const isNotReached = ({outcome, detail}: DiagnosisStep): boolean => outcome === 'skipped' && detail === '';

type Listener = {
	readonly onServer?: (config: ServerConfig) => void;
	readonly onStep?: (step: DiagnosisStep) => void;
};

/** Walks the way to one server. */
const walkTo = async (
	diagnose: ServerRun['diagnose'],
	config: ServerConfig,
	{onServer, onStep}: Listener,
	signal: AbortSignal,
): Promise<Diagnosis> => {
	onServer?.(config);
	const steps: DiagnosisStep[] = [];
	for await (const step of diagnose(config, signal)) {
		steps.push(step);
		onStep?.(step);
	}
	return {server: config.name, ok: !signal.aborted && !steps.some(isBad), steps};
};

/** Walks the way to one server, telling each step as it is taken. */
const diagnoseOne = async (
	{diagnose}: ServerRun,
	config: ServerConfig,
	output: CommandOutput,
	signal: AbortSignal,
): Promise<Diagnosis> => {
	if (!output.isJson) {
		output.print(`${sanitiseLine(config.name)}  ${config.type}  ${targetOf(config)}`);
	}
	const onStep = (step: DiagnosisStep): void => {
		for (const line of output.isJson || isNotReached(step) ? [] : stepLines(step)) {
			output.print(line);
		}
	};
	const diagnosis = await walkTo(diagnose, config, {onStep}, signal);
	const missed = diagnosis.steps.filter(isNotReached).map(({name}) => name);
	if (!output.isJson && missed.length > 0) {
		output.print(`  ${marks.skipped} not tried: ${missed.join(', ')}`);
	}
	return diagnosis;
};

const refusedDiagnoses = ({refused}: Pick<ServerRun, 'refused'>): readonly Diagnosis[] =>
	refused.map(server => {
		const {name, problems, isUntrusted} = server;
		return isUntrusted === true
			? {
					server: name,
					ok: true,
					steps: problems.map(detail => ({
						name: 'trust',
						outcome: 'skipped',
						detail,
						hint: trustAdvice(server),
					})),
				}
			: {
					server: name,
					ok: false,
					steps: problems.map(detail => ({
						name: 'configuration',
						outcome: 'failed',
						detail,
						hint: 'Correct the entry in this file.',
					})),
				};
	});

/** Looks at every server that is not disabled, and at entries that cannot be used, without a word. */
export const diagnoseEach = async (
	run: Pick<ServerRun, 'configs' | 'refused' | 'diagnose'>,
	listener: Listener,
	signal: AbortSignal,
): Promise<readonly Diagnosis[]> => {
	const diagnoses: Diagnosis[] = [];
	for (const config of run.configs) {
		if (!config.disabled && !signal.aborted) {
			diagnoses.push(await walkTo(run.diagnose, config, listener, signal));
		}
	}
	return [...diagnoses, ...refusedDiagnoses(run)];
};

/** Looks at every server that is not disabled, and names entries that cannot be used. */
const diagnoseAll = async (
	run: ServerRun,
	output: CommandOutput,
	signal: AbortSignal,
): Promise<readonly Diagnosis[]> => {
	const diagnoses: Diagnosis[] = [];
	// One after the other: the lines of two would be hard to tell apart.
	for (const config of run.configs) {
		if (!config.disabled && !signal.aborted) {
			diagnoses.push(await diagnoseOne(run, config, output, signal));
		}
	}
	const refused = refusedDiagnoses(run);
	for (const {server, steps} of output.isJson ? [] : refused) {
		output.print(sanitiseLine(server));
		for (const line of steps.flatMap(stepLines)) {
			output.print(line);
		}
	}
	return [...diagnoses, ...refused];
};

/** Finds out step by step why servers do not work. */
export const diagnoseServers = async (
	{run, output, name}: DiagnoseOptions,
	signal: AbortSignal,
): Promise<number> => {
	let diagnoses: readonly Diagnosis[];
	if (name === undefined) {
		diagnoses = await diagnoseAll(run, output, signal);
		if (diagnoses.length === 0 && !output.isJson) {
			output.say('There is no server to look at. Add one: mcp-tui mcp add <name> <command|url>');
		}
	} else {
		const found = findServer(run, name);
		if (found.type === 'refused') {
			return output.refuse(found.failure);
		}
		diagnoses = [await diagnoseOne(run, found.config, output, signal)];
	}
	if (output.isJson) {
		output.printJson(diagnoses);
	}
	return diagnoses.every(({ok}) => ok) ? commandExitCodes.ok : commandExitCodes.failed;
};
