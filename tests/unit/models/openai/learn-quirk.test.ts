import {describe, expect, it} from 'vitest';
import {learnQuirk} from '../../../../source/core/models/openai/learn-quirk.ts';
import {noQuirks, type Quirks, type Sent} from '../../../../source/core/models/openai/server-quirks.ts';

const sent: Sent = {
	optional: ['stream_options', 'max_tokens', 'temperature', 'reasoning_effort'],
	images: [],
	hasReasoning: false,
	hasTools: false,
	hasInstructions: false,
	answers: [],
};

const refuse = (status: number, message: string, fields: object = {}) =>
	Object.assign(new Error(`${status} ${message}`), {status, error: {message, ...fields}});

const learn = (
	error: unknown,
	rest: Partial<Sent> = {},
	quirks: Quirks = noQuirks,
	accepted: readonly object[] = [],
) => learnQuirk(error, {...sent, ...rest}, quirks, piece => accepted.includes(piece));

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

	it.each([
		[
			'temperature',
			"Invalid 'temperature': decimal above maximum value. Expected a value <= 2, but got 5 instead.",
			{param: 'temperature', code: 'decimal_above_max_value'},
		],
		[
			'max_tokens',
			'max_tokens is too large: 999999. This model supports at most 16384 completion tokens.',
			{param: 'max_tokens'},
		],
		[
			'max_tokens',
			'`max_tokens` must be less than or equal to `32768`, the maximum value for `max_tokens` is less than the `context_window` for this model',
			{},
		],
		['temperature', "Invalid value for 'temperature'", {}],
		['temperature', 'temperature: 5 is not allowed, it must be at most 2', {}],
	])('is only for now where it is about the value (%s: %s)', (member, message, fields) => {
		const learned = learn(refuse(400, message, fields));
		expect([...(learned?.refusedForNow ?? [])]).toEqual([member]);
		expect(learned).toMatchObject({refused: new Set(), limitName: 'max_tokens'});
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

	it.each([
		'The encrypted content gAAA could not be verified. Reason: Encrypted content could not be decrypted or parsed.',
		'Unable to use the reasoning: invalid_encrypted_content',
		'Thought signature is not valid',
	])('is which reasoning the server cannot read (%s)', message => {
		const [old, foreign] = [{}, {}];
		const answers = {answers: [old, foreign], hasReasoning: true};
		const learned = learn(refuse(400, message), answers, noQuirks, [old]);
		expect(learned?.reasoning).toBe('as-it-came');
		expect([...(learned?.leftOut ?? [])]).toEqual([foreign]);
		const expired = learn(refuse(400, message), answers, noQuirks, [old, foreign]);
		expect(expired?.leftOut.size).toBe(2);
	});

	it.each([
		[400, "Unsupported value: 'messages[0].role' does not support 'system' with this model."],
		[400, "Unsupported value: 'messages[0].role' does not support 'developer' with this model."],
		[400, 'Developer instruction is not enabled for models/gemma-3-27b-it'],
		[400, 'Model o1-mini does not support custom system messages'],
		[
			400,
			"This model doesn't support system messages. Try again without a system message or use a model that supports system messages.",
		],
		[400, "role 'system' is not supported on this model"],
		[400, 'Error rendering prompt with jinja template: "Only user and assistant roles are supported!".'],
		[400, 'Only user, assistant and tool roles are supported, got system.'],
		[500, 'System role not supported'],
	])('is that there is no place for instructions (%i %s)', (status, message) => {
		expect(learn(refuse(status, message), {hasInstructions: true})).toMatchObject({takesInstructions: false});
		expect(learn(refuse(status, message))).toBeUndefined();
	});

	it.each([
		'Jinja Exception: Only user, system and assistant roles are supported!',
		'Only user and assistant roles are supported, with the exception of an initial optional system message!',
		'model requires more system memory (8.4 GiB) than is available (6.1 GiB)',
		'System message must be at the beginning.',
	])('is nothing about instructions where another thing is meant (%s)', message => {
		expect(learn(refuse(500, message), {hasInstructions: true})).toBeUndefined();
	});

	it('is that instructions count as a turn, where the order alone did not help', () => {
		const error = refuse(400, 'Conversation roles must alternate user/assistant/user/assistant/...');
		const ordered = learn(error, {hasInstructions: true});
		expect(ordered).toMatchObject({wantsAnswerAfterTools: true, takesInstructions: true});
		expect(learn(error, {hasInstructions: true}, ordered)).toMatchObject({takesInstructions: false});
	});

	it.each([400, 500])('is that the user and the model take turns (%i)', status => {
		const message =
			'After the optional system message, conversation roles must alternate user/assistant/user';
		const learned = learn(refuse(status, message));
		expect(learned).toMatchObject({wantsAnswerAfterTools: true});
		expect(learn(refuse(status, message), {}, learned)).toBeUndefined();
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
		['Gemini', refuse(400, 'Function calling is not enabled for models/gemma-3-27b-it')],
		[
			'vLLM',
			refuse(400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'),
		],
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

describe('a model that is to think as little as it can', () => {
	const off = (effort: string): Partial<Sent> => ({effort, optional: ['reasoning_effort']});
	const refuseValue = (effort: string) =>
		refuse(400, `Unsupported value: '${effort}' is not supported with the 'o3' model.`, {
			param: 'reasoning_effort',
			code: 'unsupported_value',
		});

	it('is asked for a little more, and then for nothing', () => {
		const minimal = learn(refuseValue('none'), off('none'));
		expect(minimal?.leastEffort).toBe('minimal');
		const low = learn(refuseValue('minimal'), off('minimal'), minimal);
		expect(low?.leastEffort).toBe('low');
		const nothing = learn(refuseValue('low'), off('low'), low);
		expect([...(nothing?.refused ?? [])]).toEqual(['reasoning_effort']);
	});

	it.each([
		'"llama3.2" does not support thinking',
		'Budget 0 is invalid. This model only works in thinking mode.',
		'`reasoning_effort` is not supported with this model',
		"Unsupported parameter: 'reasoning_effort' is not supported with this model.",
	])('is asked for nothing at once where there is nothing to choose (%s)', message => {
		expect([...(learn(refuse(400, message), off('none'))?.refused ?? [])]).toEqual(['reasoning_effort']);
	});

	it('is not asked for another effort than the one that the user chose', () => {
		const learned = learn(refuseValue('low'), off('low'));
		expect([...(learned?.refused ?? [])]).toEqual(['reasoning_effort']);
	});
});
