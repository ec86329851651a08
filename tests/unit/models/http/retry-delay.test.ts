import {describe, expect, it} from 'vitest';
import {anthropic, gemini, openai, type Row} from './error-bodies.ts';
import {troubleOf} from './sdk-errors.ts';

const limited = anthropic('rate_limit_error', 'Slow down.');

const delayOf = async (headers: Record<string, string>, body: unknown = limited) =>
	(await troubleOf('anthropic', {status: 429, body, headers})).retry?.after;

const date = 'Mon, 16 Nov 2026 10:00:00 GMT';

describe('how long a provider wants us to wait', () => {
	it.each<readonly [headers: Record<string, string>, milliseconds: number]>([
		[{'retry-after': '20'}, 20_000],
		[{'retry-after': '0.5'}, 500],
		[{'retry-after': '0'}, 0],
		[{'retry-after-ms': '1500', 'retry-after': '20'}, 1500],
		[{'retry-after': 'Mon, 16 Nov 2026 10:00:30 GMT', date}, 30_000],
		[{'retry-after': 'Mon, 16 Nov 2026 09:00:00 GMT', date}, 0],
		[{'anthropic-ratelimit-requests-reset': '2026-11-16T10:00:07Z', date}, 7000],
		[
			{
				'anthropic-ratelimit-requests-reset': '2026-11-16T10:59:00Z',
				'anthropic-ratelimit-requests-remaining': '40',
				'anthropic-ratelimit-input-tokens-reset': '2026-11-16T10:00:12Z',
				'anthropic-ratelimit-input-tokens-remaining': '0',
				date,
			},
			12_000,
		],
		[{'x-ratelimit-reset-tokens': '6m0s'}, 360_000],
		[{'x-ratelimit-reset-requests': '1.2s', 'x-ratelimit-remaining-requests': '0'}, 1200],
		[{'x-ratelimit-reset-requests': '350ms', 'x-ratelimit-remaining-requests': '0'}, 350],
		[{'x-ratelimit-reset': '1794823205000', date}, 5000],
		[{'x-ratelimit-reset': '1794823205', date}, 5000],
		[{'retry-after': '3', 'x-ratelimit-reset-tokens': '6m0s'}, 3000],
	])('stands in its headers: %j', async (headers, milliseconds) => {
		expect(await delayOf(headers)).toBe(milliseconds);
	});

	it.each<readonly [words: string, milliseconds: number]>([
		['Please try again in 20s. Visit us.', 20_000],
		['Please try again in 8.2s.', 8200],
		['Please try again in 7m12.5s. Need more tokens?', 432_500],
		['Please try again in 350ms.', 350],
		['Try again in 1h2m.', 3_720_000],
		['Please retry after 20 seconds.', 20_000],
		['Please retry in 34.07s.', 34_070],
		['Please try again in 2 minutes, 3 seconds or so.', 123_000],
	])('stands in its words: %s', async (words, milliseconds) => {
		expect(await delayOf({}, openai(words))).toBe(milliseconds);
	});

	it('stands in a field of its own', async () => {
		const body = gemini(429, 'RESOURCE_EXHAUSTED', 'Resource exhausted.', [{retryDelay: '34s'}]);
		expect((await troubleOf('gemini', {status: 429, body})).retry).toEqual({after: 34_000});
	});

	it('stands where a router puts what the provider behind it said', async () => {
		const metadata = {headers: {'X-RateLimit-Reset': `${Date.now() + 60_000}`}};
		const body = {error: {code: 429, message: 'Rate limit exceeded: free-models-per-day.', metadata}};
		const {kind, retry} = await troubleOf('openrouter', {status: 429, body});
		expect(kind).toBe('rate-limited');
		expect(retry?.after).toBeGreaterThan(1000);
		expect(retry?.after).toBeLessThanOrEqual(60_000);
	});

	it.each<Record<string, string>>([
		{},
		{'retry-after': 'soon'},
		{'retry-after': '-5'},
		{'x-ratelimit-reset': ''},
	])('is not known: %j', async headers => {
		expect(await troubleOf('anthropic', {status: 429, body: limited, headers})).toMatchObject({retry: {}});
		expect(await delayOf(headers)).toBeUndefined();
	});

	it('is told of an overload as well', async () => {
		const body = anthropic('overloaded_error', 'Overloaded');
		const {retry} = await troubleOf('anthropic', {status: 529, body, headers: {'retry-after': '2'}});
		expect(retry).toEqual({after: 2000});
	});

	it.each<Row>([
		['openai', 429, openai('You exceeded your current quota.', 'insufficient_quota')],
		['openai', 400, openai('Bad. Please try again in 20s.')],
	])('does not matter where waiting does not help: %s, %i, %j', async (who, status, body) => {
		expect((await troubleOf(who, {status, body, headers: {'retry-after': '20'}})).retry).toBeUndefined();
	});
});
