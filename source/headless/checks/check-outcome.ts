import type {Check, CheckAnswer, Difference} from '../../domain/check.ts';
import type {Failure} from '../../domain/failure.ts';

/** What became of a check. */
export type CheckOutcome =
	| {readonly type: 'passed'; readonly milliseconds: number}
	| {
			readonly type: 'failed';
			readonly differences: readonly Difference[];
			readonly answer: CheckAnswer;
	  }
	/** There was no answer that could be compared. */
	| {readonly type: 'broken'; readonly failure: Failure}
	/** The file says that it is not to be run. */
	| {readonly type: 'skipped'; readonly reason: string}
	/** It may do something that nobody has agreed to. */
	| {readonly type: 'held-back'; readonly reason: string}
	/** A rule of the user forbids it, whoever agrees. */
	| {readonly type: 'denied'; readonly reason: string};

export type CheckedCheck = {
	readonly check: Check;
	/** The file that has the check, as it was named. */
	readonly file: string;
	readonly outcome: CheckOutcome;
};

const round = (milliseconds: number): number => Math.round(milliseconds);

/** For scripts. */
export const outcomeObject = ({check: {name, server, tool}, file, outcome}: CheckedCheck): object => {
	const asked = {file, name, server, tool};
	switch (outcome.type) {
		case 'passed':
			return {...asked, status: 'passed', durationMs: round(outcome.milliseconds)};
		case 'failed':
			return {
				...asked,
				status: 'failed',
				durationMs: round(outcome.answer.milliseconds),
				differences: outcome.differences,
			};
		case 'broken':
			return {...asked, status: 'failed', error: outcome.failure};
		case 'skipped':
			return {...asked, status: 'skipped', reason: outcome.reason};
		case 'held-back':
		case 'denied':
			return {...asked, status: 'not-run', reason: outcome.reason};
	}
};

export type CheckCounts = {
	readonly passed: number;
	readonly failed: number;
	readonly skipped: number;
	readonly notRun: number;
};

export const countOutcomes = (checked: readonly CheckedCheck[]): CheckCounts => {
	const count = (...types: readonly CheckOutcome['type'][]): number =>
		checked.filter(({outcome}) => types.includes(outcome.type)).length;
	return {
		passed: count('passed'),
		failed: count('failed', 'broken'),
		skipped: count('skipped'),
		notRun: count('held-back', 'denied'),
	};
};
