import {describe, expect, it} from 'vitest';
import {samplePage, sends, servePages} from '../../helpers/page-server.ts';
import {connectToolbox} from '../../helpers/toolbox-client.ts';

const failure = (text: string) => ({content: [{type: 'text', text}], isError: true});

describe('the tool that fetches pages, seen by an MCP client', () => {
	const connectNetwork = async (mode: 'act' | 'plan', allowedHosts: readonly string[]) => {
		const network = {environment: {}, allowedHosts};
		const {client, list} = await connectToolbox({mode, network, only: ['fetch-url']});
		const tools = await list();
		return {client, tools};
	};

	it.each(['act', 'plan'] as const)('is said to read the open world, in mode %s', async mode => {
		const {client, tools} = await connectNetwork(mode, []);
		expect(tools).toMatchObject([
			{
				name: 'fetch-url',
				annotations: {
					readOnlyHint: true,
					destructiveHint: false,
					idempotentHint: true,
					openWorldHint: true,
				},
				inputSchema: {type: 'object', additionalProperties: false, required: ['url']},
			},
		]);
		expect(await client.callTool({name: 'fetch-url', arguments: {url: 'http://127.1/'}})).toMatchObject(
			failure(
				'127.0.0.1 is a loopback address, and fetch-url gets public pages only. The user can allow a host with toolbox.allowedHosts in the configuration. (argument: url)',
			),
		);
		const odd = await client.callTool({
			name: 'fetch-url',
			arguments: {url: 'http://a.example', method: 'PUT'},
		});
		expect(odd.isError).toBe(true);
	});

	it('gives text, and structured content that fits the announced schema', async () => {
		const host = await servePages(sends(samplePage));
		const {client} = await connectNetwork('act', [host]);
		const result = await client.callTool({name: 'fetch-url', arguments: {url: `http://${host}/`, limit: 7}});
		expect(result).toMatchObject({
			content: [{text: '# Hello'}, {text: expect.stringContaining('Read on with offset 7.')}],
			structuredContent: {url: `http://${host}/`, status: 200, title: 'A page', nextOffset: 7},
		});
	});

	it('is not there where no network is given', async () => {
		const {list} = await connectToolbox();
		expect((await list()).map(({name}) => name)).not.toContain('fetch-url');
	});
});
