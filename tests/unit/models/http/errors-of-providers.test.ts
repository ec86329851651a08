import {describe, expect, it} from 'vitest';
import {anthropic, openai, type Row} from './error-bodies.ts';
import {troubleOf} from './sdk-errors.ts';

const providerErrors: readonly Row[] = [
	['anthropic', 500, anthropic('api_error', 'Internal server error')],
	['anthropic', 504, anthropic('timeout_error', 'Request timed out')],
	[
		'openai',
		500,
		openai('The server had an error while processing your request. Sorry about that!', null, 'server_error'),
	],
	['openai', 502, '<html><head><title>502 Bad Gateway</title></head><body>cloudflare</body></html>'],
	['openai', 409, openai('The resource was changed')],
	['openai', 408, ''],
	[
		'openrouter',
		502,
		{
			error: {
				code: 502,
				message: 'Provider returned error',
				metadata: {raw: '{"error":{"message":"upstream connect error"}}'},
			},
		},
	],
	['groq', 400, openai('Failed to call a function. Please adjust your prompt.', 'tool_use_failed')],
];

describe('an error of a provider', () => {
	it.each(providerErrors)('is read as an error of its own: %s, %i, %j', async (who, status, body) => {
		const trouble = await troubleOf(who, {status, body});
		expect(trouble.kind).toBe('provider-error');
		expect(trouble.retry).toEqual({});
	});

	it.each<Row>([
		[
			'ollama',
			500,
			openai('model requires more system memory (5.6 GiB) than is available (3.2 GiB)', null, 'api_error'),
		],
		[
			'llamacpp',
			500,
			{error: {code: 500, message: 'tools param requires --jinja flag', type: 'server_error'}},
		],
		['openai', 501, openai('Not implemented')],
		[
			'llamacpp',
			500,
			{error: {code: 500, message: 'Conversation roles must alternate user/assistant', type: 'server_error'}},
		],
	])('is an error that stays: %s, %i, %j', async (who, status, body) => {
		const trouble = await troubleOf(who, {status, body});
		expect(trouble.kind).toBe('provider-error');
		expect(trouble.retry).toBeUndefined();
	});

	it.each<readonly [...Row, hint: string]>([
		[
			'ollama',
			400,
			openai('registry.ollama.ai/library/gemma:2b does not support tools', null, 'api_error'),
			'cannot use tools',
		],
		[
			'openrouter',
			404,
			{error: {message: 'No endpoints found that support tool use.', code: 404}},
			'cannot use tools',
		],
		[
			'openai',
			400,
			openai(
				"Unsupported value: 'temperature' does not support 0.2 with this model.",
				'unsupported_value',
				'invalid_request_error',
				'temperature',
			),
			'"temperature" of provider "openai"',
		],
		[
			'anthropic',
			400,
			anthropic(
				'invalid_request_error',
				'max_tokens: 99999 > 8192, which is the maximum allowed number of output tokens',
			),
			'"maxTokens" of provider "anthropic"',
		],
		[
			'openai',
			400,
			openai(
				"Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length 130 instead.",
				'array_above_max_length',
				'invalid_request_error',
				'tools',
			),
			'"maxTools" of provider "openai"',
		],
		[
			'anthropic',
			400,
			anthropic('invalid_request_error', 'messages.0: all messages must have non-empty content'),
			'/model',
		],
		[
			'vllm',
			422,
			{detail: [{loc: ['body', 'messages', 0, 'role'], msg: 'field required', type: 'missing'}]},
			'/model',
		],
		['openai', 400, '', '/model'],
	])('is read as a bad request: %s, %i, %j', async (who, status, body, hint) => {
		const trouble = await troubleOf(who, {status, body});
		expect(trouble).toMatchObject({kind: 'bad-request', failure: {hint: expect.stringContaining(hint)}});
		expect(trouble.retry).toBeUndefined();
	});
});
