import {describeError} from '../../../domain/failure.ts';
import type {DiagnosisStep} from '../../../domain/server-ports.ts';
import {withoutColours} from '../../../support/sanitise.ts';

/** What a step found out. A skipped one does not end the walk: it was not needed. */
export type Finding = Omit<DiagnosisStep, 'name'>;

export type Step = {readonly name: string; readonly look: (signal: AbortSignal) => Promise<Finding>};

export const ok = (detail: string): Finding => ({outcome: 'ok', detail});
export const warn = (detail: string, hint: string): Finding => ({outcome: 'warning', detail, hint});
export const fail = (detail: string, hint: string): Finding => ({outcome: 'failed', detail, hint});
export const skip = (detail: string): Finding => ({outcome: 'skipped', detail});

const lookAt = async ({look}: Step, signal: AbortSignal): Promise<Finding> => {
	try {
		const found = await look(signal);
		return {...found, detail: withoutColours(found.detail)};
	} catch (error) {
		return fail(describeError(error), 'This was not expected. Try again; if it stays, please report it.');
	}
};

/** Takes the steps in order and ends at the first that fails; the rest is named as skipped. */
export const walk = async function* (
	steps: readonly Step[],
	signal: AbortSignal,
): AsyncGenerator<DiagnosisStep> {
	let isOver = false;
	for (const step of steps) {
		if (isOver || signal.aborted) {
			yield {name: step.name, ...skip('')};
			continue;
		}
		const found = await lookAt(step, signal);
		isOver = found.outcome === 'failed';
		yield signal.aborted ? {name: step.name, ...skip('interrupted')} : {name: step.name, ...found};
	}
};

/** `340 ms`, `2.1 s` */
export const inTime = (milliseconds: number): string =>
	milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
