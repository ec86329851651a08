import type {DiagnosisStep} from '../../domain/server-ports.ts';
import {type CommandOutput, commandExitCodes} from '../command-output.ts';
import {diagnoseAll, stepLines} from './diagnose-servers.ts';
import type {ServerRun} from './server-run.ts';

/** What the program sees of the machine it runs on. */
export type ProgramFacts = {
	readonly version: string;
	readonly nodeVersion: string;
	readonly isTerminal: boolean;
	/** The value of TERM. */
	readonly terminal: string | undefined;
	readonly columns: number | undefined;
	readonly colour: boolean;
	readonly language: string | undefined;
	/** What is wrong with the place for secrets, if anything is. */
	readonly keychainTrouble: {readonly problem: string; readonly hint: string} | undefined;
	/** Where secrets are kept, as the user is told. */
	readonly secretPlace: string;
	/** The keys of providers that are set, each with where it comes from. */
	readonly keys: readonly {readonly title: string; readonly source: string}[];
	/** Files of configuration, those that do not exist included. */
	readonly configFiles: readonly {readonly path: string; readonly exists: boolean}[];
};

const terminalStep = ({isTerminal, terminal, columns}: ProgramFacts): DiagnosisStep => {
	const name = 'terminal';
	if (!isTerminal) {
		return {
			name,
			outcome: 'warning',
			detail: 'stdin or stdout is not a terminal',
			hint: 'The chat needs one; in scripts use mcp-tui -p "...".',
		};
	}
	if (terminal === undefined || terminal === 'dumb') {
		return {
			name,
			outcome: 'warning',
			detail: `TERM is ${terminal ?? 'not set'}`,
			hint: 'Set TERM, for example to xterm-256color, if the terminal can do more.',
		};
	}
	return columns !== undefined && columns < 40
		? {
				name,
				outcome: 'warning',
				detail: `${columns} columns`,
				hint: 'Make the window wider: 60 is comfortable.',
			}
		: {name, outcome: 'ok', detail: `${terminal}, ${columns ?? 80} columns`};
};

const languageStep = ({language}: ProgramFacts): DiagnosisStep =>
	language === undefined || /utf-?8/i.test(language)
		? {name: 'language', outcome: 'ok', detail: language ?? 'not set'}
		: {
				name: 'language',
				outcome: 'warning',
				detail: `${language} is not UTF-8`,
				hint: 'Set LANG, for example to C.UTF-8, or signs and letters may be broken.',
			};

const secretStep = ({keychainTrouble: trouble, secretPlace}: ProgramFacts): DiagnosisStep =>
	trouble === undefined
		? {name: 'secrets', outcome: 'ok', detail: `kept in ${secretPlace}`}
		: {
				name: 'secrets',
				outcome: 'warning',
				detail: `${trouble.problem}; secrets are forgotten when the program ends`,
				hint: trouble.hint,
			};

const keyStep = ({keys, keychainTrouble}: ProgramFacts): DiagnosisStep =>
	keys.length > 0
		? {name: 'keys', outcome: 'ok', detail: keys.map(({title, source}) => `${title} (${source})`).join(', ')}
		: {
				name: 'keys',
				outcome: 'skipped',
				detail: 'no key of a provider is set; models on this machine need none',
				hint:
					keychainTrouble === undefined
						? 'Keep one with mcp-tui keys set anthropic, or export ANTHROPIC_API_KEY=...'
						: 'To set one: export ANTHROPIC_API_KEY=...',
			};

const configStep = ({configFiles}: ProgramFacts, {configs, problems}: ServerRun): DiagnosisStep => {
	const name = 'configuration';
	const read = configFiles.filter(({exists}) => exists).map(({path}) => path);
	if (problems.length > 0) {
		return {
			name,
			outcome: 'failed',
			detail: problems.join('; '),
			hint: 'Correct these places; what they do not name is not affected.',
		};
	}
	return read.length === 0
		? {
				name,
				outcome: 'warning',
				detail: `there is no ${configFiles.map(({path}) => path).join(' or ')}`,
				hint: 'Add a first server: mcp-tui mcp add <name> <command|url>',
			}
		: {
				name,
				outcome: 'ok',
				detail: `${configs.length} server${configs.length === 1 ? '' : 's'} in ${read.join(', ')}`,
			};
};

/** Looks at the whole program: terminal, Node, secrets, keys, configuration, every server. */
export const diagnoseProgram = async (
	run: ServerRun,
	facts: ProgramFacts,
	output: CommandOutput,
	signal: AbortSignal,
): Promise<number> => {
	const steps: readonly DiagnosisStep[] = [
		{name: 'mcp-tui', outcome: 'ok', detail: facts.version},
		{name: 'Node', outcome: 'ok', detail: facts.nodeVersion},
		terminalStep(facts),
		...(facts.colour
			? []
			: [{name: 'colour', outcome: 'warning', detail: 'NO_COLOR is set: no colours are used'} as const]),
		languageStep(facts),
		secretStep(facts),
		keyStep(facts),
		configStep(facts, run),
	];
	if (!output.isJson) {
		output.print('mcp-tui');
		for (const line of steps.flatMap(stepLines)) {
			output.print(line);
		}
	}
	const servers = await diagnoseAll(run, output, signal);
	const isFine = steps.every(({outcome}) => outcome !== 'failed') && servers.every(({ok}) => ok);
	if (output.isJson) {
		output.printJson({ok: isFine, steps, servers});
	}
	return isFine ? commandExitCodes.ok : commandExitCodes.failed;
};
