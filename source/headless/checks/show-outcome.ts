import type {Difference} from '../../domain/check.ts';
import type {Failure} from '../../domain/failure.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {JunitCase, JunitSuite} from '../junit-report.ts';
import type {CheckCounts, CheckedCheck, CheckOutcome} from './check-outcome.ts';

/** Nobody reads more of what is wrong with one test. */
const mostDifferences = 10;

const inTime = (milliseconds: number): string =>
	milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;

const differenceLines = ({expectation, path, expected, got}: Difference): readonly string[] => [
	`    ${[expectation, ...(path === undefined ? [] : [path])].join('  ')}`,
	`      expected  ${expected}`,
	`      got       ${got}`,
];

const detailLines = (differences: readonly Difference[]): readonly string[] => {
	const more = differences.length - mostDifferences;
	return [
		...differences.slice(0, mostDifferences).flatMap(differenceLines),
		...(more > 0 ? [`    and ${more} more`] : []),
	];
};

const brokenLines = ({message, hint}: Failure): readonly string[] => [
	...message.split('\n'),
	...(hint === undefined ? [] : hint.split('\n')),
];

/** What came of a check, as lines that are safe to print. What differs is below its name. */
export const outcomeLines = ({
	check,
	outcome,
}: Pick<CheckedCheck, 'check' | 'outcome'>): readonly string[] => {
	const lines = (): readonly string[] => {
		switch (outcome.type) {
			case 'passed':
				return [`✓ ${check.name}  ${inTime(outcome.milliseconds)}`];
			case 'failed':
				return [
					`✗ ${check.name}  ${inTime(outcome.answer.milliseconds)}`,
					...detailLines(outcome.differences),
				];
			case 'broken':
				return [`✗ ${check.name}`, ...brokenLines(outcome.failure).map(line => `    ${line}`)];
			case 'skipped':
				return [`- ${check.name}  skipped: ${outcome.reason}`];
			case 'held-back':
			case 'denied':
				return [`- ${check.name}  not run: ${outcome.reason}`];
		}
	};
	return lines().map(sanitiseLine);
};

/** `3 passed, 1 failed` */
export const countsLine = ({passed, failed, skipped, notRun}: CheckCounts, updated: number): string =>
	[
		`${passed} passed`,
		`${failed} failed${updated === 0 ? '' : ` (${updated} rewritten)`}`,
		...(skipped === 0 ? [] : [`${skipped} skipped`]),
		...(notRun === 0 ? [] : [`${notRun} not run`]),
	].join(', ');

const problemOf = (outcome: CheckOutcome): JunitCase['problem'] => {
	switch (outcome.type) {
		case 'passed':
			return undefined;
		case 'failed': {
			const [first] = outcome.differences;
			const title =
				first === undefined ? '' : `${first.expectation}: expected ${first.expected}, got ${first.got}`;
			return {type: 'failure', text: [title, ...detailLines(outcome.differences)].join('\n')};
		}
		case 'broken':
			return {type: 'error', text: brokenLines(outcome.failure).join('\n')};
		case 'skipped':
			return {type: 'skipped', text: outcome.reason};
		case 'held-back':
		case 'denied':
			return {type: 'error', text: `not run: ${outcome.reason}`};
	}
};

const durationOf = (outcome: CheckOutcome): number | undefined =>
	outcome.type === 'passed'
		? outcome.milliseconds
		: outcome.type === 'failed'
			? outcome.answer.milliseconds
			: undefined;

/** A suite for each file. */
export const checkSuites = (checked: readonly CheckedCheck[]): readonly JunitSuite[] =>
	[...new Set(checked.map(({file}) => file))].map(name => ({
		name,
		cases: checked
			.filter(({file}) => file === name)
			.map(({check, outcome}) => ({
				name: check.name,
				group: `${check.server}.${check.tool}`,
				milliseconds: durationOf(outcome),
				problem: problemOf(outcome),
			})),
	}));
