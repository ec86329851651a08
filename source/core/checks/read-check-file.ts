import type {Document} from 'yaml';
import type {Check, CheckFileRead} from '../../domain/check.ts';
import {isExactNumber} from '../../support/exact-number.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {parseYamlText} from '../../support/yaml/yaml-text.ts';
import {createYamlValues, type YamlValues} from '../../support/yaml/yaml-values.ts';
import {readShape, type ShapedTest} from './check-shape.ts';

const kind = {name: 'a file of tests', maxCharacters: 1024 * 1024};
const bounds = {maxValues: 200_000, tooMany: 'a file of tests is smaller'};
/** Nobody reads more, and a hostile file could bring thousands. */
const maxProblems = 50;

type Found = {readonly offset: number; readonly message: string};

const showPlace = (path: readonly (string | number)[]): string =>
	path
		.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`))
		.join('');

const withPlace = (path: readonly (string | number)[], message: string): string =>
	path.length === 0 ? message : `${showPlace(path)}: ${message}`;

/** Absent members stay absent. */
const toCheck = ({skip, expect, ...check}: ShapedTest): Check => {
	const {schema, equals, maxLatency, ...others} = expect;
	return {
		...check,
		...(skip === undefined ? {} : {skip}),
		expect: {
			...others,
			...(schema === undefined ? {} : {schema}),
			...(equals === undefined ? {} : {equals}),
			...(maxLatency === undefined ? {} : {maxLatency}),
		},
	};
};

type Path = readonly (string | number)[];

/** Where numbers stand that would be sent as other ones. */
const inexactNumbers = (value: unknown, values: YamlValues, path: Path = []): readonly Path[] => {
	if (typeof value === 'number') {
		// `.inf` and `.nan` are no numbers of JSON at all, which is told with the shape.
		const {source = ''} = values.scalarAt(path) ?? {};
		return !/\d/.test(source) || isExactNumber(source) ? [] : [path];
	}
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) =>
		inexactNumbers(inner, values, [...path, Array.isArray(value) ? Number(key) : key]),
	);
};

const readDocument = async (
	document: Document,
): Promise<{readonly checks: readonly Check[]; readonly found: readonly Found[]}> => {
	const {isAlias, isMap, isScalar, isSeq} = await import('yaml');
	const values = createYamlValues(document, {isAlias, isMap, isScalar, isSeq}, bounds);
	const value = values.read(document.contents, []);
	if (values.complaints.length > 0) {
		const found = values.complaints.map(({offset, path, message}) => ({
			offset,
			message: withPlace(path, message),
		}));
		return {checks: [], found};
	}
	const inexact = inexactNumbers(value, values).filter(([, , member]) => member === 'arguments');
	if (inexact.length > 0) {
		const found = inexact.map(path => ({
			offset: values.offsetOf(path),
			message: withPlace(
				path,
				'is a number that cannot be sent exactly; put it in quotes if the tool takes a text',
			),
		}));
		return {checks: [], found};
	}
	const shape = readShape(value);
	return shape.type === 'read'
		? {checks: shape.tests.map(toCheck), found: []}
		: {
				checks: [],
				found: shape.problems.map(({path, message, isAboutKey}) => ({
					offset: isAboutKey ? values.keyOffsetOf(path) : values.offsetOf(path),
					message: withPlace(path, message),
				})),
			};
};

/**
 * Reads a file of tests: YAML, of which JSON is a part. Whatever is wrong with it is told with its place, and then
 * nothing of it is run: half of a file of tests proves nothing.
 */
export const readCheckFile = async (file: string, content: string): Promise<CheckFileRead> => {
	const text = await parseYamlText(content, kind);
	const {checks, found} =
		text.document === undefined ? {checks: [], found: text.problems} : await readDocument(text.document);
	const sorted = [...found, ...text.warnings].sort((one, other) => one.offset - other.offset);
	if (sorted.length === 0) {
		return {type: 'read', checks};
	}
	const more = sorted.length - maxProblems;
	return {
		type: 'refused',
		problems: [
			...sorted
				.slice(0, maxProblems)
				.map(({offset, message}) => sanitiseLine(`${file}:${text.positionOf(offset)}  ${message}`)),
			...(more > 0 ? [`and ${more} more`] : []),
		],
	};
};
