import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {normaliseHistory} from '../../../source/core/chat/normalise-history.ts';
import {createKnowledge} from '../../../source/core/models/anthropic/learn-from-refusal.ts';
import {buildBody} from '../../../source/core/models/anthropic/request-body.ts';
import {createToolSchemas} from '../../../source/core/models/schema/tool-schemas.ts';
import type {JsonObject} from '../../../source/domain/json.ts';
import type {AssistantBlock, Message} from '../../../source/domain/message.ts';
import type {ModelRequest} from '../../../source/domain/model.ts';
import type {ToolContent} from '../../../source/domain/tool.ts';
import {anthropicProvider} from '../../helpers/anthropic-adapter.ts';
import {readingTool} from '../../helpers/anthropic-harness.ts';
import {checkAnthropicRequest} from '../../helpers/strict-anthropic.ts';

const png = Buffer.from('\x89PNG\r\n\x1A\n-and-more', 'latin1').toString('base64');

const text = fc.constantFrom('', ' ', 'a', 'b\n\n', '\uD800', '0');
const callId = fc.constantFrom('', 'c1', 'c2', 'c3', 'c:4', 'c.4', 'ü');
const toolName = fc.constantFrom('read', '', 'no such.tool', 'x'.repeat(300));

const content: fc.Arbitrary<ToolContent> = fc.oneof(
	fc.record({type: fc.constant('text' as const), text}),
	fc.record({
		type: fc.constant('image' as const),
		mimeType: fc.constantFrom('image/png', 'image/jpeg', 'image/svg+xml', ''),
		data: fc.constantFrom(png, '', 'no base64', `${png}\n`),
	}),
	fc.record({type: fc.constant('audio' as const), mimeType: text, data: text}),
	fc.record(
		{
			type: fc.constant('resource' as const),
			uri: text,
			mimeType: fc.constant('image/png'),
			text,
			blob: fc.constant(png),
		},
		{requiredKeys: ['type', 'uri']},
	),
);

const block: fc.Arbitrary<AssistantBlock> = fc.oneof(
	fc.record({type: fc.constant('text' as const), text}),
	fc.record({type: fc.constant('thinking' as const), text}),
	fc.record({
		type: fc.constant('tool-call' as const),
		callId,
		modelName: toolName,
		arguments: fc.constant({path: '\uDC00'}),
	}),
);

/** The answer as the provider would have sent it, with thinking that is signed, and the ids that it gave out. */
const rawOf = (blocks: readonly AssistantBlock[]): readonly JsonObject[] =>
	blocks.map((each): JsonObject => {
		switch (each.type) {
			case 'text':
				return {type: 'text', text: each.text};
			case 'thinking':
				return {type: 'thinking', thinking: each.text, signature: 'c2lnbmVk'};
			case 'tool-call':
				return {type: 'tool_use', id: 'toolu_0', name: each.modelName, input: each.arguments};
			default:
				return each satisfies never;
		}
	});

const answer: fc.Arbitrary<Message> = fc
	.tuple(fc.array(block, {maxLength: 4}), fc.constantFrom('anthropic', 'openai-chat', undefined))
	.map(([blocks, format]) => ({
		role: 'assistant' as const,
		blocks,
		...(format === undefined ? {} : {raw: {format, content: rawOf(blocks)}}),
	}));

const message: fc.Arbitrary<Message> = fc.oneof(
	fc.record({role: fc.constant('user' as const), text, attachments: fc.array(content, {maxLength: 2})}),
	answer,
	fc.record({
		role: fc.constant('tool' as const),
		callId,
		outcome: fc.constantFrom(
			'succeeded' as const,
			'failed' as const,
			'denied' as const,
			'cancelled' as const,
		),
		content: fc.array(content, {maxLength: 3}),
	}),
);

const request: fc.Arbitrary<ModelRequest> = fc.record(
	{
		instructions: text,
		messages: fc.array(message, {maxLength: 8}),
		tools: fc.constantFrom([], [readingTool('read')], [readingTool('read'), readingTool('write')]),
		toolChoice: fc.constantFrom('auto' as const, 'required' as const, 'none' as const),
		maxTokens: fc.integer({min: 1, max: 20_000}),
		temperature: fc.double({min: 0, max: 2, noNaN: true}),
		stopSequences: fc.array(text, {maxLength: 2}),
	},
	{requiredKeys: ['messages', 'tools']},
);

describe('every request that is built from a normalised history', () => {
	it('is one that a strict reader of the rules takes', () => {
		const schemas = createToolSchemas('anthropic');
		fc.assert(
			fc.property(
				request,
				fc.constantFrom(undefined, 'off' as const, 'low' as const, 'high' as const),
				fc.constantFrom('claude-sonnet-4-5', 'claude-sonnet-5-5'),
				(asked, thinking, model) => {
					const provider = anthropicProvider(thinking === undefined ? {} : {thinking});
					const body = buildBody(
						{...asked, messages: normaliseHistory(asked.messages)},
						{
							model,
							provider,
							schemas,
							form: createKnowledge({model, provider, facts: {}}).begin(asked).form(),
						},
					);
					expect(checkAnthropicRequest(JSON.parse(JSON.stringify(body)))).toEqual([]);
					expect(JSON.stringify(body)).not.toMatch(/\\ud[89a-f]/);
				},
			),
			{numRuns: 1000},
		);
	});
});
