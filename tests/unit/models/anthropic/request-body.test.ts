import {describe, expect, it} from 'vitest';
import type {Provider} from '../../../../source/core/models/adapter.ts';
import {
	type AskingForm,
	buildBody,
	toolNamesIn,
} from '../../../../source/core/models/anthropic/request-body.ts';
import {createToolSchemas} from '../../../../source/core/models/schema/tool-schemas.ts';
import type {JsonObject} from '../../../../source/domain/json.ts';
import type {Message} from '../../../../source/domain/message.ts';
import type {ModelRequest} from '../../../../source/domain/model.ts';
import type {OfferedTool} from '../../../../source/domain/tool.ts';
import {anthropicProvider} from '../../../helpers/anthropic-adapter.ts';

const cache_control = {type: 'ephemeral'};

const tool = (name: string, inputSchema: JsonObject = {type: 'object', properties: {}}): OfferedTool => ({
	modelName: name,
	definition: {server: 'files', tool: name, description: `Does ${name}.`, inputSchema, annotations: {}},
});

const user = (text: string): Message => ({role: 'user', text});
const answer = (text: string): Message => ({role: 'assistant', blocks: [{type: 'text', text}]});

type Given = {
	readonly model?: string;
	readonly provider?: Partial<Provider>;
	readonly form?: Partial<AskingForm>;
};

const build = (request: Partial<ModelRequest>, {model = 'claude-sonnet-5-5', provider, form}: Given = {}) =>
	buildBody(
		{messages: [user('hi')], tools: [], ...request},
		{
			model,
			provider: anthropicProvider(provider),
			schemas: createToolSchemas('anthropic'),
			form: {
				seesImages: true,
				takesTemperature: true,
				takesCacheMarks: true,
				thinking: 'adaptive',
				isRefused: () => false,
				...form,
			},
		},
	);

const marksIn = (body: JsonObject): number => JSON.stringify(body).split('"cache_control"').length - 1;

describe('a request to the Messages API', () => {
	it('has no more than it needs', () => {
		expect(build({})).toEqual({
			model: 'claude-sonnet-5-5',
			max_tokens: 16_000,
			stream: true,
			messages: [{role: 'user', content: [{type: 'text', text: 'hi', cache_control}]}],
		});
	});

	it('marks instructions, the last tool and the last two messages of the user for the cache', () => {
		const body = build({
			instructions: 'Be kind.',
			tools: [tool('read'), tool('write')],
			messages: [user('1'), answer('2'), user('3'), answer('4'), user('5')],
		});
		expect(body).toEqual({
			model: 'claude-sonnet-5-5',
			max_tokens: 16_000,
			stream: true,
			system: [{type: 'text', text: 'Be kind.', cache_control}],
			tools: [
				{name: 'read', description: 'Does read.', input_schema: {type: 'object', properties: {}}},
				{
					name: 'write',
					description: 'Does write.',
					input_schema: {type: 'object', properties: {}},
					cache_control,
				},
			],
			messages: [
				{role: 'user', content: [{type: 'text', text: '1'}]},
				{role: 'assistant', content: [{type: 'text', text: '2'}]},
				{role: 'user', content: [{type: 'text', text: '3', cache_control}]},
				{role: 'assistant', content: [{type: 'text', text: '4'}]},
				{role: 'user', content: [{type: 'text', text: '5', cache_control}]},
			],
		});
		expect(marksIn(body)).toBe(4);
	});

	it('marks nothing for a provider that refuses marks', () => {
		const body = build({instructions: 'Be kind.', tools: [tool('read')]}, {form: {takesCacheMarks: false}});
		expect(marksIn(body)).toBe(0);
	});

	it('names its tools in their order', () => {
		expect(toolNamesIn(build({tools: [tool('b'), tool('a')]}))).toEqual(['b', 'a']);
		expect(toolNamesIn(build({}))).toEqual([]);
	});

	it.each([
		['auto', undefined],
		[undefined, undefined],
		['required', {type: 'any'}],
		['none', {type: 'none'}],
	] as const)('lists the tools, and lets the model choose: %s', (toolChoice, expected) => {
		const body = build({tools: [tool('read')], ...(toolChoice === undefined ? {} : {toolChoice})});
		expect(toolNamesIn(body)).toEqual(['read']);
		expect(body.tool_choice).toEqual(expected);
	});

	it('lets the model choose among tools only where there are some', () => {
		expect(build({toolChoice: 'required'})).not.toHaveProperty('tool_choice');
	});

	it('has the tools that the conversation mentions where none are offered, and lets none be called', () => {
		const body = build({
			messages: [
				user('x'),
				{role: 'assistant', blocks: [{type: 'tool-call', callId: 'a', modelName: 'read', arguments: {}}]},
				{role: 'tool', callId: 'a', outcome: 'succeeded', content: []},
				user('Summarise.'),
			],
		});
		expect(toolNamesIn(body)).toEqual(['read']);
		expect(body.tool_choice).toEqual({type: 'none'});
	});

	it('leaves out stop sequences that are blank', () => {
		expect(build({stopSequences: ['END', ' ', '']}).stop_sequences).toEqual(['END']);
		expect(build({stopSequences: ['']})).not.toHaveProperty('stop_sequences');
	});

	it.each([
		['the request', {maxTokens: 100}, {provider: {maxTokens: 200}}, 100],
		['the settings', {}, {provider: {maxTokens: 200}, form: {outputTokens: 128_000}}, 200],
		['the model', {}, {form: {outputTokens: 8192}}, 8192],
		['the provider, whoever asked for more', {maxTokens: 9000}, {form: {mostOutputTokens: 4096}}, 4096],
	] as const)('takes the length of the answer from %s', (_, request, given, expected) => {
		expect(build(request, given).max_tokens).toBe(expected);
	});
});

describe('thinking and temperature', () => {
	it('are not mentioned where nobody asked for them', () => {
		for (const thinking of ['off', undefined] as const) {
			const body = build({}, {provider: thinking === undefined ? {} : {thinking}});
			expect(body).not.toHaveProperty('thinking');
			expect(body).not.toHaveProperty('output_config');
			expect(body).not.toHaveProperty('temperature');
		}
	});

	it('are asked for in the form of the model', () => {
		expect(build({}, {provider: {thinking: 'low'}})).toMatchObject({
			thinking: {type: 'adaptive', display: 'summarized'},
			output_config: {effort: 'low'},
		});
		expect(build({}, {provider: {thinking: 'low'}, form: {thinking: 'budget'}}).thinking).toEqual({
			type: 'enabled',
			budget_tokens: 4096,
		});
	});

	it('exclude one another', () => {
		const body = build({temperature: 0.2}, {provider: {thinking: 'high'}});
		expect(body).toHaveProperty('thinking');
		expect(body).not.toHaveProperty('temperature');
	});

	it('of the request counts more than that of the settings, and stays in bounds', () => {
		expect(build({temperature: 0.2}, {provider: {temperature: 0.7}}).temperature).toBe(0.2);
		expect(build({}, {provider: {temperature: 0.7}}).temperature).toBe(0.7);
		expect(build({temperature: 1.8}).temperature).toBe(1);
	});

	it('are left out where the provider refuses them', () => {
		const {thinking: _, ...none} = {thinking: undefined};
		expect(build({temperature: 0.2}, {form: {takesTemperature: false}})).not.toHaveProperty('temperature');
		const body = buildBody(
			{messages: [user('hi')], tools: []},
			{
				model: 'm',
				provider: anthropicProvider({thinking: 'high'}),
				schemas: createToolSchemas('anthropic'),
				form: {
					seesImages: true,
					takesTemperature: true,
					takesCacheMarks: true,
					isRefused: () => false,
					...none,
				},
			},
		);
		expect(body).not.toHaveProperty('thinking');
	});

	it('does not happen where the model has to call a tool', () => {
		const body = build({tools: [tool('read')], toolChoice: 'required'}, {provider: {thinking: 'high'}});
		expect(body).not.toHaveProperty('thinking');
	});

	it('with a budget does not happen after calls that were made without thinking', () => {
		const messages: readonly Message[] = [
			user('x'),
			{role: 'assistant', blocks: [{type: 'tool-call', callId: 'a', modelName: 'read', arguments: {}}]},
			{role: 'tool', callId: 'a', outcome: 'succeeded', content: []},
		];
		const provider = {thinking: 'high'} as const;
		expect(build({messages}, {provider, form: {thinking: 'budget'}})).not.toHaveProperty('thinking');
		expect(build({messages}, {provider})).toHaveProperty('thinking');
	});
});

describe('tools that cannot be sent', () => {
	it('are left out, and the others are sent', () => {
		const schemas = {
			fit: ({modelName}: OfferedTool) =>
				modelName === 'bad' ? ({type: 'unfit', reason: 'odd'} as const) : ({type: 'fits'} as const),
			schemaOf: () => ({type: 'object'}),
		};
		const body = buildBody(
			{messages: [user('hi')], tools: [tool('good'), tool('bad')]},
			{
				model: 'm',
				provider: anthropicProvider(),
				schemas,
				form: {seesImages: true, takesTemperature: true, takesCacheMarks: false, isRefused: () => false},
			},
		);
		expect(body.tools).toEqual([{name: 'good', description: 'Does good.', input_schema: {type: 'object'}}]);
	});
});
