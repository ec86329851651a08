import {describe, expect, it} from 'vitest';
import {isTooDeep} from '../../../source/support/json-depth.ts';

const nested = (levels: number): unknown => {
	let value: unknown = 'x';
	for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : {value};
	return value;
};

describe('what is nested', () => {
	it('may be as deep as people write it', () => {
		expect(isTooDeep(nested(200))).toBe(false);
		expect(isTooDeep('text')).toBe(false);
		expect(isTooDeep(null)).toBe(false);
	});

	it('may not be so deep that writing it down fails', () => {
		expect(isTooDeep(nested(201))).toBe(true);
		expect(isTooDeep(nested(100_000))).toBe(true);
	});
});
