import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {readJsonObject} from '../../../../source/ui/text/read-json.ts';

const parses = (text: string): boolean => {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'object' && value !== null && !Array.isArray(value);
	} catch {
		// That it throws is the answer.
		return false;
	}
};

describe('what is wrong with JSON', () => {
	it.each([
		['', 1, 1, 'arguments are an object: they begin with {'],
		['"text"', 1, 1, 'arguments are an object: they begin with {'],
		['{', 1, 2, 'expected a name in double quotes'],
		['{a: 1}', 1, 2, 'expected a name in double quotes'],
		['{"a" 1}', 1, 6, 'expected : after the name'],
		['{"a": }', 1, 7, 'expected a value'],
		['{"a": yes}', 1, 7, 'yes is no value: a text needs quotes'],
		['{"a": \'x\'}', 1, 7, 'expected a value'],
		['{"a": 01}', 1, 7, '01 is no value: a text needs quotes'],
		['{"a": 1 "b": 2}', 1, 9, 'expected , or }'],
		['{"a": [1 2]}', 1, 10, 'expected , or ]'],
		['{"a": 1', 1, 8, 'the closing } is missing'],
		['{"a": [1,\n2', 2, 2, 'the closing ] is missing'],
		['{"a": 1,\n}', 1, 8, 'no comma before }'],
		['{"a": "x', 1, 7, 'the closing " is missing'],
		['{"a": "x\n"}', 1, 9, 'the closing " is missing, or a line break that is not written \\n'],
		['{"a": "C:\\dir"}', 1, 10, 'no such escape: a backslash itself is written \\\\'],
		['{"a": 1} x', 1, 10, 'nothing may follow the last }'],
		['{"é漢😀": 1, "b": 1, "b": 2}', 1, 20, 'this name is there twice'],
		['{"a": 1, "\\u0061": 2}', 1, 10, 'this name is there twice'],
		['{"a": 9007199254740993}', 1, 7, 'this number cannot be sent exactly as it is written'],
		['{"a": 1e999}', 1, 7, 'this number cannot be sent exactly as it is written'],
	])('is said of %j with line %d and column %d: %s', (text, line, column, message) => {
		expect(readJsonObject(text)).toMatchObject({type: 'wrong', problem: {line, column, message}});
	});

	it('is nothing where there is nothing wrong, and the value is the one that is written', () => {
		fc.assert(
			fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(0, 1, 4), (value, indent) => {
				const text = JSON.stringify(value, null, indent);
				expect(readJsonObject(text)).toEqual({type: 'read', value: JSON.parse(text)});
			}),
		);
	});

	it('is found whenever the text is not JSON, however it was changed', () => {
		const change = fc.tuple(
			fc.nat(),
			fc.nat({max: 3}),
			fc.constantFrom('', ',', '"', '}', '{', ']', '\\', ':', '1', 'e', '-', '\n', '\u0001'),
		);
		fc.assert(
			fc.property(
				fc.dictionary(fc.string(), fc.jsonValue()),
				fc.array(change, {maxLength: 4}),
				(value, changes) => {
					const text = changes.reduce((before, [place, length, added]) => {
						const at = place % (before.length + 1);
						return before.slice(0, at) + added + before.slice(at + length);
					}, JSON.stringify(value));
					const reading = readJsonObject(text);
					if (!parses(text)) {
						expect(reading.type).toBe('wrong');
					} else if (reading.type === 'wrong') {
						expect(reading.problem.message).toMatch(/twice|exactly/);
					}
				},
			),
			{numRuns: 2000},
		);
	});

	it('is a depth that nobody can read', () => {
		const text = `{"a":${'['.repeat(100_000)}`;
		expect(readJsonObject(text)).toMatchObject({type: 'wrong', problem: {message: 'nested too deeply'}});
	});
});
