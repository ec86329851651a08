import {isJsonObject, type JsonValue} from '../../domain/json.ts';
import {isStep, type JsonPath, showJsonPath} from '../../support/json-path.ts';
import {showPair} from './show-pair.ts';

/** A place where two values differ, and how. */
export type JsonDifference = {readonly path: string; readonly expected: string; readonly got: string};

/** Nobody reads more, and every one of them is written down. */
const mostDifferences = 50;

type Place = readonly (string | number)[];

/**
 * Where two values differ: the order of members does not count, nor anything at an ignored path, be it there or not.
 * Descends as deep as the values are nested: whoever reads them bounds that.
 */
export const compareJson = (
	expected: JsonValue,
	got: JsonValue,
	ignored: readonly JsonPath[],
): readonly JsonDifference[] => {
	const found: JsonDifference[] = [];

	/** `patterns` are those whose beginning is this place. */
	const compare = (
		one: JsonValue | undefined,
		other: JsonValue | undefined,
		place: Place,
		patterns: readonly JsonPath[],
	): void => {
		if (found.length >= mostDifferences || patterns.some(({length}) => length === place.length)) return;
		const inside = (step: string | number): readonly JsonPath[] =>
			patterns.filter(pattern => isStep(pattern[place.length], step));
		if (Array.isArray(one) && Array.isArray(other)) {
			for (let index = 0; index < Math.max(one.length, other.length); index += 1) {
				compare(one[index], other[index], [...place, index], inside(index));
			}
		} else if (isJsonObject(one) && isJsonObject(other)) {
			for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
				const expectedValue = Object.hasOwn(one, key) ? one[key] : undefined;
				const gotValue = Object.hasOwn(other, key) ? other[key] : undefined;
				compare(expectedValue, gotValue, [...place, key], inside(key));
			}
		} else if (one !== other) {
			found.push({path: showJsonPath(place), ...showPair(one, other)});
		}
	};

	compare(expected, got, [], ignored);
	return found;
};
