import {onTestFinished} from 'vitest';
import type {AdapterOptions, Provider} from '../../source/core/models/adapter.ts';
import {createAnthropicModel} from '../../source/core/models/anthropic/anthropic-model.ts';
import {createProviderFetch} from '../../source/core/models/http/provider-fetch.ts';
import type {Message} from '../../source/domain/message.ts';
import type {ModelEvent, ModelRequest} from '../../source/domain/model.ts';
import {createSecret} from '../../source/domain/secret.ts';
import type {OfferedTool, ToolContent} from '../../source/domain/tool.ts';
import {
	type AnthropicAnswer,
	type SeenModelRequest,
	startAnthropicServer,
} from '../servers/models/anthropic-server.ts';
import {anthropicOptions, anthropicProvider} from './anthropic-adapter.ts';

export const testKey = 'sk-ant-canary-0123456789';

export const readingTool = (name: string): OfferedTool => ({
	modelName: name,
	definition: {
		server: 'files',
		tool: name,
		description: `Does ${name}.`,
		inputSchema: {type: 'object', properties: {path: {type: 'string'}}, required: ['path']},
		annotations: {},
	},
});

export const userSays = (text: string, attachments: readonly ToolContent[] = []): Message => ({
	role: 'user',
	text,
	attachments,
});

export const hello: ModelRequest = {messages: [userSays('hello')], tools: []};

export const neverAborted = new AbortController().signal;

type Given = Partial<Omit<AdapterOptions, 'provider'>> & {readonly provider?: Partial<Provider>};

export const collect = async (events: AsyncIterable<ModelEvent>): Promise<readonly ModelEvent[]> => {
	const all: ModelEvent[] = [];
	for await (const event of events) all.push(event);
	return all;
};

/** The adapter, speaking to a scripted server over loopback. */
export const openAnthropic = async (
	script: readonly AnthropicAnswer[] | ((request: SeenModelRequest) => AnthropicAnswer),
	{provider, ...rest}: Given = {},
) => {
	const server = await startAnthropicServer(script);
	const fetch = createProviderFetch({environment: {}, idleLimit: provider?.idleLimit ?? 20_000});
	onTestFinished(fetch.close);
	const model = createAnthropicModel(
		anthropicOptions({
			provider: anthropicProvider({baseUrl: server.baseUrl, ...provider}),
			key: async () => createSecret(testKey),
			fetch,
			...rest,
		}),
	);
	const ask = (request: ModelRequest = hello, signal = neverAborted) =>
		collect(model.stream(request, signal));
	return {server, model, ask};
};

/** The end of an answer that is whole. */
export const finishOf = (events: readonly ModelEvent[]) => {
	const last = events.at(-1);
	return last?.type === 'finished' ? last : undefined;
};

/** The one trouble of an answer in which there is nothing to act upon. */
export const troubleOf = (events: readonly ModelEvent[]) => {
	const [failed, ...others] = events.filter(({type}) => !['text', 'thinking', 'calling'].includes(type));
	return failed?.type === 'failed' && others.length === 0 ? failed.trouble : undefined;
};
