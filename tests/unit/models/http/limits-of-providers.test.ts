import {describe, expect, it} from 'vitest';
import {anthropic, gemini, openai, type Row} from './error-bodies.ts';
import {troubleOf} from './sdk-errors.ts';

const quota: readonly Row[] = [
	[
		'openai',
		429,
		openai(
			'You exceeded your current quota, please check your plan and billing details.',
			'insufficient_quota',
			'insufficient_quota',
		),
	],
	['openai', 429, openai('Billing hard limit has been reached', 'billing_hard_limit_reached')],
	[
		'anthropic',
		400,
		anthropic(
			'invalid_request_error',
			'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
		),
	],
	[
		'anthropic',
		400,
		anthropic(
			'invalid_request_error',
			'You have reached your specified API usage limits. You will regain access on 2026-12-01 at 00:00 UTC.',
		),
	],
	['anthropic', 402, anthropic('billing_error', 'There is a problem with your payment.')],
	[
		'openrouter',
		402,
		{
			error: {
				code: 402,
				message:
					'This request requires more credits, or fewer max_tokens. You requested up to 64000 tokens, but can only afford 1200.',
			},
		},
	],
	[
		'openrouter',
		403,
		{
			error: {
				code: 403,
				message: 'Key limit exceeded (monthly limit). Manage it using https://openrouter.ai/settings/keys',
			},
		},
	],
	[
		'xai',
		403,
		{
			code: 'The caller does not have permission to execute the specified operation',
			error:
				"Your newly created team doesn't have any credits or licenses yet. You can purchase those on https://console.x.ai/team/481c7584-ab46-4974-b86b-a4978384e229.",
		},
	],
	[
		'xai',
		429,
		{
			code: 'Some resource has been exhausted',
			error:
				'Your team 16f2151a-40f4-4a80-8ad0-cae00c27e8dd has either used all available credits or reached its monthly spending limit. To continue making API requests, please purchase more credits or raise your spending limit.',
		},
	],
	['deepseek', 402, openai('Insufficient Balance', 'invalid_request_error', 'unknown_error')],
	[
		'gemini',
		429,
		gemini(
			429,
			'RESOURCE_EXHAUSTED',
			'You exceeded your current quota, please check your plan and billing details. Please retry in 34.07s.',
			[
				{
					'@type': 'type.googleapis.com/google.rpc.QuotaFailure',
					violations: [{quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier'}],
				},
				{'@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34s'},
			],
		),
	],
];

const rateLimited: readonly Row[] = [
	[
		'anthropic',
		429,
		anthropic(
			'rate_limit_error',
			"This request would exceed your organization's rate limit of 40,000 input tokens per minute.",
		),
	],
	[
		'openai',
		429,
		openai(
			'Rate limit reached for gpt-4o in organization org-a on tokens per min (TPM): Limit 30000, Used 29000, Requested 5000. Please try again in 8.2s.',
			'rate_limit_exceeded',
			'tokens',
		),
	],
	[
		'groq',
		429,
		openai(
			'Rate limit reached for model `llama-3.3-70b` on tokens per day (TPD): Limit 100000, Used 99000, Requested 2000. Please try again in 7m12s.',
			'rate_limit_exceeded',
			'tokens',
		),
	],
	[
		'openrouter',
		429,
		{
			error: {
				code: 429,
				message: 'Provider returned error',
				metadata: {
					raw: 'acme/model is temporarily rate-limited upstream. Please retry shortly.',
					provider_name: 'Acme',
				},
			},
		},
	],
	['mistral', 429, {message: 'Requests rate limit exceeded'}],
	['mistral', 429, {object: 'error', message: 'Too many tokens, please wait before trying again.'}],
	[
		'gemini',
		429,
		gemini(
			429,
			'RESOURCE_EXHAUSTED',
			'You exceeded your current quota, please check your plan and billing details. Please retry in 34.07s.',
			[{'@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34s'}],
		),
	],
	['vllm', 429, 'slow down'],
];

const overloaded: readonly Row[] = [
	['anthropic', 529, anthropic('overloaded_error', 'Overloaded')],
	['openai', 503, openai('The engine is currently overloaded, please try again later', null, 'server_error')],
	['gemini', 503, gemini(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.')],
	['llamacpp', 503, {error: {code: 503, message: 'Loading model', type: 'unavailable_error'}}],
	['groq', 503, '<html><head><title>503 Service Temporarily Unavailable</title></head></html>'],
	['mistral', 429, {error: {message: 'The engine is currently overloaded', type: 'engine_overloaded_error'}}],
];

describe('a limit of a provider', () => {
	it.each(quota)('is read as used up: %s, %i, %j', async (who, status, body) => {
		const trouble = await troubleOf(who, {status, body});
		expect(trouble).toMatchObject({kind: 'quota', failure: {hint: expect.stringContaining('Add credit')}});
		expect(trouble.retry).toBeUndefined();
	});

	it.each(rateLimited)('is read as too many requests: %s, %i, %j', async (who, status, body) => {
		const trouble = await troubleOf(who, {status, body});
		expect(trouble.kind).toBe('rate-limited');
		expect(trouble.retry).toBeDefined();
	});

	it.each(overloaded)('is read as overload: %s, %i, %j', async (who, status, body) => {
		const trouble = await troubleOf(who, {status, body});
		expect(trouble.kind).toBe('overloaded');
		expect(trouble.retry).toBeDefined();
	});
});
