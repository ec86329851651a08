import {expect} from 'vitest';
import {refuses, says} from '../../../servers/models/fault-script.ts';
import {type FaultRow, fails, finishes} from './fault-row.ts';

const fine = says('There it is.');

/** Requests that the provider does not take. */
export const refusedRequests: readonly FaultRow[] = [
	{
		fault: 'is a 401 that repeats the key',
		answers: [refuses('wrong-key')],
		expected: fails('wrong-key', /does not accept your key \(HTTP 401\)/, /_API_KEY/),
		requests: 1,
	},
	{
		fault: 'is a 403',
		answers: [refuses('no-access')],
		expected: fails('no-access', /does not let us use/, /\/model/),
		requests: 1,
	},
	{
		fault: 'is a 404 for the model',
		answers: [refuses('unknown-model')],
		expected: fails('unknown-model', /has no model/, /\/model/),
		requests: 1,
	},
	{
		fault: 'says that what is paid for is used up',
		answers: [refuses('quota')],
		expected: fails('quota', /used up/, /credit/),
		requests: 1,
	},
	{
		fault: 'is a 429 with Retry-After',
		answers: [refuses('rate-limited', {headers: {'retry-after': '7'}}), fine],
		expected: finishes('There it is.'),
		requests: 2,
		waits: [7000],
		also: ({app}) => {
			const scheduled = app.events.find(event => event.type === 'retry-scheduled');
			expect(scheduled).toMatchObject({
				failure: {code: 'rate-limited', message: expect.stringMatching(/fewer requests/)},
				attempt: 2,
			});
			if (scheduled?.type === 'retry-scheduled') expect(scheduled.until - scheduled.at).toBe(7000);
		},
	},
	{
		fault: 'is a 429 without Retry-After, twice',
		answers: [refuses('rate-limited'), refuses('rate-limited'), fine],
		expected: finishes('There it is.'),
		requests: 3,
		waits: [1000, 2000],
	},
	{
		fault: 'is a 429 that asks for a wait of an hour',
		answers: [refuses('rate-limited', {headers: {'retry-after': '3600'}})],
		expected: fails('rate-limited', /60 minutes, which is too long/, /\/retry/),
		requests: 1,
	},
	{
		fault: 'is an overload (529, 503)',
		answers: [refuses('overloaded'), fine],
		expected: finishes('There it is.'),
		requests: 2,
		waits: [1000],
	},
	{
		fault: 'is an overload with Retry-After',
		answers: [refuses('overloaded', {headers: {'retry-after': '3'}}), fine],
		expected: finishes('There it is.'),
		requests: 2,
		waits: [3000],
	},
	{
		fault: 'is an overload for ever',
		answers: [refuses('overloaded')],
		expected: fails('overloaded', /overloaded.*tried 6 times/s, /This passes/),
		requests: 6,
		waits: [1000, 2000, 4000, 8000, 16_000],
	},
	{
		fault: 'is a 500 for ever',
		answers: [refuses('server-error')],
		expected: fails('provider-error', /has a problem.*tried 3 times/s, /\/retry|log of/),
		requests: 3,
		waits: [1000, 2000],
	},
	{
		fault: 'is the 502 of a proxy, as a web page',
		answers: [
			{
				type: 'body',
				status: 502,
				headers: {'content-type': 'text/html'},
				body: '<html><head><title>502 Bad Gateway</title></head><body><center>nginx</center></body></html>',
			},
			fine,
		],
		expected: finishes('There it is.'),
		requests: 2,
		waits: [1000],
	},
	{
		fault: 'never comes because the connection is reset',
		answers: [{type: 'reset'}, fine],
		expected: finishes('There it is.'),
		requests: 2,
		waits: [1000],
	},
	{
		fault: 'sends us elsewhere',
		answers: [{type: 'body', status: 307, headers: {location: 'http://127.0.0.1:9/v1'}, body: ''}],
		expected: fails('unreachable', /neither the conversation nor your key/, /baseUrl|_BASE_URL/),
		requests: 1,
	},
	{
		fault: 'says that the conversation is too long, and is taken after a summary',
		answers: [refuses('context-full'), says('SUMMARY of what was said.'), fine],
		expected: finishes('There it is.'),
		requests: 3,
		choice: {type: 'compact'},
		also: ({server}) => {
			const sent = JSON.stringify(server.requests.at(-1)?.body);
			expect(sent).toContain('SUMMARY of what was said.');
			expect(sent).toContain('Do it.');
			expect(sent).not.toContain('call_0');
		},
	},
	{
		fault: 'says that the conversation is too long, and nobody wants a summary',
		answers: [refuses('context-full')],
		expected: fails('context-full', /longer than/, /\/compact/),
		requests: 1,
	},
];
