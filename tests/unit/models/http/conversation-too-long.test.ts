import {describe, expect, it} from 'vitest';
import {anthropic, gemini, openai, type Row} from './error-bodies.ts';
import {troubleOf} from './sdk-errors.ts';

const contextFull: readonly Row[] = [
	[
		'anthropic',
		400,
		anthropic('invalid_request_error', 'prompt is too long: 208310 tokens > 200000 maximum'),
	],
	[
		'anthropic',
		400,
		anthropic(
			'invalid_request_error',
			'input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length or `max_tokens` and try again',
		),
	],
	[
		'openai',
		400,
		openai(
			'Your input exceeds the context window of this model. Please adjust your input and try again.',
			'context_length_exceeded',
		),
	],
	[
		'openai',
		400,
		openai(
			"This model's maximum context length is 128000 tokens. However, your messages resulted in 130051 tokens. Please reduce the length of the messages.",
			'context_length_exceeded',
			'invalid_request_error',
			'messages',
		),
	],
	[
		'openai',
		400,
		openai(
			"Invalid 'messages[0].content': string too long. Expected a string with maximum length 10485760, but got a string with length 12000000 instead.",
			'string_above_max_length',
			'invalid_request_error',
			'messages[0].content',
		),
	],
	[
		'openai',
		429,
		openai(
			'Request too large for gpt-4o in organization org-a on tokens per min (TPM): Limit 30000, Requested 50000. The input or output tokens must be reduced in order to run successfully.',
			'rate_limit_exceeded',
			'tokens',
		),
	],
	['groq', 400, openai('Please reduce the length of the messages or completion.', 'context_length_exceeded')],
	[
		'groq',
		413,
		openai(
			'Request too large for model `llama-3.1-8b-instant` on tokens per minute (TPM): Limit 6000, Requested 10394, please reduce your message size and try again.',
			'rate_limit_exceeded',
			'tokens',
		),
	],
	[
		'openai',
		413,
		{
			error: {
				code: 'tokens_limit_reached',
				message: 'Request body too large for gpt-4o model. Max size: 8000 tokens.',
				details: 'Request body too large for gpt-4o model. Max size: 8000 tokens.',
			},
		},
	],
	[
		'gemini',
		400,
		gemini(
			400,
			'INVALID_ARGUMENT',
			'The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).',
		),
	],
	[
		'openrouter',
		400,
		{
			error: {
				code: 400,
				message:
					'This endpoint\'s maximum context length is 8192 tokens. However, you requested about 10394 tokens (9000 of text input, 1394 of tool input). Please reduce the length of either one, or use the "middle-out" transform.',
			},
		},
	],
	[
		'mistral',
		400,
		{
			object: 'error',
			message:
				'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
			type: 'invalid_request_prompt',
			code: '3051',
		},
	],
	[
		'xai',
		400,
		{
			code: 'Client specified an invalid argument',
			error: "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
		},
	],
	[
		'deepseek',
		400,
		openai("This model's maximum context length is 65536 tokens. However, you requested 70000 tokens."),
	],
	[
		'llamacpp',
		400,
		{
			error: {
				code: 400,
				message: 'the request exceeds the available context size (4096 tokens), try increasing it',
				type: 'exceed_context_size_error',
				n_prompt_tokens: 5000,
				n_ctx: 4096,
			},
		},
	],
	['llamacpp', 500, {error: {code: 500, message: 'Context size has been exceeded.', type: 'server_error'}}],
	[
		'lmstudio',
		400,
		{
			error:
				'The number of tokens to keep from the initial prompt is greater than the context length. Try to load the model with a larger context length, or provide a shorter input',
		},
	],
	[
		'lmstudio',
		400,
		{
			error:
				'Trying to keep the first 5210 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.',
		},
	],
	[
		'lmstudio',
		500,
		{
			error:
				'Reached context length of 4096 tokens, but this model does not currently support mid-generation context overflow.',
		},
	],
	['ollama', 400, openai('prompt too long; exceeded max context length by 5000 tokens', null, 'api_error')],
	['ollama', 400, openai('the input length exceeds the context length', null, 'api_error')],
	[
		'vllm',
		400,
		{
			object: 'error',
			message:
				"This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (4000 in the messages, 1000 in the completion).",
			type: 'BadRequestError',
			param: null,
			code: 400,
		},
	],
	[
		'vllm',
		422,
		{
			error:
				'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens and 100 `max_new_tokens`',
			error_type: 'validation',
		},
	],
	[
		'mistral',
		400,
		{message: "The input (140000 tokens) is longer than the model's context length (131072 tokens)."},
	],
	['mistral', 400, {message: 'Input is too long for requested model.'}],
	['mistral', 400, {message: 'Your request exceeded model token limit: 262144 (requested: 300000)'}],
	['mistral', 400, {message: 'prompt token count of 130000 exceeds the limit of 128000'}],
	['mistral', 400, {message: 'invalid params, context window exceeds limit'}],
	['mistral', 400, {message: 'Range of input length should be [1, 129024]'}],
];

const tooManyBytes: readonly Row[] = [
	['anthropic', 413, {error: {type: 'request_too_large', message: 'Request exceeds the maximum size'}}],
	[
		'openai',
		413,
		'<html>\r\n<head><title>413 Request Entity Too Large</title></head>\r\n<body>\r\n<center><h1>413 Request Entity Too Large</h1></center>\r\n<hr><center>cloudflare</center>\r\n</body>\r\n</html>',
	],
	['groq', 413, openai('Request Entity Too Large', 'request_too_large')],
	['vllm', 413, '413 Request Entity Too Large\n'],
	['deepseek', 413, ''],
];

describe('a refusal of a long conversation', () => {
	it.each(tooManyBytes)(
		'that has too many bytes is put down to an image or a file: %s, %i, %j',
		async (who, status, body) => {
			const trouble = await troubleOf(who, {status, body});
			expect(trouble).toMatchObject({
				kind: 'context-full',
				failure: {
					message: expect.stringMatching(
						/^The request is larger than [\w ]+ takes, often because of an image or a file \(HTTP 413\)/,
					),
					hint: 'Send a smaller image or file. /rewind goes back to before it; /compact sums a long conversation up.',
				},
			});
			expect(trouble.retry).toBeUndefined();
		},
	);

	it.each(contextFull)(
		'is read as a conversation that is too long: %s, %i, %j',
		async (who, status, body) => {
			const trouble = await troubleOf(who, {status, body});
			expect(trouble).toMatchObject({
				kind: 'context-full',
				failure: {
					code: 'context-full',
					message: expect.stringContaining('The conversation is longer than "the-model"'),
					hint: expect.stringContaining('/compact'),
				},
			});
			expect(trouble.retry).toBeUndefined();
		},
	);
});
