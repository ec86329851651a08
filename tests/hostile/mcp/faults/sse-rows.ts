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
		remoteFault('sse', `http://127.0.0.1:${port}/${name}/sse`, isHang(message) ? hangsAtStart : {}),
	expected: fails(message),
});

const calling = (fault: string, name: string, expected: FaultRow['expected']): FaultRow => ({
	fault,
	config: ({port}) =>
		remoteFault('sse', `http://127.0.0.1:${port}/${name}/sse`, expectsHang(expected) ? hangsInCall : {}),
	call: name,
	expected,
});

export const sseRows: readonly FaultRow[] = [
	{
		fault: 'is not there',
		config: ({closedPort}) => remoteFault('sse', `http://127.0.0.1:${closedPort}/sse`),
		expected: fails(/refused|ECONNREFUSED|nothing answers/),
	},
	starting('never answers', 'no-headers', /within 1\.5 s/),
	starting('never says where to send requests', 'no-endpoint', /within 1\.5 s/),
	starting('wants requests at another origin', 'endpoint-elsewhere', /origin|another/),
	starting('wants requests at an address that is none', 'endpoint-nonsense', /endpoint|URL|address/i),
	starting('ends its stream at once', 'ends-at-once', /ended|closed|stream/),
	starting('ends its stream after the endpoint', 'ends-after-endpoint', /ended|closed|stream/),
	starting('resets the stream', 'reset-at-once', /reset|closed|ECONNRESET/),
	starting('answers with a page of HTML', 'html-page', /text\/html/),
	starting('answers 404', 'not-found', /404/),
	starting('answers 401', 'unauthorised', /401|sign in|authori/i),
	starting('answers 500', 'broken', /500/),
	starting('sends an event without end', 'endless-event', /10 MiB/),
	{
		fault: 'floods with comments',
		config: ({port}) => remoteFault('sse', `http://127.0.0.1:${port}/comment-flood/sse`),
		expected: works(),
	},
	calling('hangs in a call', 'call-hangs', fails(/within 1\.5 s/)),
	calling('refuses the request of a call', 'call-refused', fails(/500/)),
	calling('never takes the request of a call', 'post-hangs', fails(/within 1\.5 s/)),
	calling('ends its stream during a call', 'stream-ends', fails(/ended|closed|stream|lost/)),
	calling('resets its stream during a call', 'stream-reset', fails(/reset|ended|closed|stream|lost/)),
	calling('answers a call with an event of 11 MiB', 'huge-event', fails(/10 MiB/)),
	calling('sends garbage before its answer', 'garbage', works('after garbage')),
	calling('answers with 200,000 levels of nesting', 'deep-nesting', works()),
	calling('answers requests that nobody sent', 'other-ids', works('after others')),
	calling('floods with notifications', 'flood', works('after the flood')),
	calling('answers with content that is no list', 'content-not-array', works()),
];
