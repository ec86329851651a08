import {describe, expect, it} from 'vitest';
import {learnQuirk} from '../../../../source/core/models/openai/learn-quirk.ts';
import {noQuirks, type Quirks, type Sent} from '../../../../source/core/models/openai/server-quirks.ts';

const sent: Sent = {
	optional: ['stream_options', 'max_tokens', 'temperature', 'reasoning_effort'],
	hasImages: false,
	hasReasoning: false,
	hasTools: false,
};

const refuse = (status: number, message: string, fields: object = {}) =>
	Object.assign(new Error(`${status} ${message}`), {status, error: {message, ...fields}});

const learn = (error: unknown, rest: Partial<Sent> = {}, quirks: Quirks = noQuirks) =>
	learnQuirk(error, {...sent, ...rest}, quirks);

const refusedAfter = (error: unknown) => [...(learn(error)?.refused ?? [])];

describe('what a refusal teaches', () => {
	it.each([
		[
			'OpenAI',
			refuse(400, "Unsupported value: 'temperature' does not support 0.2 with this model.", {
				param: 'temperature',
			}),
			'temperature',
		],
		[
			'OpenAI, older',
			refuse(400, 'Unrecognized request argument supplied: reasoning_effort'),
			'reasoning_effort',
		],
		[
			'Mistral',
			Object.assign(new Error('422'), {
				status: 422,
				error: {
					object: 'error',
					message: {
						detail: [
							{
								type: 'extra_forbidden',
								loc: ['body', 'stream_options'],
								msg: 'Extra inputs are not permitted',
							},
						],
					},
				},
			}),
			'stream_options',
		],
		[
			'a server in Python',
			Object.assign(new Error('422'), {
				status: 422,
				error: {detail: [{loc: ['body', 'stream_options'], msg: 'extra fields not permitted'}]},
			}),
			'stream_options',
		],
	])('is a member to leave out (%s)', (_, error, member) => {
		expect(refusedAfter(error)).toEqual([member]);
	});

	it('is the other name of the limit, and then that there is none', () => {
		const message =
			"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
		const renamed = learn(refuse(400, message, {param: 'max_tokens'}));
		expect(renamed).toMatchObject({limitName: 'max_completion_tokens'});
		const again = learn(
			refuse(400, 'max_completion_tokens: unknown field'),
			{optional: ['max_completion_tokens']},
			renamed,
		);
		expect([...(again?.refused ?? [])]).toEqual(['max_tokens', 'max_completion_tokens']);
	});

	it('is nothing where the complaint is about something that was not sent', () => {
		expect(learn(refuse(400, "Unknown parameter: 'top_k'."))).toBeUndefined();
	});

	it('is nothing where the complaint points at a tool that happens to have such a word', () => {
		const message =
			"Invalid schema for function 'weather': In context=('properties', 'temperature'), array schema missing items.";
		expect(learn(refuse(400, message, {param: 'tools[0].function.parameters'}))).toBeUndefined();
	});

	it.each([401, 403, 429, 503])('is nothing after status %i', status => {
		expect(learn(refuse(status, 'temperature'))).toBeUndefined();
	});

	it('is nothing where the context is full', () => {
		const message = "This model's maximum context length is 8192 tokens. Please reduce max_tokens.";
		expect(learn(refuse(400, message))).toBeUndefined();
	});

	it('is nothing where the error is not of the server', () => {
		expect(learn(new Error('temperature'))).toBeUndefined();
		expect(learn(undefined)).toBeUndefined();
	});

	it.each([
		[404, 'No endpoints found that support image input'],
		[
			400,
			'Failed to deserialize the JSON body into the target type: messages[1]: unknown variant `image_url`, expected `text`',
		],
		[500, 'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj'],
		[400, 'this model does not support images'],
		[400, "'messages.0.content' : value must be a string"],
		[400, 'Qwen3-8B is not a multimodal model'],
		[400, 'Invalid content type. image_url is only supported by certain models.'],
	])('is that the model cannot see (%i %s)', (status, message) => {
		expect(learn(refuse(status, message), {hasImages: true})).toMatchObject({seesImages: false});
		expect(learn(refuse(status, message))).toBeUndefined();
	});

	it.each([
		'You uploaded an unsupported image. Please make sure your image is valid.',
		'Could not process image',
		'image is too large',
	])('is only about this image (%s)', message => {
		expect(learn(refuse(400, message), {hasImages: true})).toMatchObject({
			seesImages: true,
			isBlindForNow: true,
		});
	});

	it('is that reasoning is not to be sent back, or is', () => {
		const unknown = refuse(400, "'messages.1' : for 'role:assistant' property 'reasoning' is unsupported");
		expect(learn(unknown, {hasReasoning: true})).toMatchObject({reasoning: 'never'});
		expect(learn(unknown)).toBeUndefined();
		const missing = refuse(
			400,
			'Missing `reasoning_content` field in the assistant message at message index 1.',
		);
		expect(learn(missing)).toMatchObject({reasoning: 'always'});
	});

	it('is how Mistral wants ids and roles', () => {
		const ids = refuse(400, 'Tool call id was toolu_01abc but must be a-z, A-Z, 0-9, with a length of 9.');
		expect(learn(ids)).toMatchObject({longestId: 9});
		expect(learn(refuse(400, "Unexpected role 'user' after role 'tool'"))).toMatchObject({
			wantsAnswerAfterTools: true,
		});
	});
});

describe('a model that can only talk', () => {
	it.each([
		['Ollama', refuse(400, 'registry.ollama.ai/library/gemma:2b does not support tools')],
		['OpenRouter', refuse(404, 'No endpoints found that support tool use.')],
		['Groq', refuse(400, '`tool calling` is not supported with this model')],
		['LM Studio', refuse(400, 'This model does not support function calling')],
		[
			'OpenAI',
			refuse(400, 'tools is not supported in this model. For a list of supported models, see the docs.'),
		],
	])('of %s is asked again without tools', (_, error) => {
		expect(learn(error, {hasTools: true})?.takesTools).toBe(false);
	});

	it('is nothing to learn about where no tools were sent', () => {
		expect(learn(refuse(400, 'gemma does not support tools'))).toBeUndefined();
	});
});
