import {
	expectsHang,
	type FaultRow,
	fails,
	hangsAtStart,
	hangsInCall,
	isHang,
	remoteFault,
	works,
} from './fault-row.ts';

const starting = (fault: string, name: string, message: RegExp): FaultRow => ({
	fault,
	config: ({port}) =>
		remoteFault('ws', `ws://127.0.0.1:${port}/${name}`, isHang(message) ? hangsAtStart : {}),
	expected: fails(message),
});

const calling = (fault: string, name: string, expected: FaultRow['expected']): FaultRow => ({
	fault,
	config: ({port}) =>
		remoteFault('ws', `ws://127.0.0.1:${port}/${name}`, expectsHang(expected) ? hangsInCall : {}),
	call: name,
	expected,
});

export const websocketRows: readonly FaultRow[] = [
	{
		fault: 'is not there',
		config: ({closedPort}) => remoteFault('ws', `ws://127.0.0.1:${closedPort}/`),
		expected: fails(/refused|ECONNREFUSED|nothing answers/),
	},
	starting('never answers the upgrade', 'hang', /within 1\.5 s/),
	starting('resets the upgrade', 'reset', /reset|closed|ECONNRESET|hang up|hung up/),
	starting('hangs up on the upgrade', 'hang-up', /closed|hang up|hung up|reset|broke/),
	starting('answers the upgrade with 401', 'unauthorised', /401|sign in|authori/i),
	starting('answers the upgrade with 403', 'forbidden', /403/),
	starting('answers the upgrade with 404', 'not-found', /404/),
	starting('answers the upgrade with 500', 'broken', /500/),
	starting('answers the upgrade with a page of HTML', 'html-page', /200|WebSocket/),
	starting('accepts the upgrade wrongly', 'wrong-accept', /Sec-WebSocket-Accept|WebSocket/),
	starting('closes at once', 'close-normal', /1000/),
	starting('closes with a reason', 'close-policy', /1008.*token expired|token expired.*1008/),
	starting('closes with a code that does not exist', 'close-invalid-code', /clos|code/i),
	starting('is silent after the upgrade', 'silent-after-open', /within 1\.5 s/),
	starting('sends 11 MiB at once', 'huge-first-frame', /10 MiB/),
	starting('sets reserved bits', 'reserved-bits', /RSV|reserved|frame|WebSocket/),
	starting('sends text that is not UTF-8', 'invalid-utf8', /UTF-8|WebSocket/i),
	starting('sends something that are no frames', 'not-frames', /frame|RSV|opcode|WebSocket/i),
	calling('hangs in a call', 'call-hangs', fails(/within 1\.5 s/)),
	calling('closes during a call', 'close-in-call', fails(/1011.*out of memory|out of memory.*1011/)),
	calling('resets during a call', 'reset-in-call', fails(/reset|closed|ECONNRESET|1006|lost/)),
	calling('hangs up during a call', 'end-in-call', fails(/closed|1006|hung up|lost/)),
	calling('answers a call with a frame of 11 MiB', 'huge-frame', fails(/10 MiB/)),
	calling('answers a call with fragments without end', 'huge-fragments', fails(/10 MiB/)),
	calling('answers a call in a binary frame', 'binary-frame', works('in bytes')),
	calling('sends garbage before its answer', 'garbage', works('after garbage')),
	calling('answers with 200,000 levels of nesting', 'deep-nesting', works()),
	calling('answers requests that nobody sent', 'other-ids', works('after others')),
	calling('floods with notifications', 'flood', works('after the flood')),
	calling('floods with pings', 'ping-flood', works('after the flood')),
];
