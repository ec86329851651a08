import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import {onTestFinished} from 'vitest';
import type {Provider} from '../../../../source/core/models/adapter.ts';
import {describeTrouble} from '../../../../source/core/models/http/describe-trouble.ts';
import {createProviderFetch} from '../../../../source/core/models/http/provider-fetch.ts';
import type {ModelTrouble} from '../../../../source/domain/model.ts';

export type Api = Provider['api'];

export const apis = ['anthropic', 'chat', 'responses'] as const;

export type AskOptions = {
	readonly url: string;
	readonly idleLimit?: number;
	readonly environment?: Readonly<Record<string, string>>;
	readonly signal?: AbortSignal;
	readonly isLocal?: boolean;
	/** Called with every event of the stream. */
	readonly onEvent?: (event: unknown) => void;
};

const open = async (api: Api, baseURL: string, fetch: typeof globalThis.fetch, signal: AbortSignal) => {
	const shared = {apiKey: 'sk-canary-key-12345678', baseURL, maxRetries: 0, logLevel: 'off', fetch} as const;
	switch (api) {
		case 'anthropic':
			return new Anthropic(shared).messages.create(
				{model: 'm', max_tokens: 9, messages: [{role: 'user', content: 'hi'}], stream: true},
				{signal},
			);
		case 'responses':
			return new OpenAI(shared).responses.create({model: 'm', input: 'hi', stream: true}, {signal});
		default:
			return new OpenAI(shared).chat.completions.create(
				{model: 'm', messages: [{role: 'user', content: 'hi'}], stream: true},
				{signal},
			);
	}
};

/** Asks with the real SDK over our fetch. `trouble` is what became of it, if it failed. */
export const ask = async (
	api: Api,
	{url, idleLimit = 30_000, environment = {}, signal, isLocal = false, onEvent = () => {}}: AskOptions,
): Promise<{
	readonly events: readonly unknown[];
	readonly error?: unknown;
	readonly trouble?: ModelTrouble;
}> => {
	const fetch = createProviderFetch({environment, idleLimit});
	onTestFinished(fetch.close);
	const provider: Provider = {
		name: 'acme',
		title: 'Acme',
		api,
		baseUrl: url,
		isLocal,
		needsKey: true,
		keyVariable: 'ACME_API_KEY',
		headers: {},
		idleLimit,
	};
	const events: unknown[] = [];
	try {
		const stream = await open(api, url, fetch, signal ?? new AbortController().signal);
		for await (const event of stream) {
			events.push(event);
			onEvent(event);
		}
		return {events};
	} catch (error) {
		const context = {provider, model: 'm', tools: [], secrets: ['sk-canary-key-12345678']};
		return {events, error, trouble: describeTrouble(error, context)};
	}
};

/** The first event of a stream, in each protocol. */
export const firstEvent: Readonly<Record<Api, string>> = {
	anthropic:
		'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hel"}}\n\n',
	chat: 'data: {"id":"1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"Hel"},"finish_reason":null}]}\n\n',
	responses:
		'event: response.output_text.delta\ndata: {"type":"response.output_text.delta","item_id":"i","output_index":0,"content_index":0,"delta":"Hel","sequence_number":1}\n\n',
};
