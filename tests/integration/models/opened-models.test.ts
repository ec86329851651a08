import {describe, expect, it} from 'vitest';
import {loadAdapter} from '../../../source/core/models/load-adapter.ts';
import type {Model, ModelEvent} from '../../../source/domain/model.ts';
import type {ProviderSettings} from '../../../source/domain/provider-settings.ts';
import {createSecret} from '../../../source/domain/secret.ts';
import {createLoopbackModels} from '../../helpers/loopback-models.ts';
import {sendStatus, startHttpHost} from '../../servers/http-host.ts';

const signal = new AbortController().signal;
const apiKey = createSecret('sk-canary-123');

/** Sends one request with the real adapter to a server that takes no key. */
const ask = async (
	id: string,
	settings: ProviderSettings,
	environment: (url: string) => Readonly<Record<string, string>> = () => ({}),
	path = '',
) => {
	const host = await startHttpHost((_, response) =>
		sendStatus(response, 401, '{"error":{"type":"authentication_error","message":"no"}}', {
			'content-type': 'application/json',
		}),
	);
	const [name = ''] = id.split('/');
	const {models} = createLoopbackModels(
		{[name]: {baseUrl: `${host.url}${path}`, ...settings}},
		{loadAdapter, environment: environment(host.url)},
	);
	const opened = await models.open(id, signal);
	if (opened.type === 'refused') throw new Error(opened.failure.message);
	expect(host.seen).toEqual([]);
	const events: ModelEvent[] = [];
	for await (const event of opened.model.stream(
		{messages: [{role: 'user', text: 'Hi'}], tools: []},
		signal,
	)) {
		events.push(event);
	}
	return {request: host.seen.find(({method, path: to}) => method === 'POST' && to !== '/api/show'), events};
};

describe('a model that was opened', () => {
	it.each([
		['anthropic/claude-sonnet-4-5', {}, '', '/v1/messages', 'x-api-key', 'sk-canary-123'],
		['openai/gpt-5', {}, '/v1', '/v1/responses', 'authorization', 'Bearer sk-canary-123'],
		['openai/gpt-5', {api: 'chat'}, '/v1', '/v1/chat/completions', 'authorization', 'Bearer sk-canary-123'],
		['lmstudio/x', {}, '', '/v1/chat/completions', 'authorization', 'Bearer sk-canary-123'],
		['work/a/b', {}, '/api/v2', '/api/v2/chat/completions', 'authorization', 'Bearer sk-canary-123'],
	] as const)('%s %j talks to %s%s with its key', async (id, settings, path, sentTo, header, value) => {
		const {request, events} = await ask(
			id,
			{apiKey, headers: {'x-team': 'blue'}, ...settings},
			undefined,
			path,
		);
		expect(request?.path.replace(/\?.*$/, '')).toBe(sentTo);
		expect(request?.headers).toMatchObject({[header]: value, 'x-team': 'blue'});
		expect(events).toMatchObject([{type: 'failed', trouble: {kind: 'wrong-key'}}]);
	});

	it('sends nothing without the key that it needs', async () => {
		const {request, events} = await ask('openai/gpt-5', {});
		expect(request).toBeUndefined();
		expect(events).toMatchObject([{type: 'failed', trouble: {kind: 'no-key'}}]);
	});

	it('goes where the environment says', async () => {
		const {request} = await ask(
			'anthropic/claude-sonnet-4-5',
			{baseUrl: 'https://models.example.com'},
			url => ({ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'from-environment'}),
		);
		expect(request?.headers['x-api-key']).toBe('from-environment');
	});
});

describe('a model that its provider does not know', () => {
	type Answering = Parameters<typeof startHttpHost>[0];
	const json = {'content-type': 'application/json'};
	const refuse: Answering = (_, response) =>
		sendStatus(
			response,
			404,
			'{"type":"error","error":{"type":"not_found_error","code":"model_not_found","message":"model: x"}}',
			json,
		);
	const lists =
		(...ids: readonly string[]): Answering =>
		(_, response) =>
			sendStatus(response, 200, JSON.stringify({data: ids.map(id => ({id}))}), json);

	/** Opens it at a server that refuses it, and lists its models as told. */
	const open = async (id: string, list: Answering, settings: ProviderSettings = {}) => {
		const host = await startHttpHost((request, response) =>
			(request.method === 'GET' ? list : refuse)(request, response),
		);
		const [name = ''] = id.split('/');
		const baseUrl = settings.api === 'anthropic' ? host.url : `${host.url}/v1`;
		const {models} = createLoopbackModels({[name]: {baseUrl, apiKey, ...settings}}, {loadAdapter});
		const opened = await models.open(id, signal);
		if (opened.type === 'refused') throw new Error(opened.failure.message);
		return {host, model: opened.model};
	};
	const askAt = async (model: Model, until: AbortSignal = signal) => {
		const events: ModelEvent[] = [];
		for await (const event of model.stream({messages: [{role: 'user', text: 'Hi'}], tools: []}, until))
			events.push(event);
		return events;
	};
	const hintOf = async (...given: Parameters<typeof open>) => {
		const [event, ...more] = await askAt((await open(...given)).model);
		expect(more).toEqual([]);
		expect(event).toMatchObject({type: 'failed', trouble: {kind: 'unknown-model'}});
		return event?.type === 'failed' ? event.trouble.failure.hint : undefined;
	};

	it.each([
		[{api: 'chat'}, '/v1/models'],
		[{api: 'responses'}, '/v1/models'],
		[{api: 'anthropic'}, '/v1/models?limit=1000'],
	] as const)('is told with the names that are most like it (%j)', async (settings, path) => {
		const list = lists('llama4', 'qwen3-code', 'qwen3-coder-plus', 'qwen3-coder');
		const {host, model} = await open('work/qwen3-codr', list, settings);
		expect(await askAt(model)).toMatchObject([
			{
				trouble: {
					failure: {
						message: expect.stringContaining('has no model "qwen3-codr"'),
						hint: 'Did you mean work/qwen3-code or work/qwen3-coder? /model lists the models there are.',
					},
				},
			},
		]);
		expect(host.seen.filter(({method}) => method === 'GET').map(request => request.path)).toEqual([path]);
	});

	it.each([
		[
			'ollama/qwen3',
			['qwen3:30b', 'llama4'],
			'Did you mean ollama/qwen3:30b? To fetch "qwen3": ollama pull qwen3.',
		],
		[
			'work/claude-sonnet-4',
			['anthropic/claude-sonnet-4', 'x/y'],
			'Did you mean work/anthropic/claude-sonnet-4? ',
		],
		['work/antropic/claude-4', ['anthropic/claude-4', 'claude-3'], 'Did you mean work/anthropic/claude-4? '],
		['work/GPT-5', ['gpt-5'], 'Did you mean work/gpt-5? '],
		[
			'work/gpt-5',
			['gpt-5', 'gpt-4'],
			'The provider does list it: your key or account may have no access to it. ',
		],
		['work/gpt-5', ['llama4', 'mistral-large'], '/model lists the models there are.'],
	] as const)('is told with what the list of its provider says about it: %s, %j', async (id, ids, hint) => {
		expect(await hintOf(id, lists(...ids))).toContain(hint);
		if (hint.startsWith('/')) expect(await hintOf(id, lists(...ids))).toBe(hint);
	});

	it.each<readonly [string, Answering]>([
		['there is no list', (_, response) => sendStatus(response, 404, 'Not Found')],
		[
			'the list is a web page',
			(_, response) => sendStatus(response, 200, '<html>', {'content-type': 'text/html'}),
		],
		['the list never comes', () => {}],
		[
			'the list breaks off',
			(_, response) => {
				response.writeHead(200, json).write('{"data":[');
				response.socket?.destroy();
			},
		],
	])('is told as it is where %s', async (_what, list) => {
		expect(await hintOf('work/gpt-5', list)).toBe('/model lists the models there are.');
	});

	it('is not told any more once the user has stopped waiting for the list', async () => {
		const stop = new AbortController();
		const {model} = await open('work/gpt-5', () => stop.abort());
		expect(await askAt(model, stop.signal)).toEqual([]);
	});
});
