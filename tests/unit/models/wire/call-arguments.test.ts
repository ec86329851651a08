import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {readArguments} from '../../../../source/core/models/wire/call-arguments.ts';
import {isJsonObject} from '../../../../source/domain/json.ts';

describe('the arguments that a model wrote', () => {
	it.each(['', ' ', '\n', 'null', ' null\n'])('are none where it wrote nothing (%j)', text => {
		expect(readArguments(text)).toEqual({arguments: {}});
	});

	it('are the object that was written', () => {
		expect(readArguments('{"path":"/tmp","depth":[1,{"a":null}]}')).toEqual({
			arguments: {path: '/tmp', depth: [1, {a: null}]},
		});
	});

	it.each(['{"path":"/tm', '[1]', '"text"', 'nul', '4', '{} trailing', "{'a':1}"])(
		'are not repaired when they are not the JSON of an object: %s',
		text => {
			expect(readArguments(text)).toEqual({arguments: {}, invalid: text});
		},
	);

	it('are refused when they are nested too deeply to be written again', () => {
		const text = `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
		expect(readArguments(text)).toEqual({arguments: {}, invalid: text});
	});

	it.each(['{"id": 12345678901234567890}', '{"a": [1, {"b": 1e400}]}', '{"a": -9007199254740993, "b": 1}'])(
		'are refused when a number in them would be sent as another one: %s',
		text => {
			expect(readArguments(text)).toEqual({arguments: {}, invalid: text});
		},
	);

	it('may have long numbers in their texts', () => {
		const value = {id: '12345678901234567890', text: 'a "1e400" \\', n: 9007199254740992, pi: Math.PI};
		expect(readArguments(JSON.stringify(value))).toEqual({arguments: value});
	});

	it('may have brackets in their texts', () => {
		const value = {text: `\\"${'[{'.repeat(500)}`};
		expect(readArguments(JSON.stringify(value))).toEqual({arguments: value});
	});

	it('are read whatever they are, or handed back whole', () => {
		fc.assert(
			fc.property(fc.oneof(fc.json(), fc.string()), text => {
				const read = readArguments(text);
				if (read.invalid === undefined) expect(isJsonObject(read.arguments)).toBe(true);
				else expect(read).toEqual({arguments: {}, invalid: text});
			}),
		);
	});
});
