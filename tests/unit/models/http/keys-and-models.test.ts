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
	[
		'azure',
		404,
		{
			error: {
				code: 'DeploymentNotFound',
				message:
					'The API deployment for this resource does not exist. If you created the deployment within the last 5 minutes, please wait a moment and try again.',
			},
		},
	],
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

const account =
	/^Ask for access in your \w+ account, use another key, or choose another model with \/model\.$/;
const region =
	/^It is not offered where the request comes from: .*VPN or proxy.*another provider with \/model\.$/;
const network =
	/^Often it is the network that is refused, not your account: check any VPN, proxy or firewall/;

const verify = (wish: string): string =>
	`Your organization must be verified to ${wish}. Please go to: https://platform.openai.com/settings/organization/general and click on Verify Organization. If you just verified, it can take up to 15 minutes for access to propagate.`;

const noAccess: readonly (readonly [...Row, hint: RegExp])[] = [
	[
		'openai',
		403,
		openai('Project `proj_a` does not have access to model `gpt-4.1-2025-04-14`', 'model_not_found'),
		account,
	],
	['openai', 404, openai(verify('use the model `o3`'), 'model_not_found'), account],
	[
		'openai',
		400,
		openai(verify('stream this model'), 'unsupported_value', 'invalid_request_error', 'stream'),
		account,
	],
	[
		'openai',
		401,
		openai('You have insufficient permissions for this operation. Missing scopes: model.request.'),
		account,
	],
	['anthropic', 403, anthropic('permission_error', 'Your account does not have access to this.'), account],
	[
		'groq',
		403,
		openai(
			'The model `groq/compound` is blocked at the organization level. Please have the org admin enable this model in the org settings at https://console.groq.com/settings/limits',
			'model_permission_blocked_org',
			'permissions_error',
		),
		account,
	],
	[
		'ollama',
		403,
		{
			error:
				'this model requires a subscription, upgrade for access: https://ollama.com/upgrade (ref: b7b9f6f9-5486-478e-8050-857feaa13152)',
		},
		account,
	],
	[
		'openai',
		403,
		openai(
			'Country, region, or territory not supported',
			'unsupported_country_region_territory',
			'request_forbidden',
		),
		region,
	],
	[
		'openrouter',
		403,
		{
			error: {
				message: 'Provider returned error',
				code: 403,
				metadata: {
					raw: '{"error":{"code":"unsupported_country_region_territory","message":"Country, region, or territory not supported","param":null,"type":"request_forbidden"}}',
					provider_name: 'OpenAI',
				},
			},
		},
		region,
	],
	['openrouter', 403, {error: {message: 'This model is not available in your region.', code: 403}}, region],
	[
		'gemini',
		400,
		gemini(400, 'FAILED_PRECONDITION', 'User location is not supported for the API use.'),
		region,
	],
	[
		'anthropic',
		400,
		anthropic(
			'invalid_request_error',
			'Access to Anthropic models is not allowed from unsupported countries, regions, or territories. Please refer to https://www.anthropic.com/supported-countries for more information on the countries and regions Anthropic currently supports.',
		),
		region,
	],
	['anthropic', 403, {error: {type: 'forbidden', message: 'Request not allowed'}}, network],
	[
		'groq',
		403,
		'<!DOCTYPE html><html class="no-js" lang="en-US"><head><title>Attention Required! | Cloudflare</title></head><body><h1>Sorry, you have been blocked</h1></body></html>',
		network,
	],
	[
		'openrouter',
		403,
		{error: {message: 'Your chosen model requires moderation and your input was flagged', code: 403}},
		/^Its moderation flagged what was sent: write it in another way, or choose another model with \/model\.$/,
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

	it.each(noAccess)(
		'is read as no access, and says how to get it: %s, %i, %j',
		async (who, status, body, hint) => {
			const trouble = await troubleOf(who, {status, body});
			expect(trouble).toMatchObject({
				kind: 'no-access',
				failure: {
					message: expect.stringContaining('does not let us use "the-model"'),
					hint: expect.stringMatching(hint),
				},
			});
			expect(trouble.retry).toBeUndefined();
		},
	);

	it('names the deployment where the names of models are those of deployments', async () => {
		const body = {error: {code: 'DeploymentNotFound', message: 'The API deployment does not exist.'}};
		expect((await troubleOf('azure', {status: 404, body})).failure.hint).toBe(
			'On Azure the name after "azure/" is that of your deployment: look it up in the Azure portal, and choose it with /model.',
		);
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
