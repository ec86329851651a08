import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {everythingPlaces} from './everything-places.ts';
import {never, useMcpServers} from './use-mcp-servers.ts';

describe.each(everythingPlaces)('prompts and resources of server-everything over $transport', place => {
	beforeAll(place.open);
	afterAll(place.end);

	const everything = async () => {
		const used = useMcpServers([place.config()]);
		await used.start('everything');
		return used.servers;
	};

	it('lists prompts with their arguments', async () => {
		const servers = await everything();
		expect(servers.prompts().map(({prompt}) => prompt)).toEqual([
			'simple-prompt',
			'args-prompt',
			'completable-prompt',
			'resource-prompt',
		]);
		expect(servers.prompts()[1]).toMatchObject({
			title: 'Arguments Prompt',
			arguments: [
				{name: 'city', required: true, description: 'Name of the city'},
				{name: 'state', required: false},
			],
		});
	});

	it('fills in a prompt', async () => {
		const servers = await everything();
		const ref = {server: 'everything', prompt: 'args-prompt'};
		expect(await servers.getPrompt(ref, {city: 'Oslo'}, never)).toMatchObject({
			type: 'fetched',
			value: {messages: [{role: 'user', content: {type: 'text', text: `What's weather in Oslo?`}}]},
		});
	});

	it('names the argument that a prompt lacks', async () => {
		const servers = await everything();
		const ref = {server: 'everything', prompt: 'args-prompt'};
		expect(await servers.getPrompt(ref, {}, never)).toMatchObject({
			type: 'failed',
			failure: {message: expect.stringContaining('city')},
		});
	});

	it('gets a prompt that carries a resource', async () => {
		const servers = await everything();
		const ref = {server: 'everything', prompt: 'resource-prompt'};
		expect(await servers.getPrompt(ref, {resourceType: 'Text', resourceId: '5'}, never)).toMatchObject({
			value: {
				messages: [{}, {content: {type: 'resource', text: expect.stringContaining('Resource 5')}}],
			},
		});
	});

	it('completes the arguments of a prompt, each in the light of those before', async () => {
		const servers = await everything();
		const subject = {type: 'prompt', name: 'completable-prompt'} as const;
		const complete = (name: string, value: string, known: Record<string, string>) =>
			servers.complete('everything', subject, {name, value}, known, never);
		expect(await complete('department', 'S', {})).toMatchObject({value: {values: ['Sales', 'Support']}});
		expect(await complete('name', '', {department: 'Sales'})).toMatchObject({
			value: {values: ['David', 'Eve', 'Frank']},
		});
	});

	it('lists resources and templates', async () => {
		const servers = await everything();
		expect(servers.resources()).toContainEqual(
			expect.objectContaining({
				uri: 'demo://resource/static/document/features.md',
				name: 'features.md',
				mimeType: 'text/markdown',
			}),
		);
		expect(servers.resourceTemplates().map(({uriTemplate}) => uriTemplate)).toEqual([
			'demo://resource/dynamic/text/{resourceId}',
			'demo://resource/dynamic/blob/{resourceId}',
		]);
	});

	it('completes a template', async () => {
		const servers = await everything();
		const subject = {type: 'template', uriTemplate: 'demo://resource/dynamic/text/{resourceId}'} as const;
		expect(
			await servers.complete('everything', subject, {name: 'resourceId', value: '12'}, {}, never),
		).toMatchObject({type: 'fetched', value: {values: ['12']}});
	});

	it('reads resources, from the list and from templates, as text and as bytes', async () => {
		const servers = await everything();
		const read = (uri: string) => servers.readResource('everything', uri, never);
		expect(await read('demo://resource/static/document/features.md')).toMatchObject({
			type: 'fetched',
			value: [{type: 'resource', mimeType: 'text/markdown', text: expect.stringContaining('#')}],
		});
		expect(await read('demo://resource/dynamic/text/9')).toMatchObject({
			value: [{text: expect.stringContaining('Resource 9')}],
		});
		expect(await read('demo://resource/dynamic/blob/9')).toMatchObject({
			value: [{text: expect.stringContaining('Resource 9')}],
		});
	});

	it('names the resource that does not exist', async () => {
		const servers = await everything();
		expect(await servers.readResource('everything', 'demo://nothing', never)).toMatchObject({
			type: 'failed',
			failure: {message: expect.stringContaining('demo://nothing')},
		});
	});
});
