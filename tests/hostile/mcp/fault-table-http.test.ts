import {afterAll, beforeAll, describe, it} from 'vitest';
import {type FaultServer, startFaultServer} from './faults/fault-row.ts';
import {httpRows} from './faults/http-rows.ts';
import {runRow} from './faults/run-row.ts';

let server: FaultServer;
beforeAll(async () => {
	server = await startFaultServer('http-faults');
});
afterAll(() => server.end());

describe('a server over HTTP that', () => {
	for (const row of httpRows) it(row.fault, () => runRow(row, server));
});
