import {describe, it} from 'vitest';
import {protocols} from '../../helpers/model-app.ts';
import {brokenStreams} from './faults/broken-streams.ts';
import {type FaultMoment, runFaultRow} from './faults/fault-row.ts';
import {oddCalls} from './faults/odd-calls.ts';
import {refusedRequests} from './faults/refused-requests.ts';

const moments: readonly FaultMoment[] = [
	'at the beginning of a turn',
	'in the middle of a turn, with thinking on,',
];

describe.each(protocols)('over the protocol %s', protocol => {
	describe.each(moments)('%s an answer that', moment => {
		for (const row of [...brokenStreams, ...refusedRequests, ...oddCalls]) {
			if (row.protocols?.includes(protocol) === false) continue;
			it(row.fault, () => runFaultRow(row, protocol, moment));
		}
	});
});
