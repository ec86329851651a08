import {describe, expect, it, vi} from 'vitest';
import type {CallProgress} from '../../../source/domain/tool-call.ts';
import {serverConfig, textOf, useServers} from '../../helpers/mcp-servers.ts';

describe('a call', () => {
	it('fails for a server that nobody has configured', async () => {
		const {call} = useServers([serverConfig('echo')]);
		expect(await call('nobody', 'echo')).toEqual({
			type: 'failed',
			failure: {
				code: 'unknown-server',
				message: 'There is no server "nobody".',
				hint: 'Servers in the config: echo.',
			},
		});
	});

	it('fails for a tool that the server does not have', async () => {
		const {call} = useServers([serverConfig('echo')]);
		expect(await call('echo', 'sing')).toMatchObject({
			type: 'failed',
			failure: {code: 'unknown-tool', message: 'Server "echo" has no tool "sing".'},
		});
	});

	it('keeps the result of a tool that reports an error', async () => {
		const {call} = useServers([serverConfig('echo')]);
		expect(await call('echo', 'fail')).toEqual({
			type: 'failed',
			failure: {code: 'tool-error', message: 'the disk is full'},
			result: {content: [{type: 'text', text: 'the disk is full'}]},
			raw: {content: [{type: 'text', text: 'the disk is full'}], isError: true},
		});
	});

	it('passes on an error of the protocol', async () => {
		const {connect, call} = useServers([serverConfig('changing')]);
		await connect();
		await call('changing', 'grow', {name: 'unanswerable'});
		await vi.waitFor(
			async () =>
				expect(await call('changing', 'unanswerable')).toEqual({
					type: 'failed',
					failure: {
						code: 'protocol-error',
						message:
							'Server "changing" answered the call of "unanswerable" with MCP error -32602: Unknown tool: unanswerable',
						rpc: {code: -32602},
						hint: "Check the arguments against the tool's schema.",
					},
				}),
			{timeout: 20_000},
		);
	});

	it('says that the server is gone when it dies in the middle', async () => {
		const {call} = useServers([serverConfig('crash-mid-call')]);
		expect(await call('crash-mid-call', 'crash')).toMatchObject({
			type: 'failed',
			failure: {
				code: 'server-gone',
				message:
					'Server "crash-mid-call" exited with code 7 while tool "crash" was running. Its last output: segmentation fault, sort of',
			},
		});
	});

	it('runs next to others on the same server', async () => {
		const {call} = useServers([serverConfig('echo')]);
		const texts = Array.from({length: 50}, (_, index) => `call ${index}`);
		const reports = await Promise.all(texts.map(text => call('echo', 'echo', {text})));
		expect(reports.map(textOf)).toEqual(texts);
	});
});

describe('the time limit', () => {
	it('ends a silent call and tells the server', async () => {
		const {connect, call} = useServers([serverConfig('slow', {requestTimeout: 1000})]);
		await connect();
		expect(await call('slow', 'hang')).toEqual({
			type: 'failed',
			failure: {
				code: 'timeout',
				message: 'Tool "hang" of server "slow" did not answer within 1 s.',
				hint: expect.stringContaining('"requestTimeout"'),
			},
		});
		const events = JSON.parse(textOf(await call('slow', 'events')));
		expect(events).toEqual([{requestId: expect.any(Number), reason: 'The call timed out'}]);
	});

	it('starts again with every progress report', async () => {
		const {connect, call} = useServers([serverConfig('slow', {requestTimeout: 1500})]);
		await connect();
		const report = await call('slow', 'steps', {count: 10, pause: 300});
		expect(textOf(report)).toBe('done, progress wanted: true');
	});

	it('ends a call that reports progress for ever', async () => {
		const {connect, call} = useServers([serverConfig('slow', {requestTimeout: 500})]);
		await connect();
		expect(await call('slow', 'endless', {pause: 20})).toMatchObject({
			type: 'failed',
			failure: {
				code: 'timeout',
				message: 'Tool "endless" of server "slow" reported progress but did not finish within 5 s.',
			},
		});
	});

	it('keeps the words of a progress report short', async () => {
		const {call} = useServers([serverConfig('slow')]);
		const seen: CallProgress[] = [];
		const args = {count: 1, padding: 100_000};
		await call('slow', 'steps', args, {onProgress: progress => seen.push(progress)});
		expect(seen[0]?.message).toContain('step 1');
		expect(seen[0]?.message?.length).toBeLessThan(2100);
	});

	it('reports the progress, the last of it too', async () => {
		const {call} = useServers([serverConfig('slow')]);
		const seen: CallProgress[] = [];
		await call('slow', 'steps', {count: 200}, {onProgress: progress => seen.push(progress)});
		expect(seen[0]).toEqual({progress: 1, total: 200, message: 'step 1'});
		expect(seen.at(-1)).toEqual({progress: 200, total: 200, message: 'step 200'});
	});
});

describe('cancelling', () => {
	it('tells the server, keeps it, and ignores its late answer', async () => {
		const {connect, call, status} = useServers([serverConfig('slow')]);
		await connect();
		const controller = new AbortController();
		const report = call('slow', 'late', {}, {signal: controller.signal});
		controller.abort();
		// The call above begins in a later turn of the event loop, so this abort may come before the request.
		expect((await report).type).toBe('cancelled');
		const second = new AbortController();
		const running = call('slow', 'late', {}, {signal: second.signal});
		await call('slow', 'events');
		second.abort();
		expect(await running).toEqual({type: 'cancelled', sent: true});
		const events = JSON.parse(textOf(await call('slow', 'events')));
		expect(events.at(-1)).toEqual({requestId: expect.any(Number), reason: 'The user cancelled the call'});
		expect(status('slow')?.type).toBe('ready');
	});

	it('sends nothing when it comes first', async () => {
		const {call, reported} = useServers([serverConfig('slow')]);
		const report = await call('slow', 'hang', {}, {signal: AbortSignal.abort()});
		expect(report).toEqual({type: 'cancelled', sent: false});
		expect(reported).toEqual([]);
	});

	it('does not wait for a server that is still starting', async () => {
		const {call, status} = useServers([serverConfig('silent')]);
		const controller = new AbortController();
		const report = call('silent', 'any', {}, {signal: controller.signal});
		await vi.waitFor(() => expect(status('silent')?.type).toBe('connecting'), {timeout: 20_000});
		controller.abort();
		expect(await report).toEqual({type: 'cancelled', sent: false});
	});
});

describe('content', () => {
	it.each([
		[
			'text',
			{
				content: [
					{type: 'text', text: 'one'},
					{type: 'text', text: 'two'},
				],
			},
		],
		['image', {content: [{type: 'image', mimeType: 'image/png', data: 'aW1n'}]}],
		['audio', {content: [{type: 'audio', mimeType: 'audio/wav', data: 'c25k'}]}],
		[
			'resource',
			{
				content: [
					{type: 'resource', uri: 'file:///a.txt', mimeType: 'text/plain', text: 'inside'},
					{type: 'resource', uri: 'file:///a.bin', blob: 'AAE='},
				],
			},
		],
		[
			'link',
			{
				content: [{type: 'link', uri: 'file:///b', name: 'b', mimeType: 'text/plain', description: 'the b'}],
			},
		],
		['structured', {content: [], structured: {answer: 42}}],
		[
			'unknown',
			{
				content: [
					{type: 'unknown', kind: 'hologram', value: {type: 'hologram', depth: 3}},
					{type: 'unknown', kind: 'image', value: {type: 'image', data: 5}},
					{type: 'unknown', kind: 'untyped', value: 'bare'},
				],
			},
		],
		['empty', {content: []}],
		['no-content', {content: []}],
	])('of the kind "%s" arrives in our own form', async (tool, result) => {
		const {call} = useServers([serverConfig('content')]);
		const report = await call('content', tool);
		expect(report).toEqual({type: 'succeeded', result, raw: expect.any(Object)});
	});

	it('is kept as the server sent it, too', async () => {
		const {call} = useServers([serverConfig('content')]);
		expect(await call('content', 'link')).toMatchObject({
			raw: {content: [{type: 'resource_link', uri: 'file:///b', name: 'b'}]},
		});
	});

	it('of an error without text gets a sentence', async () => {
		const {call} = useServers([serverConfig('content')]);
		expect(await call('content', 'error-without-text')).toMatchObject({
			type: 'failed',
			failure: {
				message: 'Tool "error-without-text" of server "content" reported an error without a message.',
			},
		});
	});
});

describe('the arguments', () => {
	it('are checked before anything is sent', async () => {
		const {call} = useServers([serverConfig('strict')]);
		expect(await call('strict', 'add', {a: 'one', c: true})).toEqual({
			type: 'failed',
			failure: {
				code: 'invalid-arguments',
				message:
					'The arguments for "add" of server "strict" do not fit its schema, so it was not called: ' +
					"/: must have required property 'b'; /: must NOT have additional properties; /a: must be number",
				hint: "Correct the arguments by the tool's schema and call it again.",
			},
		});
		expect(textOf(await call('strict', 'count'))).toBe('0 calls');
		expect(textOf(await call('strict', 'add', {a: 1, b: 2}))).toBe('3');
		expect(textOf(await call('strict', 'count'))).toBe('1 calls');
	});

	it.each(['broken-schema', 'regex-bomb'])(
		'are sent all the same when the schema is of no use: %s',
		async tool => {
			const {call} = useServers([serverConfig('strict')]);
			expect(textOf(await call('strict', tool, {a: `${'a'.repeat(40)}!`}))).toBe('called');
		},
	);
});

describe('a result that is not what the tool promised', () => {
	it.each([
		[
			'wrong-type',
			/^Tool "wrong-type" of server "content" sent a result that does not fit its own schema: \/a: must be integer$/,
		],
		['missing', /^Tool "missing" of server "content" promises structured content and sent none\.$/],
		[
			'mismatch',
			/^The result of "mismatch" was not checked against its schema: checking it took longer than 0\.5 s\.$/,
		],
	])('is kept, with a warning: %s', async (tool, warning) => {
		const {call} = useServers([serverConfig('content')]);
		const report = await call('content', tool);
		expect(report).toMatchObject({type: 'succeeded', warning: expect.stringMatching(warning)});
		expect(textOf(report)).toBe('kept');
	});

	it('is not warned of where it fits, or where the tool failed', async () => {
		const {call} = useServers([serverConfig('content')]);
		expect(await call('content', 'match')).not.toHaveProperty('warning');
		expect(await call('content', 'missing-in-error')).toMatchObject({
			type: 'failed',
			failure: {code: 'tool-error', message: 'kept'},
		});
	});
});
