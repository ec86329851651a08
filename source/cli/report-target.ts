import {mkdir, writeFile} from 'node:fs/promises';
import {dirname} from 'node:path';
import type {CommandLine} from '../command-line/parse-command-line.ts';
import type {Failure} from '../domain/failure.ts';
import type {ReportTarget} from '../headless/junit-report.ts';
import {first} from './line-values.ts';

type ReportTargetRead =
	| {readonly type: 'read'; readonly junit: ReportTarget | undefined}
	| {readonly type: 'refused'; readonly failure: Failure};

/** Where --junit puts a report. Its folder is made, as reports often go into one that is not committed. */
export const reportTarget = (line: CommandLine): ReportTargetRead => {
	const path = first(line, 'junit');
	if (path === '-' && line.values.has('json')) {
		const message = '--junit - and --json would both print to stdout.';
		const hint = 'Name a file for one of them: --junit report.xml';
		return {type: 'refused', failure: {code: 'bad-input', message, hint}};
	}
	const save = async (file: string, text: string): Promise<void> => {
		await mkdir(dirname(file), {recursive: true});
		await writeFile(file, text);
	};
	return {type: 'read', junit: path === undefined ? undefined : {path, save}};
};
