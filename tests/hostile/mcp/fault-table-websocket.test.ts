import {afterAll, beforeAll, describe, it} from 'vitest';
import {type FaultServer, startFaultServer} from './faults/fault-row.ts';
import {runRow} from './faults/run-row.ts';
import {websocketRows} from './faults/websocket-rows.ts';

let server: FaultServer;
beforeAll(async () => {
	server = await startFaultServer('websocket-faults');
});
afterAll(() => server.end());

describe('a server over WebSocket that', () => {
	for (const row of websocketRows) it(row.fault, () => runRow(row, server));
});
