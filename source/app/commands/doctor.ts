import {assertNever} from '../../domain/assert-never.ts';
import type {Failure} from '../../domain/failure.ts';
import type {ServerStatus} from '../../domain/server.ts';
import type {DiagnosisStep} from '../../domain/server-ports.ts';
import {alignColumns} from '../../support/align-columns.ts';
import {offeredCounts} from '../../support/offered-counts.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {Command, CommandHost} from './command.ts';

const marks: Readonly<Record<DiagnosisStep['outcome'], string>> = {
	ok: '✔',
	warning: '!',
	failed: '✘',
	skipped: '○',
};

const trouble = (
	name: string,
	outcome: DiagnosisStep['outcome'],
	{message, hint}: Failure,
): DiagnosisStep => ({name, outcome, detail: message, ...(hint === undefined ? {} : {hint})});

const serverStep = (name: string, status: ServerStatus): DiagnosisStep => {
	switch (status.type) {
		case 'ready':
		case 'ready-but-list-failed': {
			const [failure] = Object.values(status.unreadable ?? {});
			return failure === undefined
				? {name, outcome: 'ok', detail: 'ready'}
				: trouble(name, 'warning', {...failure, message: `${offeredCounts(status)}. ${failure.message}`});
		}
		case 'disabled':
			return {name, outcome: 'skipped', detail: 'disabled'};
		case 'idle':
			return {name, outcome: 'skipped', detail: 'not started yet'};
		case 'connecting':
			return {name, outcome: 'skipped', detail: 'connecting'};
		case 'failed':
		case 'needs-sign-in':
		case 'reconnecting':
			return trouble(name, status.type === 'failed' ? 'failed' : 'warning', status.failure);
		default:
			return assertNever(status);
	}
};

const ownSteps = ({getState, refused}: CommandHost): readonly DiagnosisStep[] => {
	const {savingFailure, model} = getState();
	return [
		{name: 'model', outcome: 'ok', detail: model},
		savingFailure === undefined
			? {name: 'session', outcome: 'ok', detail: 'is saved'}
			: {name: 'session', outcome: 'failed', detail: `is not saved: ${savingFailure.message}`},
		...refused().map(
			({name, problems, isUntrusted}): DiagnosisStep => ({
				name,
				outcome: isUntrusted === true ? 'skipped' : 'failed',
				detail: isUntrusted === true ? 'not used, because you have not trusted it' : problems.join('; '),
			}),
		),
	];
};

export const doctor: Command = {
	name: 'doctor',
	aliases: ['status'],
	argument: '',
	summary: 'what is wrong, and what to do about it',
	async run(_argument, host, signal) {
		const checked = (await host.checkUp?.(signal)) ?? [];
		if (signal.aborted) {
			return;
		}
		const steps = [
			...checked,
			...ownSteps(host),
			...[...host.getState().servers].map(([name, status]) => serverStep(name, status)),
		];
		const rows = steps.flatMap(({name, outcome, detail, hint}) => [
			[`${marks[outcome]} ${sanitiseLine(name)}`, sanitiseLine(detail)] as const,
			...(hint?.split('\n') ?? []).map(line => ['', sanitiseLine(line)] as const),
		]);
		host.say(
			[...alignColumns(rows), '', 'mcp-tui doctor looks at every step on the way to each server.'].join('\n'),
			steps.some(({outcome}) => outcome === 'failed') ? 'warning' : 'info',
		);
	},
};
