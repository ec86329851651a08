import {describe, expect, it} from 'vitest';
import {createResultStore} from '../../../source/core/sessions/result-store.ts';
import type {ToolboxOptions} from '../../../source/core/toolbox/create-toolbox-server.ts';
import type {OfferedTool} from '../../../source/domain/tool.ts';
import {offerTool} from '../../helpers/fake-servers.ts';
import {createShelf, turnOf} from '../../helpers/shelf-of-sessions.ts';
import {connectToolbox} from '../../helpers/toolbox-client.ts';
import {makeTemporaryFolder} from '../../unit/toolbox/temporary-folder.ts';

describe('the helpers for large things, seen by an MCP client', () => {
	const readResult = {server: 'toolbox', tool: 'read-result'};
	const offered = offerTool('github', 'create_issue', {description: 'Creates an issue.'});

	const connectHelpers = async (options: Partial<ToolboxOptions>) => {
		const {client, list} = await connectToolbox(options);
		const tools = await list();
		return {client, tools, names: tools.map(({name}) => name)};
	};

	it.each(['act', 'plan'] as const)('can be all that is offered, in mode %s', async mode => {
		const {client, tools, names} = await connectHelpers({
			mode,
			results: createResultStore({}),
			findTools: () => [offered],
			only: [readResult.tool, 'search-tools', 'no-such-tool'],
		});
		expect(names).toEqual(['read-result', 'search-tools']);
		for (const {annotations} of tools) {
			expect(annotations).toMatchObject({readOnlyHint: true, idempotentHint: true, openWorldHint: false});
		}
		expect(client.getInstructions()).toBeUndefined();
	});

	it('are offered only with what they need', async () => {
		expect((await connectHelpers({})).names).not.toContain('read-result');
		expect((await connectHelpers({})).names).not.toContain('search-sessions');
		expect((await connectHelpers({only: ['read-result', 'search-tools']})).names).toEqual([]);
		expect((await connectHelpers({findTools: () => []})).names).toContain('search-tools');
	});

	it('page through a result that was cut', async () => {
		const results = createResultStore({});
		const whole = Array.from({length: 10_000}, (_, index) => `line ${index}`).join('\n');
		const {content, stored} = await results.keep('call', {content: [{type: 'text', text: whole}]});
		const {client} = await connectHelpers({results});
		const told = /\{"id":.*?\}/.exec(JSON.stringify(content).replaceAll('\\"', '"'))?.[0] ?? '';
		const {id, offset} = JSON.parse(told);
		expect(id).toBe(stored?.id);
		const page = await client.callTool({name: 'read-result', arguments: {id, offset, limit: 100}});
		expect(page.content).toEqual([
			{type: 'text', text: whole.slice(offset, offset + 100)},
			{type: 'text', text: expect.stringContaining(`Read on with offset ${offset + 100}.`)},
		]);
	});

	it('search the sessions that are kept', async () => {
		const {shelf, put} = createShelf(await makeTemporaryFolder());
		put('earlier', turnOf('Where is the key?', 'x', 'Under the mat.'));
		const {client, names, tools} = await connectHelpers({mode: 'plan', sessions: shelf});
		expect(names).toContain('search-sessions');
		expect(tools.find(({name}) => name === 'search-sessions')?.annotations).toMatchObject({
			readOnlyHint: true,
			openWorldHint: false,
		});
		expect(await client.callTool({name: 'search-sessions', arguments: {query: 'mat'}})).toMatchObject({
			content: [
				{type: 'text', text: expect.stringContaining('answer, 1970-01-01 00:00 UTC: Under the mat.')},
			],
			structuredContent: {sessions: [{sessionId: 'earlier', title: 'Where is the key?'}], searched: 1},
		});
	});

	it('search what the other servers offer at that moment', async () => {
		let tools: readonly OfferedTool[] = [];
		const {client} = await connectHelpers({findTools: () => tools});
		const find = () => client.callTool({name: 'search-tools', arguments: {query: 'issue'}});
		expect(await find()).toMatchObject({structuredContent: {tools: []}});
		tools = [offered];
		expect(await find()).toMatchObject({
			structuredContent: {tools: [{name: 'github__create_issue', server: 'github', tool: 'create_issue'}]},
		});
	});
});
