import type {DiagnosisStep} from '../../domain/server-ports.ts';
import type {Bench} from '../bench/section.ts';

export type DoctorRun = {readonly steps: readonly DiagnosisStep[]; readonly isOver: boolean};

/** Who is looked at, and what was found so far. One look at a server at a time; it ends with the window. */
export const createDoctorRuns = ({ports, signal, changed}: Pick<Bench, 'ports' | 'signal' | 'changed'>) => {
	const runs = new Map<string, DoctorRun>();

	const walk = async (server: string): Promise<DoctorRun> => {
		const steps: DiagnosisStep[] = [];
		for await (const step of ports.servers?.diagnose(server, signal) ?? []) {
			steps.push(step);
			runs.set(server, {steps: [...steps], isOver: false});
			changed();
		}
		const over = {steps, isOver: true};
		runs.set(server, over);
		changed();
		return over;
	};

	return {
		of: (server: string): DoctorRun | undefined => runs.get(server),
		/** Undefined where it is being looked at already. */
		start: (server: string): Promise<DoctorRun> | undefined => {
			if (runs.get(server)?.isOver === false) {
				return undefined;
			}
			runs.set(server, {steps: [], isOver: false});
			changed();
			return walk(server);
		},
	};
};

export type DoctorRuns = ReturnType<typeof createDoctorRuns>;
