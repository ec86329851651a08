import {describe, expect, it} from 'vitest';
import {chatProblems, checkChatRequest} from '../../../helpers/strict-openai-chat.ts';
import {checkResponsesRequest, responsesProblems} from '../../../helpers/strict-openai-responses.ts';
import {openAiRefusal} from '../../../helpers/strict-openai-tools.ts';

type Body = Readonly<Record<string, unknown>>;

const schema = {type: 'object', properties: {}};
const user = {role: 'user', content: 'Hi'};

const toolCall = (id: string) => ({id, type: 'function', function: {name: 'read', arguments: '{}'}});
const calls = (...ids: readonly string[]) => ({role: 'assistant', tool_calls: ids.map(toolCall)});
const toolAnswer = (id: string) => ({role: 'tool', tool_call_id: id, content: 'ok'});
const chat = (messages: readonly unknown[], more: Body = {}) =>
	checkChatRequest({model: 'm', messages, ...more});
const parameters = (given: unknown, name = 'read') => ({
	tools: [{type: 'function', function: {name, parameters: given}}],
});

const functionCall = (call_id: string, more: Body = {}) => ({
	type: 'function_call',
	call_id,
	name: 'read',
	arguments: '{}',
	...more,
});
const output = (call_id: string) => ({type: 'function_call_output', call_id, output: 'ok'});
const responses = (input: readonly unknown[], more: Body = {}) =>
	checkResponsesRequest({model: 'm', store: false, input, ...more});

describe('the strict reading of the Chat Completions API', () => {
	it('takes what the API takes', () => {
		expect(
			chat(
				[{role: 'system', content: 'Be kind'}, user, calls('a', 'b'), toolAnswer('b'), toolAnswer('a')],
				parameters(schema),
			),
		).toEqual([]);
	});

	it.each<[string, readonly unknown[], Body, RegExp]>([
		['an empty conversation', [], {}, /too short/],
		['a call without a result', [user, calls('a'), user], {}, /did not have response messages: a/],
		['a result without a call', [user, toolAnswer('a')], {}, /must be a response to a preceeding message/],
		['a second result', [user, calls('a'), toolAnswer('a'), toolAnswer('a')], {}, /must be a response/],
		[
			'a repeated id',
			[user, calls('a'), toolAnswer('a'), calls('a'), toolAnswer('a')],
			{},
			/Duplicate value/,
		],
		['a long id', [user, calls('x'.repeat(41)), toolAnswer('x'.repeat(41))], {}, /maximum length 40/],
		['no content', [{role: 'user', content: null}], {}, /expected a string, got null/],
		['no calls', [user, {role: 'assistant', content: 'x', tool_calls: []}, user], {}, /empty array/],
		[
			'an image in a result',
			[user, calls('a'), {...toolAnswer('a'), content: [{type: 'image_url'}]}],
			{},
			/only allowed for messages with role 'user'/,
		],
		['an empty list of tools', [user], {tools: []}, /empty array/],
		['a choice without tools', [user], {tool_choice: 'auto'}, /only allowed when 'tools' are specified/],
		[
			'an array without items',
			[user],
			parameters({...schema, properties: {a: {type: ['array', 'null']}}}),
			/\('properties', 'a'\), array schema missing items/,
		],
		[
			'items that are none',
			[user],
			parameters({...schema, properties: {a: {type: 'array', items: true}}}),
			/array schema missing items/,
		],
		['no properties', [user], parameters({type: 'object'}), /object schema missing properties/],
		[
			'a schema of another type',
			[user],
			parameters({type: 'array'}),
			/schema must be a JSON Schema of 'type: "object"'/,
		],
		['an enum at the top', [user], parameters({...schema, enum: [1]}), /not have 'oneOf'/],
		['a boolean schema', [user], parameters({...schema, properties: {a: true}}), /True is not of type/],
		['a long name', [user], parameters(schema, 'x'.repeat(90)), /maximum length 64/],
		['a name with a dot', [user], parameters(schema, 'a.b'), /does not match pattern/],
	])('refuses %s', (_, messages, more, problem) => {
		expect(chat(messages, more).join('\n')).toMatch(problem);
	});

	it('answers as the API does', () => {
		const [problem] = chatProblems({model: 'm', messages: [user], ...parameters({type: 'object'})});
		expect(problem === undefined ? undefined : openAiRefusal(problem)).toMatchObject({
			status: 400,
			body: {error: {param: 'tools[0].function.parameters', code: 'invalid_function_parameters'}},
		});
	});
});

describe('the strict reading of the Responses API', () => {
	const reasoning = {type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'x'};

	it('takes what the API takes', () => {
		expect(
			responses([user, reasoning, functionCall('a', {id: 'fc_1'}), output('a')], {
				tools: [{type: 'function', name: 'read', strict: false, parameters: schema}],
			}),
		).toEqual([]);
	});

	it.each<[string, readonly unknown[], Body, RegExp]>([
		[
			'a call without a result',
			[user, functionCall('a'), user],
			{},
			/No tool output found for function call a/,
		],
		['a result without a call', [user, output('a')], {}, /No tool call found/],
		[
			'a repeated call',
			[user, functionCall('a'), functionCall('a'), output('a')],
			{},
			/Duplicate function call/,
		],
		['reasoning without what follows', [user, reasoning, user], {}, /without its required following item/],
		[
			'reasoning that was not stored',
			[user, {...reasoning, encrypted_content: null}, functionCall('a'), output('a')],
			{},
			/Items are not persisted/,
		],
		['another id', [user, functionCall('a', {id: 'call_1'}), output('a')], {}, /begins with 'fc'/],
		[
			'input as output',
			[{role: 'user', content: [{type: 'output_text', text: 'x'}]}],
			{},
			/Invalid value: 'output_text'/,
		],
		[
			'arguments that are no JSON',
			[user, functionCall('a', {arguments: '{'}), output('a')],
			{},
			/JSON object/,
		],
		[
			'a schema that is not strict',
			[user],
			{tools: [{type: 'function', name: 'read', parameters: schema}]},
			/'additionalProperties' is required/,
		],
	])('refuses %s', (_, input, more, problem) => {
		expect(responses(input, more).join('\n')).toMatch(problem);
	});

	it('answers as the API does', () => {
		const [problem] = responsesProblems({model: 'm', input: [user, output('a')]});
		expect(problem === undefined ? undefined : openAiRefusal(problem)).toEqual({
			status: 400,
			body: {
				error: {
					message: 'No tool call found for function call output with call_id a.',
					type: 'invalid_request_error',
					param: 'input',
					code: null,
				},
			},
		});
	});
});
