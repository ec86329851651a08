import type {DiagnosisStep} from '../../domain/server-ports.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {wrapColumns} from '../../support/wrap-words.ts';
import {marks} from '../servers/diagnose-servers.ts';

type Row = readonly [string, string];

const widest = 20;

const rowsOf = ({name, outcome, detail, hint}: DiagnosisStep): readonly Row[] => [
	[`${marks[outcome]} ${sanitiseLine(name)}`, sanitiseLine(detail)],
	...(hint === undefined ? [] : [['', sanitiseLine(hint)] as const]),
];

/** Names below each other, what was found beside them, and what to do about it below that. */
export const stepRows = (steps: readonly DiagnosisStep[], width: number): readonly string[] =>
	wrapColumns(steps.flatMap(rowsOf), width - 2, widest).map(line => `  ${line}`);
