import {afterAll, beforeAll, describe, it} from 'vitest';
import {type FaultServer, startFaultServer} from './faults/fault-row.ts';
import {runRow} from './faults/run-row.ts';
import {sseRows} from './faults/sse-rows.ts';

let server: FaultServer;
beforeAll(async () => {
	server = await startFaultServer('sse-faults');
});
afterAll(() => server.end());

describe('a server over SSE that', () => {
	for (const row of sseRows) it(row.fault, () => runRow(row, server));
});
