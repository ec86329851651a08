import type {ServerConfig} from '../../domain/server.ts';
import type {DiagnosisStep} from '../../domain/server-ports.ts';
import type {Diagnosis} from '../servers/diagnose-servers.ts';

/** The step that says what came of it all. */
const resultOf = (steps: readonly DiagnosisStep[]): string =>
	steps.find(({name}) => name === 'lists')?.detail ??
	steps.findLast(({detail}) => detail !== '')?.detail ??
	'';

/** A server as a line of its own: what is wrong with it, or that it works. */
const rowsOf = ({server, steps}: Diagnosis): readonly DiagnosisStep[] => {
	const rows = steps.map(({name, detail, ...step}) => ({
		...step,
		name: server,
		detail: `${name}: ${detail}`,
	}));
	const told = rows.filter(({outcome}) => outcome === 'failed' || outcome === 'warning');
	if (told.some(({outcome}) => outcome === 'failed')) {
		return told;
	}
	return steps.some(({outcome}) => outcome === 'ok')
		? [{name: server, outcome: 'ok', detail: resultOf(steps)}, ...told]
		: rows;
};

/** Every server: those that were looked at, and those that nobody uses now. */
export const serverRows = (
	diagnoses: readonly Diagnosis[],
	configs: readonly ServerConfig[],
): readonly DiagnosisStep[] => [
	...diagnoses.flatMap(rowsOf),
	...configs.flatMap(({name, disabled}) =>
		disabled ? [{name, outcome: 'skipped', detail: 'disabled'} as const] : [],
	),
];
