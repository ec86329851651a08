import {onTestFinished} from 'vitest';
import type {AdapterOptions, Provider} from '../../source/core/models/adapter.ts';
import {createProviderFetch} from '../../source/core/models/http/provider-fetch.ts';
import {createChatModel} from '../../source/core/models/openai/chat-model.ts';
import {createResponsesModel} from '../../source/core/models/openai/responses-model.ts';
import type {Model, ModelEvent, ModelRequest} from '../../source/domain/model.ts';
import {type OpenAiServer, type ScriptedAnswer, startOpenAiServer} from '../servers/models/openai-server.ts';
import {localProvider, openAiOptions, openAiProvider} from './openai-adapter.ts';

export type ModelOverHttp = {readonly server: OpenAiServer; readonly model: Model};

const openFetch = (idleLimit: number) => {
	const fetch = createProviderFetch({environment: {}, idleLimit});
	onTestFinished(() => fetch.close());
	return fetch;
};

/** Chat Completions against a scripted server; as a local one without a key unless the test says otherwise. */
export const chatOverHttp = async (
	script: readonly ScriptedAnswer[],
	provider: Partial<Provider> = {},
	options: Partial<AdapterOptions> = {},
): Promise<ModelOverHttp> => {
	const server = await startOpenAiServer(script);
	const used = localProvider({baseUrl: server.baseUrl, ...provider});
	const base = {key: async () => undefined, id: 'ollama/m', model: 'm', fetch: openFetch(used.idleLimit)};
	return {server, model: createChatModel(openAiOptions({...base, provider: used, ...options}))};
};

/** The Responses API against a scripted server. */
export const responsesOverHttp = async (
	script: readonly ScriptedAnswer[],
	provider: Partial<Provider> = {},
	options: Partial<AdapterOptions> = {},
): Promise<ModelOverHttp> => {
	const server = await startOpenAiServer(script);
	const used = openAiProvider({baseUrl: server.baseUrl, ...provider});
	return {
		server,
		model: createResponsesModel(
			openAiOptions({fetch: openFetch(used.idleLimit), provider: used, ...options}),
		),
	};
};

/** All events of an answer. */
export const ask = async (
	{model}: ModelOverHttp,
	request: ModelRequest,
	signal: AbortSignal = new AbortController().signal,
): Promise<readonly ModelEvent[]> => {
	const events: ModelEvent[] = [];
	for await (const event of model.stream(request, signal)) events.push(event);
	return events;
};
