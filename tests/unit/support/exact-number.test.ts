import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {findInexactNumber, isExactNumber} from '../../../source/support/exact-number.ts';

describe('a number as it is written', () => {
	it.each([
		...['0', '-0', '5', '5.0', '5e0', '0.5e1', '-1500', '1e5', '1E+5', '100000', '0.1', '1e-7', '1e308'],
		...['9007199254740992', '100000000000000000000000', '1e23', '4503599627370497.5'],
		...['3.14159265358979323846', '52.520008000000003', '5.00000000000000000001', '0.1000000000000000055'],
	])('is sent as the same number: %s', text => {
		expect(isExactNumber(text)).toBe(true);
	});

	it.each([
		...['9007199254740993', '-9007199254740993', '12345678901234567890', '18446744073709551616'],
		...['9007199254740993.0', '12345678901234567890.5', '1e400', '-1e400', '1e-400', '9'.repeat(2000)],
	])('would be sent as another number: %s', text => {
		expect(isExactNumber(text)).toBe(false);
	});

	it('is exact wherever JSON was written from a number', () => {
		fc.assert(
			fc.property(fc.double({noNaN: true, noDefaultInfinity: true}), value => {
				expect(isExactNumber(JSON.stringify(value))).toBe(true);
			}),
		);
	});
});

describe('a number in JSON that would be sent as another one', () => {
	it('is found with the member of the whole that it belongs to', () => {
		expect(findInexactNumber('{"a": {"b": 1}, "c\\"d": [{"e": "f", "g": 1e400}], "h": 2}')).toEqual({
			number: '1e400',
			member: 'c"d',
		});
		expect(findInexactNumber('[1, 9007199254740993]')).toEqual({number: '9007199254740993', member: ''});
	});

	it('is not one in a text, in a name, or in what is no JSON', () => {
		for (const json of [
			JSON.stringify({'9007199254740993': '1e400', text: '"9007199254740993": 9007199254740993, \\'}),
			'{"a": 9007199254740993',
			'',
		]) {
			expect(findInexactNumber(json)).toBeUndefined();
		}
	});

	it('is found in no JSON that was written from values', () => {
		fc.assert(
			fc.property(fc.json(), json => {
				expect(findInexactNumber(json)).toBeUndefined();
			}),
		);
	});
});
