import {isDeepStrictEqual} from 'node:util';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {canonicalJson} from '../../../source/support/canonical-json.ts';

/** The same value with the members of every object in the opposite order. */
const reversed = (value: unknown): unknown => {
	if (Array.isArray(value)) return value.map(reversed);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.reverse()
			.map(([key, child]) => [key, reversed(child)]),
	);
};

const nested = (depth: number): unknown => {
	let value: unknown = 1;
	for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : {a: value};
	return value;
};

describe('canonical JSON', () => {
	it('is the same whatever the order of members', () => {
		fc.assert(
			fc.property(fc.jsonValue(), value => {
				expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
			}),
		);
	});

	it('is the same exactly when two values are', () => {
		const normal = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
		const small = fc.jsonValue({maxDepth: 2, stringUnit: fc.constantFrom('a', 'b', '"')});
		fc.assert(
			fc.property(small, small, (one, other) => {
				expect(canonicalJson(one) === canonicalJson(other)).toBe(
					isDeepStrictEqual(normal(one), normal(other)),
				);
			}),
			{numRuns: 2000},
		);
	});

	it('is JSON that means the same, pretty or not', () => {
		fc.assert(
			fc.property(fc.jsonValue(), fc.boolean(), (value, isPretty) => {
				expect(JSON.parse(canonicalJson(value, {isPretty}))).toEqual(JSON.parse(JSON.stringify(value)));
			}),
		);
	});

	it('leaves out what is undefined and writes equal numbers alike', () => {
		expect(canonicalJson({b: undefined, a: [1.0, -0, 1e2, undefined]})).toBe('{"a":[1,0,100,null]}');
	});

	it('tells apart what JSON cannot say', () => {
		const odd = [Number.POSITIVE_INFINITY, Number.NaN, null, 'Infinity', 'NaN', 1n];
		expect(new Set(odd.map(value => canonicalJson(value))).size).toBe(odd.length);
	});

	it('puts one member on a line when it is to be read', () => {
		expect(canonicalJson({b: [], a: {c: [1, 'x']}}, {isPretty: true})).toBe(
			'{\n\t"a": {\n\t\t"c": [\n\t\t\t1,\n\t\t\t"x"\n\t\t]\n\t},\n\t"b": []\n}',
		);
	});

	it('survives any depth, and still tells what differs there', () => {
		expect(canonicalJson(nested(100_000))).not.toBe(canonicalJson(nested(100_002)));
	});

	it('survives a cycle, which equals only the same cycle', () => {
		const ring = (length: number): unknown => {
			const first: Record<string, unknown> = {};
			let last = first;
			for (let step = 1; step < length; step += 1) {
				const next: Record<string, unknown> = {};
				last.a = next;
				last = next;
			}
			last.a = first;
			return first;
		};
		expect(canonicalJson(ring(2))).toBe(canonicalJson(ring(2)));
		expect(canonicalJson(ring(2))).not.toBe(canonicalJson(ring(3)));
		const shared = {x: 1};
		expect(canonicalJson([shared, shared])).toBe('[{"x":1},{"x":1}]');
	});
});
