import {Client, InMemoryTransport} from '@modelcontextprotocol/client';
import {describe, expect, it, onTestFinished} from 'vitest';
import {createToolbox} from '../../../source/compose-toolbox.ts';
import {definitionPrint, type SetAside} from '../../../source/core/chat/set-aside.ts';
import {whyUnusable} from '../../../source/core/chat/usable-tool.ts';
import type {Model} from '../../../source/domain/model.ts';
import type {LocalChannel} from '../../../source/domain/server-ports.ts';
import {offerTool, readyStatus} from '../../helpers/fake-servers.ts';
import {says, scriptModel} from '../../helpers/scripted-model.ts';
import {keepsAll} from '../../helpers/turn-harness.ts';

const read = offerTool('files', 'read');
const write = offerTool('files', 'write');
const fitTool: Model['fitTool'] = tool => (tool === write ? {type: 'unfit', reason: 'odd'} : {type: 'fits'});
const model: Model = {...scriptModel(says('')), fitTool};

describe('a tool that the model in use can never call', () => {
	it('is not found by the tool search', async () => {
		const toolbox = createToolbox({
			version: '1',
			name: 'toolbox',
			tourFolder: () => undefined,
			settings: () => undefined,
			isUsual: false,
			results: keepsAll,
			servers: () => ({
				tools: () => [read, write],
				setEnabled: async () => undefined,
				start: async () => readyStatus(),
			}),
			isUsable: tool => whyUnusable(tool, {model, setAside: []}) === undefined,
		});
		const [clientTransport, serverTransport] = InMemoryTransport.createLinkedPair();
		const client = new Client({name: 'test', version: '1'});
		await Promise.all([toolbox.serve(serverTransport as LocalChannel), client.connect(clientTransport)]);
		onTestFinished(() => client.close());
		const found = await client.callTool({name: 'search-tools', arguments: {query: 'files'}});
		expect(found.structuredContent).toMatchObject({tools: [{name: 'files__read'}], found: 1});
	});

	it('is one that cannot be sent, or that its provider refused as it is', () => {
		const why = (tool: typeof read, ...setAside: readonly SetAside[]) => whyUnusable(tool, {model, setAside});
		const refused = {server: 'files', tool: 'read', why: 'rejected', reason: 'no'} as const;
		expect(why(write)).toBe('odd');
		expect(why(read)).toBeUndefined();
		expect(why(read, refused)).toBe('no');
		expect(why(read, {...refused, print: definitionPrint(read.definition)})).toBe('no');
		expect(why(read, {...refused, print: 'that of another'})).toBeUndefined();
		expect(why(read, {...refused, why: 'unfit'})).toBeUndefined();
	});
});
