import type {DiagnosisStep} from '../../domain/server-ports.ts';
import {countOf} from '../../support/count-of.ts';
import {type CommandOutput, commandExitCodes} from '../command-output.ts';
import {type Diagnosis, diagnoseEach} from '../servers/diagnose-servers.ts';
import {machineSteps} from './machine-steps.ts';
import {placeSteps} from './place-steps.ts';
import type {ProgramFacts} from './program-facts.ts';
import {serverRows} from './server-rows.ts';
import {type DoctorRun, settingsSteps} from './settings-steps.ts';
import {stepRows} from './step-rows.ts';

/** Longer lines are hard to read. */
const widest = 100;

const hasFailed = ({outcome}: DiagnosisStep): boolean => outcome === 'failed';

const lastLine = (rows: readonly DiagnosisStep[]): string => {
	const failed = rows.filter(hasFailed).length;
	const warned = rows.filter(({outcome}) => outcome === 'warning').length;
	const worth =
		warned === 0 ? '' : ` ${countOf(warned, 'line')} with ! ${warned === 1 ? 'is' : 'are'} worth a look.`;
	return failed === 0
		? `Nothing is wrong.${worth}`
		: `${countOf(failed, 'line')} with ✘ ${failed === 1 ? 'says' : 'say'} what is wrong.${worth}`;
};

/** Looks at the whole installation: the program, its surroundings, its files, every server. */
export const diagnoseProgram = async (
	run: DoctorRun,
	facts: ProgramFacts,
	output: CommandOutput,
	signal: AbortSignal,
): Promise<number> => {
	const steps = [...machineSteps(facts), ...placeSteps(facts), ...settingsSteps(facts, run)];
	const width = Math.min(widest, facts.columns ?? 80);
	if (!output.isJson) {
		output.print('mcp-tui');
		for (const line of stepRows(steps, width)) {
			output.print(line);
		}
	}
	const servers: readonly Diagnosis[] = await diagnoseEach(
		run,
		{onServer: ({name}) => output.show(`Looking at ${name} ...`)},
		signal,
	);
	const isFine = !steps.some(hasFailed) && servers.every(({ok}) => ok);
	if (output.isJson) {
		output.printJson({ok: isFine, version: facts.version, steps, servers});
	} else {
		const rows = serverRows(servers, run.configs);
		for (const line of rows.length === 0 ? [] : ['', 'servers', ...stepRows(rows, width)]) {
			output.print(line);
		}
		output.print('');
		output.print(lastLine([...steps, ...rows]));
	}
	return isFine ? commandExitCodes.ok : commandExitCodes.failed;
};
