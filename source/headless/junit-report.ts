import {describeError, type Failure} from '../domain/failure.ts';
import {sanitise} from '../support/sanitise.ts';
import type {CommandOutput} from './command-output.ts';

export type JunitCase = {
	readonly name: string;
	/** What the case is about, such as a tool of a server. */
	readonly group: string;
	readonly milliseconds?: number | undefined;
	/** The first line is the message, all of it the text. */
	readonly problem?: {readonly type: 'failure' | 'error' | 'skipped'; readonly text: string} | undefined;
};

export type JunitSuite = {readonly name: string; readonly cases: readonly JunitCase[]};

/** Where a report goes: a file, or stdout. */
export type ReportTarget = {
	/** As the user has named it; `-` is stdout. */
	readonly path: string;
	readonly save: (path: string, text: string) => Promise<void>;
};

const entities: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	'\n': '&#10;',
};

/** Cleaned text has no control character but the line feed, so that XML can hold all of it. */
const content = (text: string): string => sanitise(text).replaceAll(/[&<>]/g, found => entities[found] ?? '');

const attribute = (text: string): string =>
	sanitise(text).replaceAll(/[&<>"\n]/g, found => entities[found] ?? '');

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3);

const caseLines = ({name, group, milliseconds, problem}: JunitCase): readonly string[] => {
	const time = milliseconds === undefined ? '' : ` time="${seconds(milliseconds)}"`;
	const head = `    <testcase name="${attribute(name)}" classname="${attribute(group)}"${time}`;
	if (problem === undefined) return [`${head}/>`];
	const {type, text} = problem;
	const [message = ''] = text.split('\n');
	return [
		`${head}>`,
		type === 'skipped'
			? `      <skipped message="${attribute(text)}"/>`
			: `      <${type} message="${attribute(message)}">${content(text)}</${type}>`,
		'    </testcase>',
	];
};

const countsOf = (cases: readonly JunitCase[]): string => {
	const count = (type: string): number => cases.filter(({problem}) => problem?.type === type).length;
	const numbers = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}"`;
	return `${numbers} skipped="${count('skipped')}"`;
};

/** The form that CI systems read. */
export const junitXml = (suites: readonly JunitSuite[]): string =>
	[
		'<?xml version="1.0" encoding="UTF-8"?>',
		`<testsuites ${countsOf(suites.flatMap(({cases}) => cases))}>`,
		...suites.flatMap(({name, cases}) => [
			`  <testsuite name="${attribute(name)}" ${countsOf(cases)}>`,
			...cases.flatMap(caseLines),
			'  </testsuite>',
		]),
		'</testsuites>',
		'',
	].join('\n');

/** Resolves with why a report could not be written. */
export const writeReport = async (
	{path, save}: ReportTarget,
	suites: readonly JunitSuite[],
	output: Pick<CommandOutput, 'print'>,
): Promise<Failure | undefined> => {
	const text = junitXml(suites);
	if (path === '-') {
		output.print(text);
		return undefined;
	}
	try {
		await save(path, text);
		return undefined;
	} catch (error) {
		return {
			code: 'report-not-written',
			message: `The report ${path} could not be written: ${describeError(error)}.`,
			hint: 'Name another file with --junit.',
		};
	}
};
