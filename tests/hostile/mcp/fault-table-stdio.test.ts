import {describe, it} from 'vitest';
import {runRow} from './faults/run-row.ts';
import {stdioRows} from './faults/stdio-rows.ts';

describe('a stdio server that', () => {
	for (const row of stdioRows) it(row.fault, () => runRow(row, {port: 0, securePort: 0, closedPort: 0}));
});
