import {describe, expect, it} from 'vitest';
import {tellingLines} from '../../../source/support/telling-lines.ts';

describe('the telling lines of an error output', () => {
	it('begin with the reason and leave out stack frames, blank lines and the version', () => {
		const output = [
			'node:internal/modules/cjs/loader:1143',
			'  throw err;',
			'  ^',
			'',
			"Error: Cannot find module '/tmp/nope.mjs'",
			'    at Module._resolveFilename (node:internal/modules/cjs/loader:1140:15)',
			"  code: 'MODULE_NOT_FOUND',",
			'  requireStack: []',
			'}',
			'',
			'Node.js v20.20.2',
		];
		expect(tellingLines(output, 2)).toEqual([
			"Error: Cannot find module '/tmp/nope.mjs'",
			"  code: 'MODULE_NOT_FOUND',",
		]);
	});

	it('are the last ones where nothing sounds like a reason', () => {
		expect(tellingLines(['one', '', 'two', 'three'], 2)).toEqual(['two', 'three']);
	});

	it('are none where there is no output', () => {
		expect(tellingLines([], 3)).toEqual([]);
	});
});
