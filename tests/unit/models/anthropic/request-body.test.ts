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

const plainForm: AskingForm = {
	seesImages: true,
	takesTemperature: true,
	takesCacheMarks: true,
	takesInstructions: true,
	takesForcedCalls: true,
	takesForgiving: false,
	isRefused: () => false,
};

const build = (request: Partial<ModelRequest>, {model = 'claude-sonnet-5-5', provider, form}: Given = {}) =>
	buildBody(
		{messages: [user('hi')], tools: [], ...request},
		{
			model,
			provider: anthropicProvider(provider),
			schemas: createToolSchemas('anthropic'),
			form: {...plainForm, ...form},
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
	const adaptive = {form: {thinking: 'adaptive'}} as const;

	it('are not mentioned where nobody asked for them, and the model does not think unasked', () => {
		const body = build({});
		expect(body).not.toHaveProperty('thinking');
		expect(body).not.toHaveProperty('output_config');
		expect(body).not.toHaveProperty('temperature');
	});

	it('shows the thinking of a model that thinks unasked', () => {
		const body = build({}, adaptive);
		expect(body.thinking).toEqual({type: 'adaptive', display: 'summarized'});
		expect(body).not.toHaveProperty('output_config');
	});

	it.each(['disabled', 'between_tools'] as const)('is turned off in the form of the model: %s', form => {
		const given = {provider: {thinking: 'off'}, form: {thinking: form}} as const;
		const body = build({temperature: 0.2, tools: [tool('read')], toolChoice: 'required'}, given);
		expect(body).toMatchObject({thinking: {type: form}, temperature: 0.2});
		expect(body).not.toHaveProperty('output_config');
	});

	it('are asked for in the form of the model', () => {
		expect(build({}, {provider: {thinking: 'low'}, ...adaptive})).toMatchObject({
			thinking: {type: 'adaptive', display: 'summarized'},
			output_config: {effort: 'low'},
		});
		expect(build({}, {provider: {thinking: 'low'}, form: {thinking: 'budget'}}).thinking).toEqual({
			type: 'enabled',
			budget_tokens: 4096,
		});
	});

	it('exclude one another: what somebody asked for counts, and thinking more', () => {
		const body = build({temperature: 0.2}, {provider: {thinking: 'high'}, ...adaptive});
		expect(body).toHaveProperty('thinking');
		expect(body).not.toHaveProperty('temperature');
		const unasked = build({temperature: 0.2}, adaptive);
		expect(unasked).not.toHaveProperty('thinking');
		expect(unasked.temperature).toBe(0.2);
		const refused = build({temperature: 0.2}, {form: {...adaptive.form, takesTemperature: false}});
		expect(refused).toHaveProperty('thinking');
	});

	it('of the request counts more than that of the settings, and stays in bounds', () => {
		expect(build({temperature: 0.2}, {provider: {temperature: 0.7}}).temperature).toBe(0.2);
		expect(build({}, {provider: {temperature: 0.7}}).temperature).toBe(0.7);
		expect(build({temperature: 1.8}).temperature).toBe(1);
	});

	it('are left out where the provider refuses them', () => {
		expect(build({temperature: 0.2}, {form: {takesTemperature: false}})).not.toHaveProperty('temperature');
		expect(build({}, {provider: {thinking: 'high'}})).not.toHaveProperty('thinking');
	});

	it('does not happen where the model has to call a tool, and does where it cannot be made to', () => {
		const forced = {tools: [tool('read')], toolChoice: 'required'} as const;
		expect(build(forced, {provider: {thinking: 'high'}, ...adaptive})).not.toHaveProperty('thinking');
		const free = build(forced, {
			provider: {thinking: 'high'},
			form: {...adaptive.form, takesForcedCalls: false},
		});
		expect(free).toHaveProperty('thinking');
		expect(free).not.toHaveProperty('tool_choice');
	});

	it('with a budget does not happen after calls that were made without thinking', () => {
		const messages: readonly Message[] = [
			user('x'),
			{role: 'assistant', blocks: [{type: 'tool-call', callId: 'a', modelName: 'read', arguments: {}}]},
			{role: 'tool', callId: 'a', outcome: 'succeeded', content: []},
		];
		const provider = {thinking: 'high'} as const;
		expect(build({messages}, {provider, form: {thinking: 'budget'}})).not.toHaveProperty('thinking');
		expect(build({messages}, {provider, ...adaptive})).toHaveProperty('thinking');
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
				form: {...plainForm, takesCacheMarks: false},
			},
		);
		expect(body.tools).toEqual([{name: 'good', description: 'Does good.', input_schema: {type: 'object'}}]);
	});
});
