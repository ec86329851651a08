import {describe, expect, it} from 'vitest';
import {httpRows} from './faults/http-rows.ts';
import {sseRows} from './faults/sse-rows.ts';
import {stdioRows} from './faults/stdio-rows.ts';
import {websocketRows} from './faults/websocket-rows.ts';

describe('the table of faults', () => {
	it('has rows for every transport, each of another fault', () => {
		const tables = [stdioRows, httpRows, sseRows, websocketRows];
		for (const rows of tables) {
			expect(rows.length).toBeGreaterThanOrEqual(20);
			expect(new Set(rows.map(({fault}) => fault)).size).toBe(rows.length);
		}
		expect(tables.flat().length).toBeGreaterThanOrEqual(60);
	});
});
