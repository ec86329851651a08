import {describe, expect, it} from 'vitest';
import {mayThinkWithBudget, toConversation} from '../../../../source/core/models/anthropic/conversation.ts';
import type {JsonValue} from '../../../../source/domain/json.ts';
import type {AssistantBlock, CallOutcome, Message} from '../../../../source/domain/message.ts';
import type {ToolContent} from '../../../../source/domain/tool.ts';

const png = Buffer.from('\x89PNG\r\n\x1A\n-and-more', 'latin1').toString('base64');
const image: ToolContent = {type: 'image', mimeType: 'image/png', data: png};
const imageBlock = {type: 'image', source: {type: 'base64', media_type: 'image/png', data: png}};

const user = (text: string, attachments?: readonly ToolContent[]): Message => ({
	role: 'user',
	text,
	...(attachments === undefined ? {} : {attachments}),
});
const says = (text: string): AssistantBlock => ({type: 'text', text});
const call = (callId: string, modelName = 'files__read', args = {}): AssistantBlock => ({
	type: 'tool-call',
	callId,
	modelName,
	arguments: args,
});
const answer = (blocks: readonly AssistantBlock[], content?: JsonValue, format = 'anthropic'): Message => ({
	role: 'assistant',
	blocks,
	...(content === undefined ? {} : {raw: {format, content}}),
});
const result = (callId: string, text: string, outcome: CallOutcome = 'succeeded'): Message => ({
	role: 'tool',
	callId,
	outcome,
	content: [{type: 'text', text}],
});

const sent = (
	messages: readonly Message[],
	rest: {readonly seesImages?: boolean; readonly refused?: readonly object[]} = {},
) =>
	toConversation(messages, {
		seesImages: rest.seesImages ?? true,
		isRefused: part => (rest.refused ?? []).includes(part),
	});

describe('a conversation for the Messages API', () => {
	it('puts results of calls and texts of the user into one message, results first', () => {
		expect(
			sent([
				user('read both'),
				answer([says('Reading.'), call('a'), call('b', 'files__list', {path: '/'})]),
				result('a', 'one'),
				user('hurry'),
				result('b', 'no such folder', 'failed'),
			]),
		).toEqual([
			{role: 'user', content: [{type: 'text', text: 'read both'}]},
			{
				role: 'assistant',
				content: [
					{type: 'text', text: 'Reading.'},
					{type: 'tool_use', id: 'a', name: 'files__read', input: {}},
					{type: 'tool_use', id: 'b', name: 'files__list', input: {path: '/'}},
				],
			},
			{
				role: 'user',
				content: [
					{type: 'tool_result', tool_use_id: 'a', content: [{type: 'text', text: 'one'}]},
					{
						type: 'tool_result',
						tool_use_id: 'b',
						content: [{type: 'text', text: 'no such folder'}],
						is_error: true,
					},
					{type: 'text', text: 'hurry'},
				],
			},
		]);
	});

	it.each(['failed', 'denied', 'cancelled'] as const)('marks the result of a call that %s', outcome => {
		const last = sent([user('x'), answer([call('a')]), result('a', 'why', outcome)]).at(-1);
		expect(last?.content[0]).toMatchObject({tool_use_id: 'a', is_error: true});
	});

	it('never has two messages of one side in a row, nor an empty text', () => {
		expect(
			sent([
				user('a'),
				user(' '),
				user('b'),
				answer([says('')]),
				answer([says('c')]),
				answer([says('d')]),
				user('e'),
			]),
		).toEqual([
			{
				role: 'user',
				content: [
					{type: 'text', text: 'a'},
					{type: 'text', text: 'b'},
				],
			},
			{
				role: 'assistant',
				content: [
					{type: 'text', text: 'c'},
					{type: 'text', text: 'd'},
				],
			},
			{role: 'user', content: [{type: 'text', text: 'e'}]},
		]);
	});

	it('begins and ends with the user', () => {
		expect(sent([answer([says('hello')])])).toEqual([
			{role: 'user', content: [{type: 'text', text: '[the beginning is left out]'}]},
			{role: 'assistant', content: [{type: 'text', text: 'hello'}]},
			{role: 'user', content: [{type: 'text', text: 'Continue.'}]},
		]);
		expect(sent([]).map(({role}) => role)).toEqual(['user']);
	});

	it('shows images in results and before the text they belong to', () => {
		expect(
			sent([
				user('what is this?', [image]),
				answer([call('a')]),
				{role: 'tool', callId: 'a', outcome: 'succeeded', content: [{type: 'text', text: 'here'}, image]},
			]),
		).toMatchObject([
			{content: [imageBlock, {type: 'text', text: 'what is this?'}]},
			{},
			{content: [{type: 'tool_result', content: [{type: 'text', text: 'here'}, imageBlock]}]},
		]);
	});

	it('shows images of a failed call after its result, which may only have text', () => {
		expect(
			sent([
				user('x'),
				answer([call('a'), call('b')]),
				{role: 'tool', callId: 'a', outcome: 'failed', content: [{type: 'text', text: 'broken'}, image]},
				{role: 'tool', callId: 'b', outcome: 'failed', content: [image]},
			])[2]?.content,
		).toEqual([
			{type: 'tool_result', tool_use_id: 'a', content: [{type: 'text', text: 'broken'}], is_error: true},
			{
				type: 'tool_result',
				tool_use_id: 'b',
				content: [{type: 'text', text: '[an image, shown below]'}],
				is_error: true,
			},
			imageBlock,
			imageBlock,
		]);
	});

	it('describes images that the model does not see, and those that were refused', () => {
		const description = {type: 'text', text: '[image image/png, 17 bytes: not shown to the model]'};
		expect(sent([user('', [image])], {seesImages: false})).toEqual([{role: 'user', content: [description]}]);
		const other: ToolContent = {...image};
		expect(sent([user('', [image]), user('', [other])], {refused: [image]})).toEqual([
			{role: 'user', content: [description, imageBlock]},
		]);
	});

	it('shows the latest images when there are more than fit', () => {
		const [message] = sent(Array.from({length: 100}, () => user('', [{...image}])));
		const types = message?.content.map(block => block.type);
		expect(types).toEqual([...Array(10).fill('text'), ...Array(90).fill('image')]);
	});
});

describe('an answer that goes back to the provider it came from', () => {
	const thinking = {type: 'thinking', thinking: '', signature: 'c2lnbmVk'};
	const redacted = {type: 'redacted_thinking', data: 'c2VjcmV0'};

	it('is sent as it came, with the ids that its calls go by here', () => {
		const content = [
			thinking,
			redacted,
			{type: 'text', text: 'Reading.', citations: null},
			{type: 'tool_use', id: 'call_0', name: 'files__read', input: {path: 'a'}, caller: {type: 'direct'}},
			{type: 'tool_use', id: 'call_0', name: 'files__read', input: {path: 'b'}},
			{type: 'server_novelty', whatever: [1]},
		];
		const blocks = [says('Reading.'), call('x1'), call('x2')];
		expect(sent([user('x'), answer(blocks, content), result('x1', '1'), result('x2', '2')])).toMatchObject([
			{},
			{
				role: 'assistant',
				content: [
					thinking,
					redacted,
					{type: 'text', text: 'Reading.', citations: null},
					{type: 'tool_use', id: 'x1', name: 'files__read', input: {path: 'a'}, caller: {type: 'direct'}},
					{type: 'tool_use', id: 'x2', name: 'files__read', input: {path: 'b'}},
					{type: 'server_novelty', whatever: [1]},
				],
			},
			{content: [{tool_use_id: 'x1'}, {tool_use_id: 'x2'}]},
		]);
	});

	it.each([
		['of another protocol', 'openai-chat', [{type: 'text', text: 'raw'}]],
		['that is no list of blocks', 'anthropic', 'raw'],
		['with another number of calls', 'anthropic', [{type: 'tool_use', id: 'a', name: 'x', input: {}}]],
	] as const)('is built from its blocks where there is only a form %s', (_, format, content) => {
		const blocks: readonly AssistantBlock[] = [{type: 'thinking', text: 'hm'}, says('neutral')];
		expect(sent([user('x'), answer(blocks, content, format), user('y')])[1]).toEqual({
			role: 'assistant',
			content: [{type: 'text', text: 'neutral'}],
		});
	});

	it('is built from its blocks where the provider refused its own form', () => {
		const message = answer([says('neutral')], [thinking, {type: 'text', text: 'neutral'}]);
		const raw = message.role === 'assistant' && message.raw ? message.raw : {};
		expect(sent([user('x'), message, user('y')], {refused: [raw]})[1]).toEqual({
			role: 'assistant',
			content: [{type: 'text', text: 'neutral'}],
		});
	});

	it('does not end in thinking and has no empty text', () => {
		const content = [thinking, {type: 'text', text: 'a'}, {type: 'text', text: ' '}, thinking];
		expect(sent([user('x'), answer([says('a')], content), user('y')])[1]).toEqual({
			role: 'assistant',
			content: [thinking, {type: 'text', text: 'a'}],
		});
		expect(sent([user('x'), answer([], [thinking]), user('y')])).toEqual([
			{
				role: 'user',
				content: [
					{type: 'text', text: 'x'},
					{type: 'text', text: 'y'},
				],
			},
		]);
	});
});

describe('what other providers and models write', () => {
	it('is made to fit: ids, names and halves of characters', () => {
		expect(
			sent([
				user('x \uD800'),
				answer([call('a:1', 'no such.tool', {text: '\uDC00'}), call('a.1', ''), call('', 'y')]),
				result('a:1', '1'),
				result('a.1', '2'),
				result('', '3'),
			]),
		).toMatchObject([
			{content: [{text: 'x \uFFFD'}]},
			{
				content: [
					{id: 'a_1', name: 'no_such_tool', input: {text: '\uFFFD'}},
					{id: 'a_1_2', name: 'unknown'},
					{id: 'call', name: 'y'},
				],
			},
			{content: [{tool_use_id: 'a_1'}, {tool_use_id: 'a_1_2'}, {tool_use_id: 'call'}]},
		]);
	});
});

describe('thinking with a budget', () => {
	it('is possible unless the model is among calls that it made without thinking', () => {
		const thought = [
			{type: 'thinking', thinking: 'hm', signature: 's'},
			{type: 'tool_use', id: 'a', name: 'x', input: {}},
		];
		expect(mayThinkWithBudget(sent([user('x')]))).toBe(true);
		expect(mayThinkWithBudget(sent([user('x'), answer([says('y')]), user('z')]))).toBe(true);
		expect(mayThinkWithBudget(sent([user('x'), answer([call('a')]), result('a', '1')]))).toBe(false);
		expect(mayThinkWithBudget(sent([user('x'), answer([call('a')], thought), result('a', '1')]))).toBe(true);
		expect(
			mayThinkWithBudget(
				sent([
					user('x'),
					answer([call('b')]),
					result('b', '1'),
					answer([call('a')], thought),
					result('a', '1'),
				]),
			),
		).toBe(false);
		expect(
			mayThinkWithBudget(
				sent([user('x'), answer([call('b')]), result('b', '1'), answer([says('y')]), user('z')]),
			),
		).toBe(true);
	});
});
