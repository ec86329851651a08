import {describe, expect, it} from 'vitest';
import {assertNever} from '../../../source/domain/assert-never.ts';
import {describeError, toFailure} from '../../../source/domain/failure.ts';
import {isJsonObject} from '../../../source/domain/json.ts';

describe('describeError', () => {
	it('is the message of an error', () => {
		expect(describeError(new Error('No such file.'))).toBe('No such file.');
	});

	it('is the name of an error without a message', () => {
		expect(describeError(new TypeError())).toBe('TypeError');
	});

	it.each([
		['a text', 'a text'],
		[7, '7'],
		[null, 'null'],
		[undefined, 'undefined'],
	])('shows %o, which is not an error, as text', (thrown, text) => {
		expect(describeError(thrown)).toBe(text);
	});
});

describe('toFailure', () => {
	it('keeps the code, the sentence and the hint', () => {
		expect(toFailure('broken', new Error('It broke.'), 'Mend it.')).toEqual({
			code: 'broken',
			message: 'It broke.',
			hint: 'Mend it.',
		});
	});

	it('has no hint key without a hint', () => {
		expect(Object.keys(toFailure('broken', 'x'))).toEqual(['code', 'message']);
	});
});

describe('assertNever', () => {
	it('names the value that nobody expected', () => {
		expect(() => assertNever({type: 'new'} as never)).toThrow('Unexpected value: {"type":"new"}');
	});
});

describe('isJsonObject', () => {
	it.each([
		[{}, true],
		[{a: 1}, true],
		[[], false],
		[null, false],
		['{}', false],
		[1, false],
		[undefined, false],
	])('says of %o: %s', (value, expected) => {
		expect(isJsonObject(value)).toBe(expected);
	});
});
