import type {DiagnosisStep} from '../../domain/server-ports.ts';
import type {ServerRun} from '../servers/server-run.ts';
import type {ProgramFacts} from './program-facts.ts';

/** The servers of this installation, as far as they are looked at. */
export type DoctorRun = Pick<ServerRun, 'configs' | 'refused' | 'problems' | 'diagnose'> & {
	/** What works and is not what the user may think, a sentence each. */
	readonly warnings?: readonly string[] | undefined;
};

const name = 'configuration';

/** A line for each mistake: they are in different places. */
const mistakeSteps = (problems: readonly string[]): readonly DiagnosisStep[] =>
	problems.map((detail, index) => ({
		name,
		outcome: 'failed',
		detail,
		...(index === problems.length - 1
			? {hint: 'Correct these places; what they do not name is not affected.'}
			: {}),
	}));

const fileSteps = ({configFiles}: ProgramFacts, {problems, refused}: DoctorRun): readonly DiagnosisStep[] => {
	const read = configFiles.filter(({exists}) => exists).map(({path}) => path);
	if (read.length === 0 && problems.length === 0) {
		return [
			{
				name,
				outcome: 'skipped',
				detail: `there is no ${configFiles.map(({path}) => path).join(' or ')} yet`,
				hint: 'Add a first server: mcp-tui mcp add <name> <command|url>',
			},
		];
	}
	// What is wrong with a server is told where the server is.
	const ofServers = new Set(refused.flatMap(server => server.problems));
	const mistakes = problems.filter(problem => !ofServers.has(problem));
	return mistakes.length === 0 ? [{name, outcome: 'ok', detail: read.join(', ')}] : mistakeSteps(mistakes);
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

/** Where it is missing and wanted, the line about secrets has said what to do. */
const keyringStep = ({hasKeyring}: ProgramFacts): DiagnosisStep =>
	hasKeyring
		? {name: 'native part', outcome: 'ok', detail: '@napi-rs/keyring, for the keychain'}
		: {
				name: 'native part',
				outcome: 'skipped',
				detail: '@napi-rs/keyring is not installed; without it there is no keychain, and all else works',
			};

const keyStep = ({keys, withoutKey, keychainTrouble}: ProgramFacts): DiagnosisStep => {
	if (keys.length === 0) {
		return {
			name: 'keys',
			outcome: 'skipped',
			detail: 'no key of a provider is set; models on this machine need none',
			hint:
				keychainTrouble === undefined
					? 'Keep one with mcp-tui keys set anthropic, or export ANTHROPIC_API_KEY=...'
					: 'To set one: export ANTHROPIC_API_KEY=...',
		};
	}
	const set = keys.map(({title, source}) => `${title} (${source})`).join(', ');
	return {
		name: 'keys',
		outcome: 'ok',
		detail: withoutKey.length === 0 ? set : `${set}; none for ${withoutKey.join(', ')}`,
	};
};

/** What the user has set up. */
export const settingsSteps = (facts: ProgramFacts, run: DoctorRun): readonly DiagnosisStep[] => [
	...fileSteps(facts, run),
	...(run.warnings ?? []).map((detail): DiagnosisStep => ({name, outcome: 'warning', detail})),
	secretStep(facts),
	keyringStep(facts),
	keyStep(facts),
];
