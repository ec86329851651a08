import {describeError} from '../../../domain/failure.ts';
import {parseConfigText, plainValue, withoutMark} from '../config-text.ts';

export type ForeignFormat = 'json' | 'toml' | 'yaml';

export type ForeignParsed =
	| {readonly type: 'value'; readonly value: unknown}
	/** `problem` begins with the place: `file:line:col`. */
	| {readonly type: 'refused'; readonly problem: string};

export const formatOf = (file: string): ForeignFormat =>
	/\.toml$/i.test(file) ? 'toml' : /\.ya?ml$/i.test(file) ? 'yaml' : 'json';

const parseJson = (file: string, text: string): ForeignParsed => {
	try {
		// Files of other clients can be large, and most are plain JSON.
		return {type: 'value', value: JSON.parse(withoutMark(text))};
	} catch {
		// It may have comments. What is wrong with it otherwise is told with its place.
	}
	const {root, syntaxErrors} = parseConfigText(file, text);
	const [problem] = syntaxErrors;
	return problem === undefined ? {type: 'value', value: plainValue(root)} : {type: 'refused', problem};
};

const numberOr = (value: unknown, otherwise: number): number =>
	typeof value === 'number' ? value : otherwise;

const parseToml = async (file: string, text: string): Promise<ForeignParsed> => {
	const {parse} = await import('smol-toml');
	try {
		return {type: 'value', value: parse(withoutMark(text))};
	} catch (error) {
		const {line, column} = error as {readonly line?: unknown; readonly column?: unknown};
		const [sentence = ''] = describeError(error).split('\n');
		const words = sentence.replace(/^Invalid TOML document: /, '');
		return {type: 'refused', problem: `${file}:${numberOr(line, 1)}:${numberOr(column, 1)}  ${words}`};
	}
};

const parseYaml = async (file: string, text: string): Promise<ForeignParsed> => {
	const {parseDocument} = await import('yaml');
	const document = parseDocument(withoutMark(text), {prettyErrors: true, logLevel: 'silent'});
	const [error] = document.errors;
	if (error === undefined) {
		return {type: 'value', value: document.toJS({maxAliasCount: 100})};
	}
	const [start] = error.linePos ?? [];
	const [sentence = ''] = error.message.split('\n');
	const words = sentence.replace(/ at line \d+, column \d+:?$/, '');
	return {type: 'refused', problem: `${file}:${start?.line ?? 1}:${start?.col ?? 1}  ${words}`};
};

/** Reads a file of another client. Whatever is in it, this does not throw. */
export const parseForeignText = async (
	file: string,
	text: string,
	format: ForeignFormat,
): Promise<ForeignParsed> => {
	try {
		switch (format) {
			case 'json':
				return parseJson(file, text);
			case 'toml':
				return await parseToml(file, text);
			case 'yaml':
				return await parseYaml(file, text);
		}
	} catch (error) {
		// Nested too deeply for a parser, or aliases that multiply.
		return {type: 'refused', problem: `${file}:1:1  cannot be read: ${describeError(error)}`};
	}
};
