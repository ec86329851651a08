import {describe, expect, it, vi} from 'vitest';
import {completeArgument} from '../../../source/core/mcp/calls/complete-argument.ts';
import {fetchPrompt} from '../../../source/core/mcp/calls/fetch-prompt.ts';
import {fetchResource} from '../../../source/core/mcp/calls/fetch-resource.ts';
import {setLogLevel} from '../../../source/core/mcp/calls/set-log-level.ts';
import {unwatchResource, watchResource} from '../../../source/core/mcp/calls/watch-resource.ts';
import {connectTo} from '../../helpers/mcp-client.ts';

const never = new AbortController().signal;
const offers = () => connectTo('offers', {args: ['pages']});

describe('a prompt', () => {
	it('comes with its messages in our own form', async () => {
		const fetched = await fetchPrompt(await offers(), 'prompt-0', {topic: 'tea'}, never);
		expect(fetched).toMatchObject({
			type: 'fetched',
			value: {
				description: 'about it',
				messages: [
					{role: 'user', content: {type: 'text', text: 'about tea'}},
					{role: 'assistant', content: {type: 'image', mimeType: 'image/png', data: 'aW1n'}},
					{role: 'assistant', content: {type: 'unknown', kind: 'hologram'}},
				],
			},
			raw: {description: 'about it'},
		});
	});

	it('that does not exist is named', async () => {
		expect(await fetchPrompt(await offers(), 'nobody', {}, never)).toEqual({
			type: 'failed',
			failure: {
				code: 'protocol-error',
				message:
					'Server "offers" answered the request for the prompt "nobody" with MCP error -32602: Unknown prompt: nobody',
				rpc: {code: -32602},
				hint: 'Check the name of the prompt and that every required argument has a value.',
			},
		});
	});

	it('that is none is refused', async () => {
		expect(await fetchPrompt(await offers(), 'odd', {}, never)).toMatchObject({
			type: 'failed',
			failure: {code: 'invalid-result'},
		});
	});

	it('that takes too long is given up', async () => {
		const target = await connectTo('offers', {args: ['pages'], config: {requestTimeout: 200}});
		expect(await fetchPrompt(target, 'slow', {}, never)).toMatchObject({
			type: 'failed',
			failure: {
				code: 'timeout',
				message: 'Server "offers" did not answer the request for the prompt "slow" within 0.2 s.',
			},
		});
	});

	it('may take its time while the user is asked something', async () => {
		const target = await connectTo('offers', {args: ['pages'], config: {requestTimeout: 50}});
		const controller = new AbortController();
		const isWaitingForUser = vi.fn(() => true);
		const fetched = fetchPrompt({...target, isWaitingForUser}, 'slow', {}, controller.signal);
		await vi.waitFor(() => expect(isWaitingForUser.mock.calls.length).toBeGreaterThan(4), {timeout: 20_000});
		controller.abort();
		expect(await fetched).toEqual({type: 'cancelled'});
	});

	it('is not asked for where there are none', async () => {
		const target = await connectTo('offers', {args: ['nothing']});
		expect(await fetchPrompt(target, 'any', {}, never)).toMatchObject({
			type: 'failed',
			failure: {code: 'not-supported', message: 'Server "offers" does not offer the prompt "any".'},
		});
	});

	it('is not asked for after a cancel', async () => {
		expect(await fetchPrompt(await offers(), 'prompt-0', {}, AbortSignal.abort())).toEqual({
			type: 'cancelled',
		});
	});
});

describe('a resource', () => {
	it('comes in all its parts', async () => {
		expect(await fetchResource(await offers(), 'test://resource/0', never)).toMatchObject({
			type: 'fetched',
			value: [
				{type: 'resource', uri: 'test://resource/0', text: 'inside'},
				{type: 'resource', uri: 'test://resource/0', blob: 'AAE=', mimeType: 'image/png'},
			],
		});
	});

	it('may be one part without a list around it', async () => {
		expect(await fetchResource(await offers(), 'test://single', never)).toMatchObject({
			value: [{type: 'resource', uri: 'test://single', text: 'alone'}],
		});
	});

	it('that does not exist is named', async () => {
		expect(await fetchResource(await offers(), 'test://nowhere', never)).toMatchObject({
			type: 'failed',
			failure: {
				message: expect.stringContaining('the resource test://nowhere'),
				hint: 'Check the address: the server may have no such resource.',
			},
		});
	});

	it('is watched until it is no longer', async () => {
		const updated: string[] = [];
		const target = await connectTo('offers', {
			args: ['pages'],
			prepare: client =>
				client.setNotificationHandler('notifications/resources/updated', ({params}) => {
					updated.push(params.uri);
				}),
		});
		expect(await watchResource(target, 'test://resource/0', never)).toMatchObject({type: 'fetched'});
		await vi.waitFor(() => expect(updated).toEqual(['test://resource/0']), {timeout: 20_000});
		expect(await unwatchResource(target, 'test://resource/0', never)).toMatchObject({type: 'fetched'});
	});
});

describe('completion', () => {
	it('sends what is known and keeps what is text', async () => {
		const fetched = await completeArgument(
			await offers(),
			{type: 'prompt', name: 'prompt-0'},
			{name: 'topic', value: 'te'},
			{tone: 'dry'},
			never,
		);
		expect(fetched).toMatchObject({
			value: {
				values: [
					'one',
					'{"ref":{"type":"ref/prompt","name":"prompt-0"},"argument":{"name":"topic","value":"te"},"context":{"arguments":{"tone":"dry"}}}',
				],
				total: 3,
				hasMore: true,
			},
		});
	});

	it('works for templates, too', async () => {
		const subject = {type: 'template', uriTemplate: 'test://0/{id}'} as const;
		const fetched = await completeArgument(await offers(), subject, {name: 'id', value: ''}, {}, never);
		expect(JSON.stringify(fetched)).toContain('ref/resource');
	});
});

describe('the level of logging', () => {
	it('is told to the server', async () => {
		const target = await offers();
		expect(await setLogLevel(target, 'warning', never)).toMatchObject({type: 'fetched'});
		const asked = await target.client.callTool({name: 'asked'});
		expect(JSON.stringify(asked.content)).toContain('logging/setLevel');
	});

	it('is not told to a server without a log', async () => {
		const target = await connectTo('offers', {args: ['nothing']});
		expect(await setLogLevel(target, 'warning', never)).toMatchObject({
			failure: {code: 'not-supported'},
		});
	});
});

describe('a server of protocol 2026-07-28', () => {
	const listening = () => connectTo('modern-listen', {era: 'modern'});

	it('tells of changes through a stream for as long as it is wanted', async () => {
		const target = await listening();
		const updated: string[] = [];
		target.client.setNotificationHandler('notifications/resources/updated', ({params}) => {
			updated.push(params.uri);
		});
		expect(await watchResource(target, 'test://live', never)).toMatchObject({type: 'fetched'});
		await vi.waitFor(() => expect(updated).toEqual(['test://live']), {timeout: 20_000});
		expect(await watchResource(target, 'test://live', never)).toMatchObject({type: 'fetched'});
		expect(await unwatchResource(target, 'test://live', never)).toMatchObject({type: 'fetched'});
		const log = await target.client.callTool({name: 'log'});
		expect(JSON.stringify(log.content).match(/subscriptions\/listen/g)).toHaveLength(1);
		expect(JSON.stringify(log.content)).toContain('notifications/cancelled');
	});

	it('opens one stream for all who want the same', async () => {
		const target = await listening();
		await Promise.all([1, 2, 3].map(() => watchResource(target, 'test://live', never)));
		const log = await target.client.callTool({name: 'log'});
		expect(JSON.stringify(log.content).match(/subscriptions\/listen/g)).toHaveLength(1);
	});

	it('is listened to again when it ends the stream, until nobody wants it', async () => {
		const unheard: string[] = [];
		const target = {...(await listening()), onUnheard: (uri: string) => unheard.push(uri)};
		expect(await watchResource(target, 'test://short', never)).toMatchObject({type: 'fetched'});
		await vi.waitFor(() => expect(unheard).toEqual(['test://short']), {timeout: 20_000});
		expect(await unwatchResource(target, 'test://short', never)).toMatchObject({type: 'fetched'});
	});

	it('may refuse to tell of changes', async () => {
		expect(await watchResource(await listening(), 'test://still', never)).toMatchObject({
			type: 'failed',
			failure: {code: 'not-supported', message: expect.stringContaining('changes of test://still')},
		});
	});
});
