import fc from 'fast-check';
import {expect, it} from 'vitest';
import {readJson} from '../../../../source/core/toolbox/http/read-json.ts';

it('reads what JSON.parse reads', () => {
	fc.assert(
		fc.property(fc.json({maxDepth: 5}), text => {
			expect(readJson(text, 100)).toEqual({type: 'read', value: JSON.parse(text)});
		}),
	);
});

it('says that what is no JSON is malformed, whatever it is', () => {
	for (const text of ['', ' ', '{', '{]', "{'a': 1}", '{"a":}', 'undefined', '"', '"\\', '[1,]', '1 2'])
		expect(readJson(text, 100)).toEqual({type: 'malformed'});
});

it('refuses what is nested deeper than allowed, before it parses', () => {
	expect(readJson('[[[]]]', 3).type).toBe('read');
	expect(readJson('[[[[]]]]', 3).type).toBe('too-deep');
	expect(readJson('{"a":{"b":{"c":{}}}}', 3).type).toBe('too-deep');
	expect(readJson('[[],[],[],[]]', 2).type).toBe('read');
	expect(readJson('['.repeat(4_000_000), 100).type).toBe('too-deep');
});

it('does not count brackets inside of texts', () => {
	const text = JSON.stringify({'[[[["\\{{{': `${'['.repeat(1000)}\\"${'{'.repeat(1000)}\\\\`});
	expect(readJson(text, 1)).toEqual({type: 'read', value: JSON.parse(text)});
});
