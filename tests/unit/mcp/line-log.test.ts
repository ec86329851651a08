import {describe, expect, it} from 'vitest';
import {createLineLog} from '../../../source/core/mcp/transports/line-log.ts';

describe('the log of printed lines', () => {
	it('keeps the first and the newest lines, and says how many are missing between them', () => {
		const log = createLineLog({first: 2, last: 2, width: 10});
		log.write('one\ntwo\r\nth');
		expect(log.lines()).toEqual(['one', 'two', 'th']);
		log.write('ree\nfour\nfive\nsix\nse');
		expect(log.lines()).toEqual(['one', 'two', '… 2 more lines', 'five', 'six', 'se']);
	});

	it('cuts lines that are too long and says so', () => {
		const log = createLineLog({first: 3, last: 3, width: 4});
		log.write('abcdefgh\nabcd\n');
		log.push('12345');
		expect(log.lines()).toEqual(['abcd…', 'abcd', '1234…']);
	});

	it('keeps little of a line that never ends', () => {
		const log = createLineLog({first: 3, last: 3, width: 4});
		for (let time = 0; time < 1000; time += 1) log.write('x'.repeat(1000));
		expect(log.lines()).toEqual(['xxxx']);
	});

	it('keeps the text of a coloured line and not its colours', () => {
		const log = createLineLog();
		log.write('\u001b[31mERR');
		log.write('OR\u001b[0m no key\n\u001b[1;38;5;9mhalf');
		expect(log.lines()).toEqual(['ERROR no key', 'half']);
	});
});
