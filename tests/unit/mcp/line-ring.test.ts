import {describe, expect, it} from 'vitest';
import {createLineRing} from '../../../source/core/mcp/transports/line-ring.ts';

describe('the line ring', () => {
	it('keeps the newest lines, the unfinished one included', () => {
		const ring = createLineRing({lines: 3, width: 10});
		ring.write('one\ntwo\r\nth');
		ring.write('ree\nfour\nfi');
		expect(ring.last(10)).toEqual(['three', 'four', 'fi']);
		expect(ring.last(2)).toEqual(['four', 'fi']);
	});

	it('cuts lines that are too long and says so', () => {
		const ring = createLineRing({lines: 3, width: 4});
		ring.write('abcdefgh\nabcd\n');
		ring.push('12345');
		expect(ring.last(3)).toEqual(['abcd…', 'abcd', '1234…']);
	});

	it('keeps little of a line that never ends', () => {
		const ring = createLineRing({lines: 3, width: 4});
		for (let time = 0; time < 1000; time += 1) ring.write('x'.repeat(1000));
		expect(ring.last(3)).toEqual(['xxxx']);
	});
});
