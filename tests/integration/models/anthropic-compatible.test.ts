import {describe, expect, it} from 'vitest';
import {finishOf, openAnthropic, troubleOf} from '../../helpers/anthropic-harness.ts';
import {callsOf, textOf} from '../../helpers/openai-adapter.ts';
import {
	callBlock,
	messageEnd,
	messageStart,
	streamed,
	textBlock,
} from '../../servers/models/anthropic-server.ts';

const unnamed = (event: object): string => `data: ${JSON.stringify(event)}\n\n`;
const body = {
	id: 'msg_1',
	type: 'message',
	role: 'assistant',
	content: [
		{type: 'thinking', thinking: 'Hm.', signature: 'c2ln'},
		{type: 'text', text: 'Hello'},
		{type: 'tool_use', id: 'a', name: 'read', input: {path: '/tmp'}},
	],
	stop_reason: 'tool_use',
	usage: {input_tokens: 10, output_tokens: 5},
};

describe('a server that is compatible with Anthropic', () => {
	it('may leave out the lines that name its events', async () => {
		const events = [messageStart(), ...textBlock(0, 'Hel', 'lo'), ...messageEnd('end_turn')];
		const {ask} = await openAnthropic([streamed(...events.map(unnamed), 'data: [DONE]\n\n')]);
		const answer = await ask();
		expect(textOf(answer)).toBe('Hello');
		expect(finishOf(answer)).toMatchObject({reason: 'stop', usage: {inputTokens: 10, outputTokens: 5}});
	});

	it.each(['application/json', 'text/event-stream'])(
		'may answer in one piece where a stream was asked for (%s)',
		async type => {
			const {ask} = await openAnthropic([{type: 'body', status: 200, headers: {'content-type': type}, body}]);
			const answer = await ask();
			expect(answer.slice(0, -1)).toEqual([
				{type: 'thinking', text: 'Hm.'},
				{type: 'text', text: 'Hello'},
				{type: 'calling', modelName: 'read', characters: 0},
				{type: 'tool-call', callId: 'a', modelName: 'read', arguments: {path: '/tmp'}},
			]);
			expect(finishOf(answer)).toMatchObject({
				reason: 'tool-calls',
				usage: {inputTokens: 10, outputTokens: 5},
				raw: {content: body.content},
			});
		},
	);

	it.each([
		['an error', {type: 'error', error: {type: 'overloaded_error', message: 'Busy'}}, 'overloaded'],
		['something else', {hello: 'world'}, 'garbled'],
	])('fails where it sends %s in one piece', async (_, answer, kind) => {
		const headers = {'content-type': 'text/event-stream'};
		const {ask} = await openAnthropic([{type: 'body', status: 200, headers, body: answer}]);
		expect(troubleOf(await ask())).toMatchObject({kind});
	});

	it('gives no call of an answer without names that is cut', async () => {
		const events = [messageStart(), ...callBlock(0, {id: 'a', name: 'read'}, '{}')];
		const {ask} = await openAnthropic([streamed(...events.map(unnamed))]);
		expect(troubleOf(await ask())).toMatchObject({kind: 'cut'});
	});

	it('may repeat the start of a message, which changes nothing', async () => {
		const text = textBlock(0, 'Hel', 'lo');
		const events = [messageStart(), messageStart(), ...text.slice(0, 2), messageStart(), ...text.slice(2)];
		const {ask} = await openAnthropic([streamed(...events, ...messageEnd('end_turn'))]);
		const answer = await ask();
		expect(textOf(answer)).toBe('Hello');
		expect(answer.map(({type}) => type)).not.toContain('withdrawn');
	});

	it('may begin another message in the middle of one, of which nothing is kept', async () => {
		const another = {type: 'message_start', message: {id: 'msg_2', usage: {input_tokens: 7}}};
		const {ask} = await openAnthropic([
			streamed(
				messageStart(),
				...textBlock(0, 'First'),
				...callBlock(1, {id: 'a', name: 'read'}, '{"path":"/one"}'),
				...callBlock(2, {id: 'b', name: 'read'}, '{"pa').slice(0, -1),
				another,
				...callBlock(0, {id: 'c', name: 'read'}, '{"path":"/two"}'),
				...messageEnd('tool_use'),
			),
		]);
		const answer = await ask();
		expect(answer).toContainEqual({type: 'withdrawn', why: 'restarted'});
		expect(callsOf(answer)).toMatchObject([{callId: 'c', arguments: {path: '/two'}}]);
		expect(finishOf(answer)).toMatchObject({raw: {content: [{type: 'tool_use', id: 'c'}]}});
	});
});
