import {LLMock} from '@copilotkit/aimock';
import {describe, expect, it, onTestFinished} from 'vitest';
import {createAnthropicModel} from '../../../source/core/models/anthropic/anthropic-model.ts';
import {createProviderFetch} from '../../../source/core/models/http/provider-fetch.ts';
import type {AssistantBlock, Message} from '../../../source/domain/message.ts';
import {anthropicOptions, anthropicProvider} from '../../helpers/anthropic-adapter.ts';
import {collect, finishOf, neverAborted, readingTool, userSays} from '../../helpers/anthropic-harness.ts';

const start = async (script: (mock: LLMock) => void) => {
	const mock = new LLMock({port: 0});
	script(mock);
	await mock.start();
	onTestFinished(() => mock.stop());
	const fetch = createProviderFetch({environment: {}, idleLimit: 20_000});
	onTestFinished(fetch.close);
	return createAnthropicModel(anthropicOptions({provider: anthropicProvider({baseUrl: mock.url}), fetch}));
};

describe('with a mock that others wrote', () => {
	it('a question, a call and its result make a conversation', async () => {
		const model = await start(mock => {
			mock.on(
				{userMessage: 'read a', hasToolResult: false},
				{toolCalls: [{name: 'read', arguments: {path: 'a'}}]},
			);
			mock.on({userMessage: 'read a', hasToolResult: true}, {content: 'It says: content of a.'});
		});
		const tools = [readingTool('read')];
		const question = userSays('read a');
		const first = await collect(model.stream({messages: [question], tools}, neverAborted));
		const call = first.find(event => event.type === 'tool-call');
		expect(call).toMatchObject({modelName: 'read', arguments: {path: 'a'}});
		if (call?.type !== 'tool-call') return;
		const raw = finishOf(first)?.raw;
		const answer: Message = {
			role: 'assistant',
			blocks: [call satisfies AssistantBlock],
			...(raw === undefined ? {} : {raw}),
		};
		const result: Message = {
			role: 'tool',
			callId: call.callId,
			outcome: 'succeeded',
			content: [{type: 'text', text: 'content of a'}],
		};
		const second = await collect(model.stream({messages: [question, answer, result], tools}, neverAborted));
		expect(second.flatMap(event => (event.type === 'text' ? [event.text] : [])).join('')).toBe(
			'It says: content of a.',
		);
		expect(finishOf(second)).toMatchObject({reason: 'stop', usage: {outputTokens: expect.any(Number)}});
	});
});
