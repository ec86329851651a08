import {describe, expect, it} from 'vitest';
import {rawFormat} from '../../../../source/core/models/anthropic/conversation.ts';
import {createKnowledge} from '../../../../source/core/models/anthropic/learn-from-refusal.ts';
import type {RequestBody} from '../../../../source/core/models/anthropic/request-body.ts';
import type {JsonObject} from '../../../../source/domain/json.ts';
import type {Message} from '../../../../source/domain/message.ts';
import {anthropicOptions, anthropicProvider} from '../../../helpers/anthropic-adapter.ts';

const refusal = (message: string, status = 400) => ({
	status,
	error: {type: 'error', error: {type: 'invalid_request_error', message}},
});

const bodyOf = (more: JsonObject = {}): RequestBody => ({
	model: 'm',
	max_tokens: 16_000,
	stream: true,
	messages: [],
	...more,
});

const know = (model = 'claude-sonnet-4-5') =>
	createKnowledge({...anthropicOptions({model}), provider: anthropicProvider({thinking: 'high'})});

const asking = (messages: readonly Message[] = [{role: 'user', text: 'hi'}]) => {
	const knowledge = know();
	return {knowledge, ...knowledge.begin({messages, tools: []})};
};

describe('what a refusal teaches', () => {
	it.each<[string, JsonObject, object]>([
		['max_tokens: 16000 > 8192, which is the maximum', {}, {mostOutputTokens: 8192}],
		['exceed context limit: 188240 + 16000 > 200000, decrease', {}, {mostOutputTokens: 11_760}],
		['`temperature` is deprecated for this model', {temperature: 0.5}, {takesTemperature: false}],
		['system.0.cache_control: Extra inputs are not permitted', {}, {takesCacheMarks: false}],
		[
			'tool_choice: forcing tool use is not supported',
			{tool_choice: {type: 'any'}},
			{takesForcedCalls: false},
		],
		[
			'thinking.block_binding: Extra inputs are not permitted',
			{thinking: {type: 'enabled', block_binding: 'drop'}},
			{takesForgiving: false},
		],
	])('is the form that is asked for the next time: %s', (words, body, form) => {
		const {learn, form: now} = asking();
		expect(learn(refusal(words), bodyOf(body))).toBe(true);
		expect(now()).toMatchObject(form);
	});

	it('is another form of thinking, and none when all were tried', () => {
		const {learn, form} = asking();
		const tried: unknown[] = [];
		while (form().thinking !== undefined) {
			tried.push(form().thinking);
			expect(
				learn(refusal('thinking: this form is not supported'), bodyOf({thinking: {type: 'enabled'}})),
			).toBe(true);
		}
		expect(tried.length).toBeGreaterThan(1);
		expect(new Set(tried).size).toBe(tried.length);
	});

	it.each<[string, number, JsonObject]>([
		['overloaded', 529, {}],
		['max_tokens: 16000 > 8192', 500, {}],
		['max_tokens: 16000 > 32000', 400, {}],
		['exceed context limit: 199900 + 16000 > 200000', 400, {}],
		['`temperature` is deprecated', 400, {}],
		['tool_choice: forcing tool use is not supported', 400, {tool_choice: {type: 'auto'}}],
		['thinking: not supported', 400, {}],
		['tools.0.custom.input_schema: temperature is no type', 400, {temperature: 1}],
		['the input_schema has a temperature in it', 400, {temperature: 1}],
		['something else is wrong', 400, {}],
	])('is nothing where trying again does not help: %s (%i)', (words, status, body) => {
		const {learn, form} = asking();
		const before = JSON.stringify(form());
		expect(learn(refusal(words, status), bodyOf(body))).toBe(false);
		expect(JSON.stringify(form())).toBe(before);
	});

	it('is nothing where the error is not of the provider', () => {
		const {learn} = asking();
		expect(learn(new Error('max_tokens: 16000 > 8192'), bodyOf())).toBe(false);
	});

	it('is how large the context is, even where the conversation is too long for it', () => {
		const {learn, knowledge} = asking();
		expect(learn(refusal('prompt is too long: 208310 tokens > 200000 maximum'), bodyOf())).toBe(false);
		expect(knowledge.facts()).toEqual({contextTokens: 200_000});
	});

	it('is which old thinking is not taken back, also from a gateway that says 429, and once', () => {
		const raw = {format: rawFormat, content: []};
		const {learn, form} = asking([
			{role: 'assistant', blocks: [{type: 'text', text: 'a'}], raw},
			{role: 'user', text: 'b'},
		]);
		const words = 'messages.0.content.0: Invalid `signature` in `thinking` block';
		expect(learn(refusal(words, 429), bodyOf())).toBe(true);
		expect(form().isRefused(raw)).toBe(true);
		expect(learn(refusal(words), bodyOf())).toBe(false);
	});

	it('is remembered only if it helped', () => {
		const knowledge = know();
		const request = {messages: [{role: 'user' as const, text: 'hi'}], tools: []};
		const words = refusal('max_tokens: 16000 > 8192');
		const inVain = knowledge.begin(request);
		inVain.learn(words, bodyOf());
		expect(knowledge.begin(request).form()).not.toHaveProperty('mostOutputTokens');
		const helped = knowledge.begin(request);
		helped.learn(words, bodyOf());
		helped.keep();
		expect(knowledge.begin(request).form()).toMatchObject({mostOutputTokens: 8192});
		expect(knowledge.facts()).toMatchObject({outputTokens: 8192});
	});
});
