import {describe, expect, it} from 'vitest';
import {functionKeyName} from '../../../../source/ui/input/function-key.ts';

describe('functionKeyName', () => {
	it.each([
		['\u001BOQ', 'f2'],
		['\u001B[Q', 'f2'],
		['\u001B[12~', 'f2'],
		['\u001B[[B', 'f2'],
		['\u001B[1;1:1Q', 'f2'],
		['\u001BOR', 'f3'],
		['\u001B[13~', 'f3'],
		['\u001BOS', 'f4'],
		['\u001B[15~', 'f5'],
		['\u001B[15;1:1~', 'f5'],
		['\u001B[24~', 'f12'],
	])('knows %j as %s', (sequence, name) => {
		expect(functionKeyName(sequence)).toBe(name);
	});

	it.each([
		'\u001B[15;1:3~',
		'\u001B[1;1:3Q',
		'\u001B[15;5~',
		'\u001B[1;1R',
		'\u001B[A',
		'Q',
		'',
		'\u001B[16~',
	])('takes %j for no function key', sequence => {
		expect(functionKeyName(sequence)).toBeUndefined();
	});
});
