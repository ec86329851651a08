import {describe, expect, it} from 'vitest';
import {anthropic, gemini, openai, type Row} from './error-bodies.ts';
import {troubleOf} from './sdk-errors.ts';

const tools = ['files__read', 'files__read_many', 'web__search', 'zero', 'git__log'];

const refusals: readonly (readonly [...Row, named: readonly string[]])[] = [
	[
		'anthropic',
		400,
		anthropic(
			'invalid_request_error',
			'tools.3.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12).',
		),
		['zero'],
	],
	[
		'anthropic',
		400,
		anthropic('invalid_request_error', 'tools.1: Input tag found using type does not match'),
		['files__read_many'],
	],
	[
		'anthropic',
		400,
		anthropic(
			'invalid_request_error',
			'tools.0.custom.name: String should match pattern, tools.4.custom.name: String should have at most 128 characters',
		),
		['files__read', 'git__log'],
	],
	[
		'openai',
		400,
		openai(
			"Invalid schema for function 'web__search': In context=('properties', 'model'), array schema missing items.",
			'invalid_function_parameters',
			'invalid_request_error',
			'tools[2].function.parameters',
		),
		['web__search'],
	],
	[
		'openai',
		400,
		openai(
			'array schema missing items',
			'invalid_function_parameters',
			'invalid_request_error',
			'tools[3].parameters',
		),
		['zero'],
	],
	[
		'openai',
		400,
		openai(
			"Invalid 'tools[0].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
			'invalid_value',
		),
		['files__read'],
	],
	[
		'openai',
		400,
		openai(
			"Invalid 'tools[4].function.description': string too long. Expected a string with maximum length 1024, but got a string with length 2000 instead.",
			'string_above_max_length',
			'invalid_request_error',
			'tools[4].function.description',
		),
		['git__log'],
	],
	[
		'gemini',
		400,
		gemini(
			400,
			'INVALID_ARGUMENT',
			'* GenerateContentRequest.tools[0].function_declarations[2].parameters.properties[paths].items: missing field.\n',
		),
		['web__search'],
	],
	[
		'mistral',
		422,
		{
			object: 'error',
			message: {
				detail: [{type: 'missing', loc: ['body', 'tools', 2, 'function', 'name'], msg: 'Field required'}],
			},
		},
		['web__search'],
	],
	[
		'vllm',
		400,
		{
			object: 'error',
			message: "[{'type': 'missing', 'loc': ('body', 'tools', 1, 'function'), 'msg': 'Field required'}]",
			type: 'BadRequestError',
			code: 400,
		},
		['files__read_many'],
	],
	[
		'groq',
		400,
		openai('invalid JSON schema for tool `files__read_many`, tools[9].function.parameters'),
		['files__read_many'],
	],
	[
		'llamacpp',
		500,
		{
			error: {
				code: 500,
				message: 'JSON schema conversion failed for tool "git__log": Unrecognized schema: {}',
				type: 'server_error',
			},
		},
		['git__log'],
	],
	['ollama', 400, openai('tool files__read_many: unsupported type', null, 'api_error'), ['files__read_many']],
];

describe('a refusal over a tool', () => {
	it.each(refusals)('names it: %s, %i, %j', async (who, status, body, named) => {
		const trouble = await troubleOf(who, {status, body}, {tools});
		expect(trouble).toMatchObject({kind: 'bad-tool', tools: named});
		expect(trouble.retry).toBeUndefined();
		for (const name of named) expect(trouble.failure.message).toContain(`"${name}"`);
	});

	const forged = "schema for function 'git__log'";

	it.each<readonly [...Row, named: string]>([
		[
			'openai',
			400,
			openai(`Invalid schema for function 'zero': In context=('properties', "${forged}"), no items.`),
			'zero',
		],
		[
			'openai',
			400,
			openai(
				`In context=('properties', "${forged}"), no items.`,
				'invalid_function_parameters',
				'invalid_request_error',
				'tools[3].function.parameters.properties[tools[4]]',
			),
			'zero',
		],
		[
			'llamacpp',
			500,
			{
				error: {
					code: 500,
					message: 'JSON schema conversion failed for tool "zero": Unrecognized schema: {"type":"git__log"}',
					type: 'server_error',
				},
			},
			'zero',
		],
		['ollama', 400, openai('property "git__log" of tool zero: unsupported type'), 'zero'],
	])('is not turned to another by what a schema says: %s, %i, %j', async (who, status, body, named) => {
		const trouble = await troubleOf(who, {status, body}, {tools});
		expect(trouble).toMatchObject({kind: 'bad-tool', tools: [named]});
	});

	it.each<Row>([
		['anthropic', 400, anthropic('invalid_request_error', 'tools: Tool names must be unique.')],
		['anthropic', 400, anthropic('invalid_request_error', 'tools.99.custom.name: too long')],
		[
			'anthropic',
			400,
			anthropic(
				'invalid_request_error',
				'messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1',
			),
		],
		['openai', 400, openai("Invalid 'messages[3].tool_calls[0].function.name': string too long")],
		['openai', 400, openai("Unknown parameter: 'zero'", 'unknown_parameter')],
	])('is no such thing where no tool of ours is named: %s, %i, %j', async (who, status, body) => {
		const trouble = await troubleOf(who, {status, body}, {tools});
		expect(trouble.kind).toBe('bad-request');
		expect(trouble.tools).toBeUndefined();
	});

	it('is none of a server error that only mentions a tool', async () => {
		const body = openai('Crashed in tool "zero"', null, 'server_error');
		expect((await troubleOf('openai', {status: 500, body}, {tools})).kind).toBe('provider-error');
	});
});
