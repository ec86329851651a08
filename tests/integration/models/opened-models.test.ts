import {describe, expect, it} from 'vitest';
import {loadAdapter} from '../../../source/core/models/load-adapter.ts';
import type {ModelEvent} from '../../../source/domain/model.ts';
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
