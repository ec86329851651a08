import {describe, expect, it} from 'vitest';
import {originItem, responsesFormat} from '../../../../source/core/models/openai/responses-input.ts';
import {
	buildResponsesRequest,
	responsesQuirks,
} from '../../../../source/core/models/openai/responses-request.ts';
import type {Quirks} from '../../../../source/core/models/openai/server-quirks.ts';
import {createToolSchemas} from '../../../../source/core/models/schema/tool-schemas.ts';
import type {JsonObject} from '../../../../source/domain/json.ts';
import type {Message} from '../../../../source/domain/message.ts';
import type {ModelRequest} from '../../../../source/domain/model.ts';
import {offeredTool, openAiProvider, pixel, userSays} from '../../../helpers/openai-adapter.ts';
import {checkResponsesRequest} from '../../../helpers/strict-openai-responses.ts';

const build = (request: ModelRequest, quirks: Partial<Quirks> = {}, provider = openAiProvider()) =>
	buildResponsesRequest(
		request,
		{model: 'm', provider, schemas: createToolSchemas('openai')},
		{...responsesQuirks, ...quirks},
	);

const inputOf = (messages: readonly Message[], quirks: Partial<Quirks> = {}) =>
	build({messages, tools: []}, quirks).body.input;

const call = {type: 'tool-call', callId: 'ours', modelName: 'weather', arguments: {city: 'Ulm'}} as const;
const image = {type: 'image', mimeType: 'image/png', data: pixel} as const;
const result: Message = {
	role: 'tool',
	callId: 'ours',
	outcome: 'succeeded',
	content: [{type: 'text', text: 'Rain'}],
};

describe('a request to the Responses API', () => {
	it('stores nothing, and asks for reasoning that can be sent back', () => {
		const request = userSays('Hi', {
			instructions: 'Be brief.',
			tools: [offeredTool('weather')],
			toolChoice: 'required',
		});
		const {body, tools} = build(request);
		expect(body).toEqual({
			model: 'm',
			instructions: 'Be brief.',
			input: [{role: 'user', content: 'Hi'}],
			stream: true,
			store: false,
			include: ['reasoning.encrypted_content'],
			tool_choice: 'required',
			tools: [
				{
					type: 'function',
					name: 'weather',
					description: 'What weather does.',
					parameters: {type: 'object', properties: {}},
					strict: false,
				},
			],
		});
		expect(tools).toEqual(['weather']);
		expect(checkResponsesRequest(body)).toEqual([]);
	});

	it('has the limits and the effort that are set', () => {
		const provider = openAiProvider({thinking: 'high', maxTokens: 100});
		expect(build(userSays('Hi', {temperature: 1}), {}, provider).body).toMatchObject({
			max_output_tokens: 100,
			temperature: 1,
			reasoning: {effort: 'high', summary: 'auto'},
		});
	});

	it('has limits that are taken, whatever a server asks for', () => {
		const {body} = build(userSays('Hi', {maxTokens: 10, temperature: 5}));
		expect(body).toMatchObject({max_output_tokens: 16, temperature: 2});
	});

	it('wants as little thinking as the model can do, and no summary of it', () => {
		const provider = openAiProvider({thinking: 'off'});
		expect(build(userSays('Hi'), {}, provider).body.reasoning).toEqual({effort: 'none'});
		const {body, sent} = build(userSays('Hi'), {leastEffort: 'minimal'}, provider);
		expect(body.reasoning).toEqual({effort: 'minimal'});
		expect(sent.effort).toBe('minimal');
	});

	it('has the instructions in the first words of the user where there is no other place for them', () => {
		const {body, sent} = build(userSays('Hi', {instructions: 'Be brief.'}), {takesInstructions: false});
		expect(body).not.toHaveProperty('instructions');
		expect(body.input).toEqual([{role: 'user', content: 'Be brief.\n\nHi'}]);
		expect(sent.hasInstructions).toBe(false);
	});

	it('leaves out what was refused, also a part of a member', () => {
		const provider = openAiProvider({thinking: 'low'});
		const {body, sent} = build(
			userSays('Hi'),
			{refused: new Set(['include', 'reasoning.summary'])},
			provider,
		);
		expect(body).not.toHaveProperty('include');
		expect(body.reasoning).toEqual({effort: 'low'});
		expect(sent.optional).toEqual(['reasoning.effort']);
	});
});

describe('the history', () => {
	it('is built from its blocks where it came from elsewhere', () => {
		const messages: readonly Message[] = [
			{role: 'user', text: 'Look', attachments: [image]},
			{
				role: 'assistant',
				blocks: [{type: 'thinking', text: 'Hm.'}, {type: 'text', text: 'One moment.'}, call],
			},
			{...result, content: [{type: 'text', text: 'Rain'}, image]},
		];
		const imagePart = {type: 'input_image', detail: 'auto', image_url: `data:image/png;base64,${pixel}`};
		expect(inputOf(messages)).toEqual([
			{role: 'user', content: [{type: 'input_text', text: 'Look'}, imagePart]},
			{role: 'assistant', content: 'One moment.'},
			{type: 'function_call', call_id: 'ours', name: 'weather', arguments: '{"city":"Ulm"}'},
			{
				type: 'function_call_output',
				call_id: 'ours',
				output: [{type: 'input_text', text: 'Rain'}, imagePart],
			},
		]);
		expect(checkResponsesRequest(build({messages, tools: []}).body)).toEqual([]);
	});

	it('says that a result is an error, and describes images to who cannot see', () => {
		const failed: Message = {...result, outcome: 'failed', content: [{type: 'text', text: 'no'}, image]};
		const [, output] = inputOf([{role: 'assistant', blocks: [call]}, failed], {seesImages: false});
		expect(output).toMatchObject({output: expect.stringMatching(/^Error: no\n\[image image\/png/)});
	});
});

describe('an answer that is kept as it came', () => {
	const reasoning = {type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'AAAA'};
	const message = {
		type: 'message',
		id: 'msg_1',
		role: 'assistant',
		status: 'completed',
		content: [{type: 'output_text', text: 'One moment.', annotations: []}],
	};
	const functionCall = {
		type: 'function_call',
		id: 'fc_1',
		call_id: 'theirs',
		name: 'weather',
		arguments: '{ "city":"Ulm"}',
		status: 'completed',
	};
	const answer = (...content: readonly JsonObject[]): readonly Message[] => [
		{role: 'user', text: 'x'},
		{
			role: 'assistant',
			blocks: [{type: 'text', text: 'One moment.'}, call],
			raw: {format: responsesFormat, content: [originItem('openai'), ...content]},
		},
		result,
	];
	const sentOf = (messages: readonly Message[], quirks: Partial<Quirks> = {}) =>
		inputOf(messages, quirks).slice(1, -1);

	it('goes back verbatim, with our ids', () => {
		const messages = answer(reasoning, message, functionCall);
		expect(sentOf(messages)).toEqual([reasoning, message, {...functionCall, call_id: 'ours'}]);
		expect(build({messages, tools: []}).sent.hasReasoning).toBe(true);
		expect(checkResponsesRequest(build({messages, tools: []}).body)).toEqual([]);
	});

	it('loses reasoning without its content, and the ids that depend on it', () => {
		const {encrypted_content: _, ...plain} = reasoning;
		const bareMessage = {role: 'assistant', content: 'One moment.'};
		const {id: __, ...bareCall} = functionCall;
		const messages = answer(plain, message, functionCall);
		expect(sentOf(messages)).toEqual([bareMessage, {...bareCall, call_id: 'ours'}]);
		expect(checkResponsesRequest(build({messages, tools: []}).body)).toEqual([]);
		expect(sentOf(answer(reasoning, message, functionCall), {reasoning: 'never'})).toEqual([
			bareMessage,
			{...bareCall, call_id: 'ours'},
		]);
	});

	it.each([undefined, '', null])('has a message without an id (%j) as plain words, with its phase', id => {
		const {id: _, ...rest} = message;
		const nameless = {...rest, ...(id === undefined ? {} : {id}), phase: 'commentary'};
		expect(sentOf(answer(nameless, functionCall))).toMatchObject([
			{role: 'assistant', content: 'One moment.', phase: 'commentary'},
			{type: 'function_call', id: functionCall.id},
		]);
		expect(sentOf(answer(message, functionCall))).toMatchObject([{type: 'message', id: message.id}, {}]);
	});

	it('loses reasoning that nothing follows, and messages without a word', () => {
		const empty = {...message, id: 'msg_2', content: []};
		const messages = answer(functionCall, reasoning, empty);
		expect(sentOf(messages)).toMatchObject([{type: 'function_call'}]);
		expect(checkResponsesRequest(build({messages, tools: []}).body)).toEqual([]);
	});

	it('is built anew for another provider, and where nobody knows whose it is', () => {
		const messages = answer(reasoning, message, functionCall);
		const elsewhere = build({messages, tools: []}, {}, openAiProvider({name: 'lmstudio'}));
		const unknown = answer(reasoning, message, functionCall).map(each =>
			each.role === 'assistant'
				? {...each, raw: {format: responsesFormat, content: [reasoning, message, functionCall]}}
				: each,
		);
		for (const {body, sent} of [elsewhere, build({messages: unknown, tools: []})]) {
			expect(body.input.slice(1, -1)).toEqual([
				{role: 'assistant', content: 'One moment.'},
				{type: 'function_call', call_id: 'ours', name: 'weather', arguments: '{"city":"Ulm"}'},
			]);
			expect(sent).toMatchObject({hasReasoning: false, answers: []});
		}
	});

	it('is built anew where it does not match', () => {
		expect(sentOf(answer(reasoning, message))).toMatchObject([
			{role: 'assistant'},
			{type: 'function_call', call_id: 'ours'},
		]);
		expect(sentOf(answer(reasoning, message))[1]).not.toHaveProperty('id');
	});

	it('never sends arguments that are not JSON', () => {
		const invalid: readonly Message[] = [
			{
				role: 'assistant',
				blocks: [{...call, arguments: {}, invalid: '{"ci'}],
				raw: {format: responsesFormat, content: [originItem('openai'), {...functionCall, arguments: '{"ci'}]},
			},
		];
		expect(inputOf(invalid)).toMatchObject([{id: 'fc_1', arguments: '{}'}]);
	});
});
