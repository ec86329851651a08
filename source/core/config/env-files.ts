import {readFileSync, statSync} from 'node:fs';
import {dirname, resolve} from 'node:path';
import {describeError} from '../../domain/failure.ts';
import {type Complaint, malformed, missing} from './complaint.ts';
import {parseEnvFile} from './parse-env-file.ts';

const maxBytes = 1024 * 1024;

type EnvFileText =
	| {readonly type: 'read'; readonly text: string}
	| {readonly type: 'refused'; readonly message: string};

/** Reads a file of variables. Whoever may not read just any file has one of their own. */
export type ReadEnvFile = (file: string) => EnvFileText;

export const absentFile = (file: string): string =>
	`there is no file ${file}. Create it, or correct the path`;

const readSmallFile: ReadEnvFile = file => {
	try {
		// A pipe or a device would block, or never end.
		const facts = statSync(file);
		if (!facts.isFile() || facts.size > maxBytes) {
			return {type: 'refused', message: `${file} is not a file of at most 1 MiB`};
		}
		return {type: 'read', text: readFileSync(file, 'utf8')};
	} catch (error) {
		const isAbsent = ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
		return {
			type: 'refused',
			message: isAbsent ? absentFile(file) : `cannot read ${file}: ${describeError(error)}`,
		};
	}
};

/** Reads the variables of files that lie beside the configuration; later files win. */
export const readEnvFiles = (
	paths: string | readonly string[],
	configFile: string,
	readFile: ReadEnvFile = readSmallFile,
): {readonly variables: Readonly<Record<string, string>>; readonly complaints: readonly Complaint[]} => {
	const complaints: Complaint[] = [];
	const variables = new Map<string, string>();
	const list = typeof paths === 'string' ? [paths] : paths;
	for (const [index, path] of list.entries()) {
		const place = typeof paths === 'string' ? [] : [index];
		const file = resolve(dirname(configFile), path);
		const read = readFile(file);
		if (read.type === 'refused') {
			complaints.push(missing(place, read.message));
			continue;
		}
		const parsed = parseEnvFile(read.text);
		for (const line of parsed.badLines) {
			complaints.push(malformed(place, `${file}:${line} is not a line like KEY=value`));
		}
		for (const [key, value] of Object.entries(parsed.variables)) {
			if (value.includes('\0')) {
				complaints.push(malformed(place, `the value of ${key} in ${file} holds a NUL character`));
			}
			variables.set(key, value);
		}
	}
	return {variables: Object.fromEntries(variables), complaints};
};
