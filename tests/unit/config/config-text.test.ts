import {describe, expect, it} from 'vitest';
import {parseConfigText} from '../../../source/core/config/config-text.ts';

describe('the places in a file', () => {
	it('are told by line and column, from the first to the last character', () => {
		const {locate, syntaxErrors} = parseConfigText('f', '{\n\n"a": {"b": 1},\r\n\t"c": [2,\n3]}');
		expect([locate([]), locate(['a']), locate(['a', 'b']), locate(['c', 1]), locate(['x'])]).toEqual([
			'f:1:1',
			'f:3:6',
			'f:3:12',
			'f:5:1',
			'f:1:1',
		]);
		expect(syntaxErrors).toEqual([]);
		expect(parseConfigText('f', '{\n').syntaxErrors).toEqual(['f:2:1  close brace expected']);
	});

	it('are found without reading the file again for each', () => {
		const lines = 60_000;
		const {syntaxErrors} = parseConfigText('f', `{"a": [\n${'%,\n'.repeat(lines)}]}`);
		expect(syntaxErrors.length).toBeGreaterThanOrEqual(lines);
		expect(syntaxErrors[0]).toMatch(/^f:2:1 /);
		expect(syntaxErrors.findLast(line => line.includes(':1  '))).toMatch(new RegExp(`^f:${lines + 1}:1 `));
	});
});
