import type {Difference} from '../../domain/check.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {CheckCounts, CheckedCheck} from './check-outcome.ts';

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

/** What came of a check, as lines that are safe to print. What differs is below its name. */
export const outcomeLines = ({check, outcome}: CheckedCheck): readonly string[] => {
	const lines = (): readonly string[] => {
		switch (outcome.type) {
			case 'passed':
				return [`✓ ${check.name}  ${inTime(outcome.milliseconds)}`];
			case 'failed':
				return [
					`✗ ${check.name}  ${inTime(outcome.answer.milliseconds)}`,
					...detailLines(outcome.differences),
				];
			case 'broken': {
				const {message, hint} = outcome.failure;
				const sentences = [...message.split('\n'), ...(hint === undefined ? [] : hint.split('\n'))];
				return [`✗ ${check.name}`, ...sentences.map(line => `    ${line}`)];
			}
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
