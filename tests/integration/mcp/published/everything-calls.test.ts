import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import type {CallProgress} from '../../../../source/domain/tool-call.ts';
import {textOf} from '../../../helpers/mcp-servers.ts';
import {waitUntil} from '../../../helpers/wait-until.ts';
import {everythingPlaces} from './everything-places.ts';
import {useMcpServers} from './use-mcp-servers.ts';

describe.each(everythingPlaces)('the tools of server-everything over $transport', place => {
	beforeAll(place.open);
	afterAll(place.end);
	const everything = () => useMcpServers([place.config()]);

	it('are listed with what the server says about itself and them', async () => {
		const {start, servers} = everything();
		expect(await start('everything')).toMatchObject({
			type: 'ready',
			transport: place.transport,
			identity: {name: 'mcp-servers/everything', title: 'Everything Reference Server'},
			instructions: expect.stringContaining('Everything'),
			promptCount: 4,
		});
		const echo = servers.tools().find(({definition}) => definition.tool === 'echo');
		expect(echo).toMatchObject({
			modelName: 'everything__echo',
			definition: {
				title: 'Echo Tool',
				annotations: {readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false},
			},
		});
	});

	it('answer with text', async () => {
		const {call} = everything();
		expect(textOf(await call('everything', 'echo', {message: 'hello'}))).toBe('Echo: hello');
		expect(textOf(await call('everything', 'get-sum', {a: 2, b: 40}))).toContain('42');
	});

	it('answer with an image', async () => {
		const {call} = everything();
		expect(await call('everything', 'get-tiny-image')).toMatchObject({
			type: 'succeeded',
			result: {
				content: expect.arrayContaining([expect.objectContaining({type: 'image', mimeType: 'image/png'})]),
			},
		});
	});

	it('answer with annotated content', async () => {
		const {call} = everything();
		const report = await call('everything', 'get-annotated-message', {
			messageType: 'error',
			includeImage: true,
		});
		expect(report).toMatchObject({
			type: 'succeeded',
			result: {content: [{type: 'text', text: 'Error: Operation failed'}, {type: 'image'}]},
			raw: {content: [{annotations: {priority: 1, audience: ['user', 'assistant']}}, {}]},
		});
	});

	it('answer with links to resources', async () => {
		const {call} = everything();
		expect(await call('everything', 'get-resource-links', {count: 2})).toMatchObject({
			type: 'succeeded',
			result: {
				content: [
					{type: 'text'},
					{type: 'link', uri: 'demo://resource/dynamic/blob/1', name: 'Blob Resource 1'},
					{type: 'link', uri: 'demo://resource/dynamic/text/2', mimeType: 'text/plain'},
				],
			},
		});
	});

	it('answer with embedded resources, as text and as bytes', async () => {
		const {call} = everything();
		const text = await call('everything', 'get-resource-reference', {resourceType: 'Text', resourceId: 3});
		expect(text).toMatchObject({
			result: {content: [{}, {type: 'resource', text: expect.stringContaining('Resource 3')}, {}]},
		});
		const blob = await call('everything', 'get-resource-reference', {resourceType: 'Blob', resourceId: 4});
		expect(blob).toMatchObject({
			result: {content: [{}, {type: 'resource', text: expect.stringContaining('Resource 4')}, {}]},
		});
	});

	it('answer with structured content that keeps its schema', async () => {
		const {call} = everything();
		const report = await call('everything', 'get-structured-content', {location: 'Chicago'});
		expect(report).toMatchObject({
			type: 'succeeded',
			result: {structured: {temperature: expect.any(Number), humidity: expect.any(Number)}},
		});
		expect(report).not.toHaveProperty('warning');
	});

	it('are not called with arguments that break their schema', async () => {
		const {call} = everything();
		expect(await call('everything', 'get-annotated-message', {messageType: 'loud'})).toMatchObject({
			type: 'failed',
			failure: {message: expect.stringContaining('messageType')},
		});
	});

	it('report progress', async () => {
		const {call} = everything();
		const seen: CallProgress[] = [];
		const args = {duration: 1, steps: 4};
		const onProgress = (progress: CallProgress) => seen.push(progress);
		const report = await call('everything', 'trigger-long-running-operation', args, {onProgress});
		expect(report.type).toBe('succeeded');
		// The last one may arrive together with the answer, which then comes first.
		expect(seen[0]).toEqual({progress: 1, total: 4});
		expect(seen.at(-1)?.progress).toBeGreaterThanOrEqual(3);
	});

	it('can be cancelled, and work afterwards', async () => {
		const {call} = everything();
		const stop = new AbortController();
		const seen: CallProgress[] = [];
		const running = call(
			'everything',
			'trigger-long-running-operation',
			{duration: 60, steps: 200},
			{signal: stop.signal, onProgress: progress => seen.push(progress)},
		);
		await waitUntil(() => seen.length > 0);
		stop.abort();
		expect(await running).toEqual({type: 'cancelled', sent: true});
		expect(textOf(await call('everything', 'echo', {message: 'still here'}))).toBe('Echo: still here');
	});

	it('run as tasks where the server wants that', async () => {
		const {call} = everything();
		const report = await call('everything', 'simulate-research-query', {topic: 'terminals'});
		expect(report.type, JSON.stringify(report)).toBe('succeeded');
		expect(textOf(report)).toContain('# Research Report: terminals');
	});
});
