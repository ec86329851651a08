import {describe, expect, it} from 'vitest';
import {createToolSchemas} from '../../../source/core/models/schema/tool-schemas.ts';
import {evilSchemas, tooDeepForLists, writeEvilTools} from '../../helpers/evil-schemas.ts';
import {serverConfig, serverFile, textOf, useServers} from '../../helpers/mcp-servers.ts';
import {checkAnthropicRequest} from '../../helpers/strict-anthropic.ts';
import {checkChatRequest} from '../../helpers/strict-openai-chat.ts';
import {checkResponsesRequest} from '../../helpers/strict-openai-responses.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';

const messages = [{role: 'user', content: 'Hello'}];

describe('a server whose tools have evil schemas', () => {
	it('has each of them adapted or skipped by name, and what is left is taken by every provider', async () => {
		const file = await writeEvilTools(createTemporaryFolder());
		const {servers, connect, call} = useServers([
			serverConfig('evil-schemas', {args: [serverFile('evil-schemas'), file]}),
		]);
		await connect();
		const offered = servers.tools();
		const expected = evilSchemas.filter(({name}) => !tooDeepForLists.includes(name));
		expect(offered.map(({definition}) => definition.tool).sort()).toEqual(
			expected.map(({name}) => name).sort(),
		);

		for (const dialect of ['anthropic', 'openai'] as const) {
			const schemas = createToolSchemas(dialect);
			const fates = Object.fromEntries(
				offered.map(tool => [tool.definition.tool, schemas.fit(tool).type] as const),
			);
			expect(fates).toEqual(Object.fromEntries(expected.map(evil => [evil.name, evil[dialect]])));

			const sent = offered
				.filter(tool => schemas.fit(tool).type !== 'unfit')
				.map(tool => ({name: tool.modelName, schema: schemas.schemaOf(tool)}));
			const problems =
				dialect === 'anthropic'
					? checkAnthropicRequest({
							model: 'm',
							max_tokens: 1,
							messages,
							tools: sent.map(({name, schema}) => ({name, input_schema: schema})),
						})
					: [
							...checkChatRequest({
								model: 'm',
								messages,
								tools: sent.map(({name, schema}) => ({
									type: 'function',
									function: {name, parameters: schema},
								})),
							}),
							...checkResponsesRequest({
								model: 'm',
								input: messages,
								tools: sent.map(({name, schema}) => ({
									type: 'function',
									name,
									strict: false,
									parameters: schema,
								})),
							}),
						];
			expect(problems).toEqual([]);
		}
		expect(textOf(await call('evil-schemas', 'root-any-of', {path: '/tmp'}))).toBe('{"path":"/tmp"}');
	});
});
