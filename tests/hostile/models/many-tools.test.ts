import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {createToolbox} from '../../../source/compose-toolbox.ts';
import {createMemoryCredentials} from '../../../source/core/credentials/memory-credentials.ts';
import {createToolServers} from '../../../source/core/mcp/tool-servers.ts';
import type {McpServers} from '../../../source/domain/server-ports.ts';
import {serverConfig, serverFile} from '../../helpers/mcp-servers.ts';
import {createModelApp, openModelAt, protocols} from '../../helpers/model-app.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';
import {callOf, calls, says} from '../../servers/models/fault-script.ts';
import {startFaultServer} from '../../servers/models/fault-server.ts';

const toolCount = 5000;

/** Servers with thousands of tools, one of which is about umbrellas, and the program's own tools. */
const startMany = async () => {
	const tools = Array.from({length: toolCount}, (_, index) => ({
		name: index === 4711 ? 'repair-umbrella' : `tool-${index}`,
		schema: {type: 'object', properties: {size: {type: 'number'}}},
	}));
	const file = path.join(createTemporaryFolder(), 'tools.json');
	await writeFile(file, JSON.stringify(tools));
	let servers: McpServers | undefined;
	const toolbox = createToolbox({
		version: '0.0.0-test',
		name: 'toolbox',
		tourFolder: () => undefined,
		settings: () => undefined,
		isUsual: false,
		results: {read: async () => undefined},
		servers: () => {
			if (servers === undefined) throw new Error('The servers are not there yet.');
			return servers;
		},
	});
	servers = createToolServers({
		servers: [serverConfig('many', {args: [serverFile('evil-schemas'), file]}), toolbox.config()],
		version: '0.0.0-test',
		onStatus: () => undefined,
		credentials: createMemoryCredentials(),
		now: () => 1000,
		localServers: {[toolbox.name]: toolbox.serve},
	});
	onTestFinished(servers.close);
	return {servers, ownTools: toolbox.ownTools};
};

describe.each(protocols)(`with ${toolCount} tools, over the protocol %s,`, protocol => {
	it('the model searches for the one that it needs, and calls it', async () => {
		const server = await startFaultServer([
			calls(callOf('call_1', 'toolbox__search-tools', {query: 'repair an umbrella'})),
			calls(callOf('call_2', 'many__repair-umbrella', {size: 3})),
			says('It is dry now.'),
		]);
		const app = createModelApp(await openModelAt(protocol, server.url), await startMany());
		await expect(app.say('It rains.')).resolves.toEqual({type: 'finished'});

		const [first, second, third] = server.requests.map(({tools}) => tools);
		expect(server.problems()).toEqual([]);
		expect(first).toContain('toolbox__search-tools');
		expect(first).not.toContain('many__repair-umbrella');
		expect(second).toContain('many__repair-umbrella');
		// Only the end of the list changes: the rest stays in the provider's cache.
		expect(second?.slice(0, first?.length)).toEqual(first);
		expect(third).toEqual(second);
		expect(Math.max(...server.requests.map(({tools}) => tools.length))).toBeLessThanOrEqual(128);
		const calledBack = app.events.flatMap(event => (event.type === 'call-succeeded' ? [event.result] : []));
		expect(calledBack).toHaveLength(2);
		expect(JSON.stringify(calledBack[0])).toContain('many__repair-umbrella');
		expect(calledBack[1]?.content).toEqual([{type: 'text', text: '{"size":3}'}]);
	});
});
