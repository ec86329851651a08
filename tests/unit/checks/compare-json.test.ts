import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {compareJson} from '../../../source/core/checks/compare-json.ts';
import {isJsonObject, type JsonValue} from '../../../source/domain/json.ts';
import {canonicalJson} from '../../../source/support/canonical-json.ts';
import {readJsonPath, showJsonPath} from '../../../source/support/json-path.ts';
import {anyJson} from './any-json.ts';

const ignoring = (...paths: readonly string[]) =>
	paths.map(path => readJsonPath(path) ?? expect.fail(`${path} is no path`));

type Place = readonly (string | number)[];

/** Every place of a value, the root first. */
const placesOf = (value: JsonValue, place: Place = []): readonly Place[] => [
	place,
	...(Array.isArray(value)
		? value.flatMap((item, index) => placesOf(item, [...place, index]))
		: isJsonObject(value)
			? Object.entries(value).flatMap(([key, inner]) => placesOf(inner, [...place, key]))
			: []),
];

const replaceAt = (value: JsonValue, [step, ...rest]: Place, by: JsonValue): JsonValue => {
	if (step === undefined) return by;
	if (Array.isArray(value)) {
		return value.map((item, index) => (index === step ? replaceAt(item, rest, by) : item));
	}
	return isJsonObject(value)
		? Object.fromEntries(
				Object.entries(value).map(([key, inner]) => [key, key === step ? replaceAt(inner, rest, by) : inner]),
			)
		: value;
};

const shuffled = (value: JsonValue): JsonValue => {
	if (Array.isArray(value)) return value.map(shuffled);
	return isJsonObject(value)
		? Object.fromEntries(
				Object.entries(value)
					.reverse()
					.map(([key, inner]) => [key, shuffled(inner)]),
			)
		: value;
};

describe('comparing two values', () => {
	it('finds no difference between a value and itself, whatever the order of its members', () => {
		fc.assert(
			fc.property(anyJson, value => {
				expect(compareJson(value, shuffled(value), [])).toEqual([]);
			}),
			{numRuns: 300},
		);
	});

	it('finds a change at any place, unless that place or one around it is ignored', () => {
		fc.assert(
			fc.property(anyJson, anyJson, fc.nat(), fc.nat(), (value, other, which, depth) => {
				const places = placesOf(value);
				const place = places[which % places.length] ?? [];
				const changed = replaceAt(value, place, other);
				const isSame = canonicalJson(changed) === canonicalJson(value);
				expect(compareJson(value, changed, []).length === 0).toBe(isSame);
				const around = place.slice(0, depth % (place.length + 1));
				expect(compareJson(value, changed, ignoring(showJsonPath(around)))).toEqual([]);
				const beside = ignoring('$.nobody.has.this[7]');
				expect(compareJson(value, changed, beside).length === 0).toBe(isSame);
			}),
			{numRuns: 500},
		);
	});

	it.each<[string, JsonValue, JsonValue, readonly object[]]>([
		['another value', {a: {b: 1}}, {a: {b: 2}}, [{path: '$.a.b', expected: '1', got: '2'}]],
		['a member too few', {a: 1}, {}, [{path: '$.a', expected: '1', got: 'nothing'}]],
		['a member too many', {}, {a: null}, [{path: '$.a', expected: 'nothing', got: 'null'}]],
		['an item too many', [1], [1, 'x'], [{path: '$[1]', expected: 'nothing', got: '"x"'}]],
		['another kind', {a: []}, {a: {}}, [{path: '$.a', expected: '[]', got: '{}'}]],
		[
			'a name of old',
			{},
			JSON.parse('{"__proto__": {"x": 1}}'),
			[{path: '$.__proto__', expected: 'nothing', got: '{"x":1}'}],
		],
	])('tells %s with its path', (_, expected, got, differences) => {
		expect(compareJson(expected, got, [])).toEqual(differences);
	});

	it.each([
		['$.items[*].id', true],
		['/items/0/id', false],
		['$.items[1].id', false],
		['$.items', true],
		['$.*', true],
		['$["items"][*]["id"]', true],
		["$['items'][0].id", false],
	])('ignores what %s leads to', (path, isAll) => {
		const differences = compareJson({items: [{id: 1}, {id: 2}]}, {items: [{id: 3}, {id: 4}]}, ignoring(path));
		expect(differences.length).toBe(isAll ? 0 : 1);
	});

	it('shows long values where they differ, and not more than fifty differences', () => {
		const text = 'x'.repeat(5000);
		const [difference] = compareJson(`${text}one`, `${text}two`, []);
		expect(difference?.expected.length).toBeLessThan(250);
		expect(difference?.expected).toContain('one"');
		expect(difference?.got).toContain('two"');
		const numbers = Array.from({length: 1000}, (_, index) => index);
		expect(
			compareJson(
				numbers,
				numbers.map(number => -number - 1),
				[],
			),
		).toHaveLength(50);
	});
});

describe('a path', () => {
	it.each(['', 'a.b', '$.', '$a', '$[', '$[x]', '$..a', '$.a[1', '$["a]', '$.a b', 'items[0]'])(
		'is not %j',
		text => {
			expect(readJsonPath(text)).toBeUndefined();
		},
	);

	it('may be a JSON pointer with escapes', () => {
		expect(readJsonPath('/a~1b/~0c/')).toEqual(['a/b', '~c', '']);
	});

	it('is read as it is shown', () => {
		fc.assert(
			fc.property(fc.array(fc.oneof(fc.string(), fc.nat(1000))), path => {
				expect(readJsonPath(showJsonPath(path))).toEqual(path);
			}),
			{numRuns: 200},
		);
	});
});
