import {describe, expect, it} from 'vitest';
import {listCatalogue} from '../../../source/core/mcp/catalogue/list-catalogue.ts';
import type {StdioServer} from '../../../source/domain/server.ts';
import {connectTo} from '../../helpers/mcp-client.ts';

const catalogueOf = async (mode: string, config: Partial<StdioServer> = {}) => {
	const target = await connectTo('offers', {args: [mode], config});
	return listCatalogue({...target, transport: 'stdio'}, new AbortController().signal);
};

describe('the catalogue of a server', () => {
	it('holds every page of every list', async () => {
		const {tools, prompts, resources, templates, note, unreadable, definitionTokens} =
			await catalogueOf('pages');
		expect(tools.map(({tool}) => tool)).toEqual([
			'tool-0',
			'secret_tool-0',
			'tool-1',
			'secret_tool-1',
			'tool-2',
			'secret_tool-2',
		]);
		expect(prompts).toHaveLength(3);
		expect(prompts[0]).toEqual({
			server: 'offers',
			prompt: 'prompt-0',
			description: '',
			arguments: [
				{name: 'topic', description: 'what', required: true},
				{name: 'tone', description: '', required: false},
			],
		});
		expect(resources).toHaveLength(3);
		expect(resources[0]).toEqual({
			server: 'offers',
			uri: 'test://resource/0',
			name: 'resource 0',
			description: '',
			mimeType: 'text/plain',
			size: 7,
		});
		expect(templates.map(({uriTemplate}) => uriTemplate)).toEqual([
			'test://0/{id}',
			'test://1/{id}',
			'test://2/{id}',
		]);
		expect({note, unreadable}).toEqual({});
		expect(definitionTokens).toBeGreaterThan(50);
	});

	it('loses only the entries that are invalid, and counts them', async () => {
		const {tools, prompts, resources, templates, note} = await catalogueOf('invalid');
		expect([tools.length, prompts.length, resources.length, templates.length]).toEqual([2, 1, 1, 1]);
		expect(note).toContain('8 invalid entries were left out.');
		expect(note).toContain('7 invalid entries were left out.');
	});

	it('ends at a cursor that comes again', async () => {
		const {prompts, note} = await catalogueOf('repeating');
		expect(prompts).toHaveLength(1);
		expect(note).toContain('Its list of prompts never ends: it repeats a cursor.');
	});

	it('keeps the pages before one that fails', async () => {
		const {prompts, unreadable, note} = await catalogueOf('breaking');
		expect(prompts).toHaveLength(1);
		expect(unreadable).toBeUndefined();
		expect(note).toContain('Its list of prompts broke off after 1 page: the second page is gone');
	});

	it('mentions lists that fail, and works without them', async () => {
		const {tools, prompts, resources, note, unreadable} = await catalogueOf('failing');
		expect(Object.keys(unreadable ?? {})).toEqual(['prompts', 'resources', 'templates']);
		expect(tools).toHaveLength(6);
		expect([...prompts, ...resources]).toEqual([]);
		expect(note).toBeUndefined();
		expect(unreadable?.prompts).toMatchObject({
			code: 'protocol-error',
			message: 'Server "offers" answered the list of its prompts with MCP error -32603: the index is broken',
		});
	});

	it('fails when there is no list of tools', async () => {
		const {tools, prompts, unreadable} = await catalogueOf('tools-failing');
		expect(Object.keys(unreadable ?? {})).toEqual(['tools']);
		expect(tools).toEqual([]);
		expect(prompts).toHaveLength(3);
		expect(unreadable?.tools).toMatchObject({
			code: 'protocol-error',
			message: 'Server "offers" answered the list of its tools with MCP error -32603: the index is broken',
		});
	});

	it('does not mind that a server has no templates', async () => {
		const {resources, templates, note} = await catalogueOf('no-templates');
		expect(resources).toHaveLength(3);
		expect({templates, note}).toEqual({templates: []});
	});

	it('takes a list that the server does not know for an empty one, and says so', async () => {
		const {tools, prompts, note, unreadable} = await catalogueOf('no-prompts');
		expect(tools).toHaveLength(6);
		expect({prompts, unreadable}).toEqual({prompts: []});
		expect(note).toBe('It announces prompts, but does not know "prompts/list".');
	});

	it('asks for nothing that was not announced', async () => {
		const target = await connectTo('offers', {args: ['nothing']});
		const signal = new AbortController().signal;
		expect(await listCatalogue({...target, transport: 'stdio'}, signal)).toEqual({
			tools: [],
			leftOut: [],
			prompts: [],
			resources: [],
			templates: [],
			definitionTokens: 0,
		});
		const asked = await target.client.callTool({name: 'asked'});
		expect(JSON.stringify(asked.content)).not.toContain('list');
	});

	it('leaves out what the config does not want', async () => {
		const {tools, prompts} = await catalogueOf('pages', {
			includeTools: ['*tool-*'],
			excludeTools: ['secret_*', 'tool-2'],
			loadPrompts: false,
		});
		expect(tools.map(({tool}) => tool)).toEqual(['tool-0', 'tool-1']);
		expect(prompts).toEqual([]);
		expect((await catalogueOf('pages', {loadTools: false})).tools).toEqual([]);
	});

	it('says how long it waited for a list that does not come', async () => {
		const target = await connectTo('silent-list', {config: {requestTimeout: 300}});
		const {unreadable} = await listCatalogue({...target, transport: 'stdio'}, new AbortController().signal);
		expect(unreadable?.tools).toMatchObject({
			code: 'timeout',
			message: 'Server "silent-list" did not send the list of its tools within 0.3 s.',
		});
	});

	it('says that a list is none', async () => {
		const target = await connectTo('paging', {args: ['nonsense']});
		const {unreadable} = await listCatalogue({...target, transport: 'stdio'}, new AbortController().signal);
		expect(unreadable?.tools).toMatchObject({
			code: 'invalid-list',
			message: 'Server "paging" sent something else than the list of its tools.',
		});
	});
});
