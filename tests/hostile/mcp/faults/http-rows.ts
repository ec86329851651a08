import {expect} from 'vitest';
import {
	expectsHang,
	type FaultPlaces,
	type FaultRow,
	fails,
	faultyName,
	hangsAtStart,
	hangsInCall,
	isHang,
	remoteFault,
	works,
} from './fault-row.ts';

const address = ({port}: FaultPlaces, fault: string): string => `http://127.0.0.1:${port}/${fault}/mcp`;

const starting = (fault: string, name: string, message: RegExp): FaultRow => ({
	fault,
	config: places => remoteFault('http', address(places, name), isHang(message) ? hangsAtStart : {}),
	expected: fails(message),
});

const calling = (fault: string, name: string, expected: FaultRow['expected']): FaultRow => ({
	fault,
	config: places => remoteFault('http', address(places, name), expectsHang(expected) ? hangsInCall : {}),
	call: name,
	expected,
});

const seenAt = async ({port}: FaultPlaces): Promise<Record<string, number>> => {
	const answer = await fetch(`http://127.0.0.1:${port}/seen`);
	return JSON.parse(await answer.text());
};

export const httpRows: readonly FaultRow[] = [
	{
		fault: 'is not there',
		config: ({closedPort}) => remoteFault('http', `http://127.0.0.1:${closedPort}/mcp`),
		expected: fails(/refused|ECONNREFUSED|nothing answers/),
	},
	{
		fault: 'has a name that does not exist',
		config: () => remoteFault('http', 'https://nowhere.invalid/mcp'),
		expected: fails(/nowhere\.invalid/),
	},
	{
		fault: 'speaks plain HTTP where TLS is expected',
		config: ({port}) => remoteFault('http', `https://127.0.0.1:${port}/plain/mcp`),
		expected: fails(/TLS|SSL|https/),
	},
	{
		fault: 'has a certificate that nobody vouches for',
		config: ({securePort}) => remoteFault('http', `https://127.0.0.1:${securePort}/fine/mcp`),
		expected: fails(/certificate/i),
	},
	{
		fault: 'is behind a proxy that is not there',
		config: () => remoteFault('http', 'https://example.com/mcp'),
		environment: ({closedPort}) => ({HTTPS_PROXY: `http://127.0.0.1:${closedPort}`, NO_PROXY: ''}),
		expected: fails(/proxy/i),
	},
	{
		fault: 'is behind a proxy that refuses',
		config: () => remoteFault('http', 'https://example.com/mcp'),
		environment: ({port}) => ({HTTPS_PROXY: `http://127.0.0.1:${port}`, NO_PROXY: ''}),
		expected: fails(/proxy.*403|403.*proxy/i),
	},
	{
		fault: 'is behind a proxy that hangs up',
		config: () => remoteFault('http', 'https://hang-up.example.com/mcp'),
		environment: ({port}) => ({HTTPS_PROXY: `http://127.0.0.1:${port}`, NO_PROXY: ''}),
		expected: fails(/proxy/i),
	},
	starting('never answers', 'hang', /within 1\.5 s/),
	starting('never ends its answer', 'hang-in-body', /within 1\.5 s/),
	starting('resets every connection', 'reset', /reset|closed|broke|ECONNRESET/),
	starting('resets in the middle of an answer', 'reset-in-body', /reset|closed|terminated|cut/),
	starting('hangs up on every request', 'hang-up', /closed|hung up|reset|broke/),
	starting('does not speak HTTP', 'not-http', /HTTP/),
	starting('answers 401', 'unauthorised', /401|sign in|authori/i),
	starting('answers 403', 'forbidden', /403/),
	starting('answers 404', 'not-found', /404/),
	starting('answers 405', 'wrong-method', /405/),
	starting('answers 429', 'too-many', /429/),
	starting('answers 500', 'broken', /500/),
	starting('answers 502', 'bad-gateway', /502/),
	starting('answers 503', 'unavailable', /503/),
	{
		...starting('redirects to another origin', 'elsewhere', /another place|redirect/),
		config: places =>
			remoteFault('http', address(places, 'elsewhere'), {headers: {authorization: 'Bearer secret'}}),
		afterwards: async places => expect(await seenAt(places)).not.toHaveProperty('stolen'),
	},
	starting('redirects in circles', 'in-circles', /sends us on|redirect/),
	starting('answers with a page of HTML', 'html-page', /text\/html/),
	starting('answers with plain text', 'plain-text', /text\/plain/),
	starting('answers with nothing', 'empty', /JSON|empty/),
	starting('answers with half a JSON', 'truncated-json', /JSON/),
	starting('answers with bytes that are not text', 'invalid-utf8', /JSON|MCP/),
	starting('answers with 40 MiB', 'huge-body', /10 MiB/),
	starting('answers with a bomb of gzip', 'gzip-bomb', /10 MiB/),
	starting('calls plain text gzip', 'false-gzip', /gzip|decod|compress|header check/i),
	starting('never ends its headers', 'endless-headers', /header/i),
	starting('greets with a version that nobody knows', 'wrong-version', /1999-01-01/),
	starting('greets with nothing', 'empty-greeting', /MCP|protocolVersion|version/),
	starting('answers under other ids', 'wrong-ids', /within 1\.5 s/),
	starting('answers with text where tools should be', 'tools-not-array', /tools/),
	{
		fault: 'has 20,000 tools',
		config: places => remoteFault('http', address(places, 'many-tools')),
		expected: works(),
	},
	{
		fault: 'never ends its list',
		config: places => remoteFault('http', address(places, 'endless-cursors')),
		expected: {type: 'works', note: /cut after 100 pages/},
	},
	calling('hangs in a call', 'call-hangs', fails(/within 1\.5 s/)),
	calling('resets the connection of a call', 'call-reset', fails(/reset|closed|ECONNRESET/)),
	calling('answers a call with 500', 'call-broken', fails(/500/)),
	calling('answers a call with 429', 'call-too-many', fails(/429/)),
	calling('answers a call with 11 MiB', 'call-huge', fails(/10 MiB/)),
	calling('answers a call with a bomb of gzip', 'call-bomb', fails(/10 MiB/)),
	calling('answers a call with 200,000 levels of nesting', 'call-deep', works()),
	calling('answers a call under another id', 'call-other-id', fails(/within 1\.5 s/)),
	calling('ends the stream of a call without an answer', 'call-stream-ends', fails(/stream|ended/)),
	calling('answers a call with an event of 11 MiB', 'call-huge-event', fails(/10 MiB/)),
	calling('floods the stream of a call', 'call-flood', works('after the flood')),
	calling('answers a call with a batch', 'call-batch', works('fine')),
	calling('answers a call twice', 'call-duplicates', works('first')),
	calling('loses the session with every call', 'session-lost', fails(/session|404/)),
	calling('has been restarted', 'restarts', works('fine')),
	{
		...calling('has an output schema whose pattern explodes', 'regex-bomb', works()),
		expected: {type: 'warns', text: 'done', warning: /schema/},
	},
	{
		fault: 'is to be reached without TLS at another machine',
		config: () => remoteFault('http', 'http://198.51.100.1/mcp'),
		expected: fails(/http:|plain|insecure|https/i),
	},
	{
		fault: 'has an address that is none',
		config: () => ({...remoteFault('http', 'http://'), name: faultyName}),
		expected: fails(/address|URL/i),
	},
];
