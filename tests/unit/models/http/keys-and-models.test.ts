import {describe, expect, it} from 'vitest';
import {anthropic, gemini, openai, type Row} from './error-bodies.ts';
import {troubleOf} from './sdk-errors.ts';

const wrongKey: readonly Row[] = [
	['anthropic', 401, anthropic('authentication_error', 'invalid x-api-key')],
	[
		'openai',
		401,
		openai(
			'Incorrect API key provided: sk-abcd**********wxyz. You can find your API key at https://platform.openai.com/account/api-keys.',
			'invalid_api_key',
		),
	],
	[
		'gemini',
		400,
		gemini(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
			{reason: 'API_KEY_INVALID'},
		]),
	],
	[
		'xai',
		400,
		{
			code: 'Client specified an invalid argument',
			error: 'Incorrect API key provided: xa***ab. You can obtain an API key from https://console.x.ai.',
		},
	],
	['openrouter', 401, {error: {message: 'No auth credentials found', code: 401}}],
	['groq', 401, openai('Invalid API Key', 'invalid_api_key')],
	['mistral', 401, {message: 'Unauthorized', request_id: 'abc'}],
	['llamacpp', 401, {error: {code: 401, message: 'Invalid API Key', type: 'authentication_error'}}],
	['vllm', 401, {error: 'Unauthorized'}],
	['vllm', 401, ''],
];

const unknownModel: readonly Row[] = [
	['anthropic', 404, anthropic('not_found_error', 'model: claude-nonsense')],
	[
		'openai',
		404,
		openai('The model `gpt-nonsense` does not exist or you do not have access to it.', 'model_not_found'),
	],
	['openai', 403, openai('Project `proj_a` does not have access to model `gpt-5`', 'model_not_found')],
	[
		'openai',
		400,
		openai(
			"The requested model 'gpt-nonsense' does not exist.",
			'model_not_found',
			'invalid_request_error',
			'model',
		),
	],
	[
		'groq',
		400,
		openai(
			'The model `mixtral-8x7b-32768` has been decommissioned and is no longer supported.',
			'model_decommissioned',
		),
	],
	[
		'gemini',
		404,
		gemini(
			404,
			'NOT_FOUND',
			'models/gemini-nonsense is not found for API version v1main, or is not supported for generateContent.',
		),
	],
	['openrouter', 400, {error: {message: 'acme/nonsense is not a valid model ID', code: 400}}],
	['openrouter', 404, {error: {message: 'No endpoints found for acme/old-model.', code: 404}}],
	[
		'mistral',
		400,
		{object: 'error', message: 'Invalid model: nonsense', type: 'invalid_model', code: '1500'},
	],
	['deepseek', 400, openai('Model Not Exist')],
	[
		'xai',
		404,
		{
			code: 'Some requested entity was not found',
			error: 'The model grok-nonsense does not exist or your team does not have access to it.',
		},
	],
	['ollama', 404, openai('model "nonsense" not found, try pulling it first', null, 'api_error')],
	['ollama', 404, openai("model 'nonsense' not found", null, 'not_found_error')],
	[
		'lmstudio',
		404,
		openai(
			'No models loaded. Please load a model in the developer page or use the `lms load` command.',
			'model_not_found',
			'invalid_request_error',
			'model',
		),
	],
	[
		'vllm',
		404,
		{object: 'error', message: 'The model `nonsense` does not exist.', type: 'NotFoundError', code: 404},
	],
];

describe('a refusal over who asks, or for what', () => {
	it.each(wrongKey)('is read as a key that is not accepted: %s, %i, %j', async (who, status, body) => {
		const trouble = await troubleOf(who, {status, body});
		expect(trouble).toMatchObject({kind: 'wrong-key', failure: {code: 'wrong-key'}});
		expect(trouble.retry).toBeUndefined();
	});

	it.each(unknownModel)('is read as a model that there is not: %s, %i, %j', async (who, status, body) => {
		const trouble = await troubleOf(who, {status, body});
		expect(trouble).toMatchObject({
			kind: 'unknown-model',
			failure: {
				message: expect.stringContaining('has no model "the-model"'),
				hint: expect.stringContaining('/model'),
			},
		});
		expect(trouble.retry).toBeUndefined();
	});

	it.each<Row>([
		[
			'openai',
			403,
			openai(
				'Country, region, or territory not supported',
				'unsupported_country_region_territory',
				'request_forbidden',
			),
		],
		[
			'openai',
			401,
			openai('You have insufficient permissions for this operation. Missing scopes: model.request.'),
		],
		['anthropic', 403, anthropic('permission_error', 'Your account does not have access to this.')],
		['groq', 403, '<html><head><title>Attention Required! | Cloudflare</title></head></html>'],
	])('is read as no access: %s, %i, %j', async (who, status, body) => {
		const trouble = await troubleOf(who, {status, body});
		expect(trouble.kind).toBe('no-access');
		expect(trouble.retry).toBeUndefined();
	});

	it.each<Row>([
		['ollama', 404, '404 page not found'],
		['llamacpp', 404, {error: {code: 404, message: 'File Not Found', type: 'not_found_error'}}],
		['vllm', 404, {detail: 'Not Found'}],
		['openai', 404, openai('Invalid URL (POST /v1/v1/responses)')],
		['openai', 404, '<!doctype html><title>Nothing here</title>'],
	])('is read as a wrong address: %s, %i, %j', async (who, status, body) => {
		expect(await troubleOf(who, {status, body})).toMatchObject({
			kind: 'bad-request',
			failure: {hint: expect.stringContaining(`"baseUrl" of provider "${who}"`)},
		});
	});
});
