import {describe, expect, it} from 'vitest';
import {anthropicRefusal, checkAnthropicRequest} from '../../../helpers/strict-anthropic.ts';

type Body = Readonly<Record<string, unknown>>;

const schema = {type: 'object', properties: {}};
const user = {role: 'user', content: 'Hi'};

const use = (id: string) => ({type: 'tool_use', id, name: 'read', input: {}});
const used = (id: string, more: Body = {}) => ({
	type: 'tool_result',
	tool_use_id: id,
	content: 'ok',
	...more,
});
const anthropic = (messages: readonly unknown[], more: Body = {}) =>
	checkAnthropicRequest({
		model: 'm',
		max_tokens: 5000,
		messages,
		tools: [{name: 'read', input_schema: schema}],
		...more,
	});
const offer = (input_schema: unknown) => ({tools: [{name: 'read', input_schema}]});

describe('the strict reading of the Messages API', () => {
	it('takes what the API takes', () => {
		const assistant = (...content: readonly unknown[]) => ({role: 'assistant', content});
		expect(
			anthropic(
				[
					user,
					assistant(
						{type: 'thinking', thinking: 'Hm', signature: 's'},
						{type: 'text', text: 'So'},
						use('a'),
						use('b'),
					),
					{role: 'user', content: [used('b'), used('a'), {type: 'text', text: 'Go on'}]},
				],
				{thinking: {type: 'enabled', budget_tokens: 1024}},
			),
		).toEqual([]);
	});

	it.each<[string, readonly unknown[], Body, RegExp]>([
		['an empty conversation', [], {}, /at least one message/],
		[
			'an answer at the start',
			[{role: 'assistant', content: 'Hi'}, user],
			{},
			/first message must use the "user" role/,
		],
		[
			'an answer at the end',
			[user, {role: 'assistant', content: 'Hi'}],
			{},
			/does not support assistant message prefill/,
		],
		['an empty text', [{role: 'user', content: [{type: 'text', text: ''}]}], {}, /must be non-empty/],
		['a blank text', [{role: 'user', content: ' '}], {}, /non-whitespace/],
		[
			'a call without a result',
			[user, {role: 'assistant', content: [use('a')]}, user],
			{},
			/without `tool_result` blocks immediately after: a/,
		],
		[
			'a result after a text',
			[
				user,
				{role: 'assistant', content: [use('a')]},
				{role: 'user', content: [{type: 'text', text: 'x'}, used('a')]},
			],
			{},
			/without `tool_result` blocks/,
		],
		['a result without a call', [{role: 'user', content: [used('a')]}], {}, /unexpected `tool_use_id`/],
		[
			'two results',
			[user, {role: 'assistant', content: [use('a')]}, {role: 'user', content: [used('a'), used('a')]}],
			{},
			/single result/,
		],
		[
			'a repeated id',
			[user, {role: 'assistant', content: [use('a'), use('a')]}, {role: 'user', content: [used('a')]}],
			{},
			/ids must be unique/,
		],
		[
			'an odd id',
			[user, {role: 'assistant', content: [use('a.b')]}, {role: 'user', content: [used('a.b')]}],
			{},
			/tool_use\.id/,
		],
		[
			'an image in an error',
			[
				user,
				{role: 'assistant', content: [use('a')]},
				{role: 'user', content: [used('a', {is_error: true, content: [{type: 'image', source: {}}]})]},
			],
			{},
			/must be type "text" if "is_error"/,
		],
		[
			'an image of another type',
			[
				{
					role: 'user',
					content: [{type: 'image', source: {type: 'base64', media_type: 'image/bmp', data: 'AAAA'}}],
				},
			],
			{},
			/media_type/,
		],
		['no limit', [user], {max_tokens: undefined}, /max_tokens: Field required/],
		[
			'five cache marks',
			[
				{
					role: 'user',
					content: Array.from({length: 5}, () => ({type: 'text', text: 'x', cache_control: {}})),
				},
			],
			{},
			/maximum of 4/,
		],
		[
			'no tools where they are mentioned',
			[user, {role: 'assistant', content: [use('a')]}, {role: 'user', content: [used('a')]}],
			{tools: undefined},
			/must define tools/,
		],
		[
			'a call without thinking before it',
			[user, {role: 'assistant', content: [use('a')]}, {role: 'user', content: [used('a')]}],
			{thinking: {type: 'enabled', budget_tokens: 1024}},
			/Expected `thinking`/,
		],
		[
			'a choice at the top of a schema',
			[user],
			offer({...schema, anyOf: []}),
			/does not support oneOf, allOf, or anyOf/,
		],
		['a schema without a type', [user], offer({}), /input_schema\.type: Field required/],
		['an invalid schema', [user], offer({...schema, properties: {a: {type: 'any'}}}), /draft 2020-12/],
		['a reference to nowhere', [user], offer({...schema, properties: {a: {$ref: '#/x'}}}), /draft 2020-12/],
		['an odd property', [user], offer({...schema, properties: {'a b': {}}}), /Property keys/],
		['a long name', [user], {tools: [{name: 'x'.repeat(90), input_schema: schema}]}, /should match pattern/],
		[
			'129 tools',
			[user],
			{tools: Array.from({length: 129}, (_, index) => ({name: `t${index}`, input_schema: schema}))},
			/at most 128/,
		],
	])('refuses %s', (_, messages, more, problem) => {
		expect(anthropic(messages, more).join('\n')).toMatch(problem);
	});

	it('refuses thinking that it did not sign', () => {
		const body = {
			model: 'm',
			max_tokens: 1,
			messages: [
				user,
				{
					role: 'assistant',
					content: [
						{type: 'thinking', thinking: 'Changed', signature: 's'},
						{type: 'text', text: 'x'},
					],
				},
				user,
			],
		};
		expect(checkAnthropicRequest(body, {signed: [{thinking: 'Hm', signature: 's'}]}).join()).toMatch(
			/Invalid `signature`/,
		);
	});

	it('answers as the API does', () => {
		expect(anthropicRefusal('No')).toMatchObject({
			status: 400,
			body: {type: 'error', error: {type: 'invalid_request_error', message: 'No'}},
		});
	});
});
