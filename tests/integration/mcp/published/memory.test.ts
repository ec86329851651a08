import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {createTemporaryFolder} from '../../../helpers/temporary-folder.ts';
import {publishedServer} from './published-server.ts';
import {useMcpServers} from './use-mcp-servers.ts';

const memory = (file: string) =>
	useMcpServers([
		publishedServer('memory', '@modelcontextprotocol/server-memory', [], {env: {MEMORY_FILE_PATH: file}}),
	]);

const ada = {name: 'Ada', entityType: 'person', observations: ['wrote programs']};
const engine = {name: 'Engine', entityType: 'machine', observations: []};

describe('the published server "memory"', () => {
	it('remembers entities and relations, and what it returns keeps its schema', async () => {
		const {call} = memory(join(createTemporaryFolder(), 'graph.json'));
		await call('memory', 'create_entities', {entities: [ada, engine]});
		const relations = [{from: 'Ada', to: 'Engine', relationType: 'programs'}];
		expect(await call('memory', 'create_relations', {relations})).toMatchObject({type: 'succeeded'});
		const graph = await call('memory', 'read_graph');
		expect(graph).toMatchObject({
			type: 'succeeded',
			result: {structured: {entities: [{name: 'Ada'}, {name: 'Engine'}], relations}},
		});
		expect(graph).not.toHaveProperty('warning');
	});

	it('keeps its file where the environment of its entry says', async () => {
		const file = join(createTemporaryFolder(), 'graph.json');
		await memory(file).call('memory', 'create_entities', {entities: [ada]});
		expect(readFileSync(file, 'utf8')).toContain('wrote programs');
	});

	it('finds again what it knew before it was restarted', async () => {
		const {call, servers} = memory(join(createTemporaryFolder(), 'graph.json'));
		await call('memory', 'create_entities', {entities: [ada]});
		expect(await servers.restart('memory', new AbortController().signal)).toMatchObject({type: 'ready'});
		expect(await call('memory', 'search_nodes', {query: 'programs'})).toMatchObject({
			result: {structured: {entities: [{name: 'Ada'}]}},
		});
	});

	it('is not called with arguments that break its schema', async () => {
		const {call} = memory(join(createTemporaryFolder(), 'graph.json'));
		expect(await call('memory', 'create_entities', {entities: [{name: 'Ada'}]})).toMatchObject({
			type: 'failed',
			failure: {message: expect.stringContaining('entityType')},
		});
	});
});
