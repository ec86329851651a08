// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this

import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {readAgentFile} from '../../../../source/core/config/agent/read-agent.ts';
import {readSmallText} from '../../../../source/core/config/agent/read-small-text.ts';
import {createTemporaryFolder} from '../../../helpers/temporary-folder.ts';
import {problemsOf, readGood, warningsOf} from './read-text.ts';

describe('what an agent file says about the agent', () => {
	it('is the assistant, and its tools are all that it uses', async () => {
		const text = `
name: research-agent
description: Finds things
model:
  provider: azure_openai
  name: gpt-4o
  temperature: 0.3
  max_tokens: 2000
instructions:
  inline: |
    You are careful.
    You cite.
tools:
  - type: mcp
    name: files
    description: Reads the reports
    server: "@modelcontextprotocol/server-filesystem"
`;
		expect(await readGood(text)).toEqual({
			type: 'read',
			assistant: {
				name: 'research-agent',
				description: 'Finds things',
				instructions: 'You are careful.\nYou cite.\n',
				model: 'azure_openai/gpt-4o',
				temperature: 0.3,
				maxTokens: 2000,
				servers: ['files'],
				excludeTools: [],
				trustedTools: [],
				source: '/agents/agent.yaml',
			},
			servers: [expect.objectContaining({name: 'files', description: 'Reads the reports'})],
			warnings: [],
		});
	});

	it('is called after its file when it has no name, and uses no server when it names none', async () => {
		const {assistant} = await readGood('model: ollama/llama3\n');
		expect(assistant).toMatchObject({name: 'agent', model: 'ollama/llama3', servers: []});
	});

	it('may write a provider alone, and variables in the model', async () => {
		expect((await readGood('model: {provider: ollama}')).assistant.model).toBe('ollama');
		const {assistant} = await readGood('model: {provider: openai, name: "${MODEL}"}', {MODEL: 'gpt-5'});
		expect(assistant.model).toBe('openai/gpt-5');
	});

	it('reads instructions from a file beside it, and as a plain text', async () => {
		const files = {'/agents/prompts/who.md': 'Be brief.'};
		const {assistant} = await readGood('instructions: {file: prompts/who.md}', {}, files);
		expect(assistant.instructions).toBe('Be brief.');
		expect((await readGood('instructions: Be kind.')).assistant.instructions).toBe('Be kind.');
	});

	it('leaves references inside instructions alone', async () => {
		const {assistant} = await readGood('instructions: Never print ${HOME}.', {HOME: '/home/mira'});
		expect(assistant.instructions).toBe('Never print ${HOME}.');
	});

	it('is read from JSON, with tabs, a byte order mark and a trailing comma', async () => {
		const text =
			'\ufeff{\n\t"name": "a",\n\t"tools": [\n\t\t{"type": "mcp", "name": "b", "command": "c",},\n\t]\n}\n';
		const {assistant, servers} = await readGood(text);
		expect(assistant.name).toBe('a');
		expect(servers).toMatchObject([{name: 'b', command: 'c'}]);
	});

	it('can ask for more caution, and never for less', async () => {
		expect((await readGood('tool_approval: always-ask')).assistant.toolApproval).toBe('always-ask');
		const read = await readGood('toolApproval: auto\ntrusted_tools: ["*"]\napprovals: []\nproviders: {}\n');
		expect(read.assistant).toMatchObject({trustedTools: []});
		expect(read.assistant).not.toHaveProperty('toolApproval');
		expect(read.warnings.map(line => line.replace('/agents/agent.yaml:', ''))).toEqual([
			'1:1  toolApproval: an agent can ask only for always-ask; your own setting counts. Use --approval auto if you want it',
			'2:1  trusted_tools: an agent cannot trust its own tools; it is left out. Trust them in your own configuration',
			'3:1  approvals: counts only in your own configuration; it is left out',
			'4:1  providers: counts only in your own configuration; it is left out',
		]);
	});

	it('can make calls ask after untrusted content, and never stop that', async () => {
		const asking = await readGood('ask_on_untrusted_content: true');
		expect([asking.assistant.askOnUntrustedContent, asking.warnings]).toEqual([true, []]);
		const laxer = await readGood('askOnUntrustedContent: false');
		expect(laxer.assistant.askOnUntrustedContent).toBeUndefined();
		expect(laxer.warnings).toEqual([
			'/agents/agent.yaml:1:1  askOnUntrustedContent: an agent can only set it to true; your own setting counts',
		]);
	});

	it('cannot say where its model is reached, nor with which key', async () => {
		const text = 'model:\n  provider: openai\n  name: x\n  endpoint: https://evil.example\n  api_key: k\n';
		const read = await readGood(text);
		expect(JSON.stringify(read.assistant)).not.toContain('evil');
		expect(read.warnings.map(line => line.replace('/agents/agent.yaml:', ''))).toEqual([
			'4:3  model.endpoint: counts only in your own configuration, under providers; it is left out',
			'5:3  model.api_key: counts only in your own configuration, under providers; it is left out',
		]);
	});

	it('needs no variable of a setting of the model that is left out', async () => {
		const text =
			'model:\n  provider: openai\n  name: x\n  endpoint: "${NOPE}"\n  api_key: "${NOPE}"\n  top_p: "${NOPE}"\n';
		expect((await readGood(text)).assistant.model).toBe('openai/x');
		expect(await problemsOf('model: {provider: openai, name: "${NOPE}", api_key: "${NOPE}"}')).toEqual([
			'1:33  model.name: the variable NOPE is not set. Set it, or write ${NOPE:-default}',
		]);
	});

	it('tells of what it does not use, and goes on', async () => {
		const text = 'test_cases: [{1: a, 1: b}]\nevaluations: {model: x}\nembedding_provider: y\nx-mine: 1\n';
		expect(await warningsOf(text)).toEqual([
			'1:1  test_cases: is not used here',
			'2:1  evaluations: is not used here',
			'3:1  embedding_provider: is not used here',
		]);
		expect(await problemsOf(text)).toEqual([]);
	});

	it('is refused for misspelt keys, each with its place and the nearest name, wherever they stand', async () => {
		const text = [
			'modle: ollama/llama3',
			'model: {provider: ollama, temprature: 1}',
			'instructions: {inline: Be kind., fil: a}',
			'tools:',
			'  - {type: mcp, name: a, command: b, agrs: [c]}',
			'  - {type: mcp, name: b, command: "${NOPE}", disabled: true, comand: c}',
			'  - {type: mcp, name: c, url: "https://example.com", auth: {type: bearer, token: t, tokn: u}}',
		].join('\n');
		expect(await problemsOf(text)).toEqual([
			'1:1  modle: unknown key; did you mean model?',
			'2:27  model.temprature: unknown key; did you mean temperature?',
			'3:34  instructions.fil: unknown key; did you mean file?',
			'5:38  tools[0].agrs: unknown key; did you mean args?',
			'6:62  tools[1].comand: unknown key; did you mean command?',
			'7:85  tools[2].auth.tokn: unknown key; did you mean token?',
		]);
	});

	it('is refused for a model that is not known, at its provider or its name', async () => {
		const checkModel = (id: string) =>
			id === 'opnai/gpt'
				? ({part: 'provider', message: 'no such provider'} as const)
				: id === 'openai/gtp'
					? ({part: 'name', message: 'no such model'} as const)
					: undefined;
		const read = (text: string) => readAgentFile('a.yaml', {env: {}, readText: async () => text, checkModel});
		expect(await read('model: {provider: opnai, name: gpt}')).toMatchObject({
			problems: ['a.yaml:1:19  model.provider: no such provider'],
		});
		expect(await read('model: {provider: openai, name: gtp}')).toMatchObject({
			problems: ['a.yaml:1:33  model.name: no such model'],
		});
		expect(await read('model: opnai/gpt')).toMatchObject({problems: ['a.yaml:1:8  model: no such provider']});
		expect(await read('model: {provider: openai, name: gpt}')).toMatchObject({type: 'read'});
	});

	it('names tools of other types in a warning, skips them and does not judge them', async () => {
		const text =
			'tools:\n  - {type: vectorstore, name: docs, source: {1: a, [b]: c}, args: 1}\n  - {type: function}\n  - {type: mcp, name: a, command: b}\n';
		const read = await readGood(text);
		expect(read.servers.map(({name}) => name)).toEqual(['a']);
		expect(read.warnings.map(line => line.replace('/agents/agent.yaml:', ''))).toEqual([
			'2:6  tools[0].type: the tool "docs" is of type vectorstore; only tools of type mcp are used',
			'3:6  tools[1].type: this tool is of type function; only tools of type mcp are used',
		]);
	});

	it('says that there is no such file, or why it cannot be read', async () => {
		const folder = createTemporaryFolder();
		const file = join(folder, 'none.yaml');
		expect(await readAgentFile(file, {env: {}, readText: readSmallText})).toEqual({
			type: 'refused',
			problems: [`There is no file ${file}. Create it, or correct the path.`],
			warnings: [],
		});
		expect(await readAgentFile(folder, {env: {}, readText: readSmallText})).toMatchObject({
			problems: [expect.stringContaining(`Cannot read ${folder}: it is not an ordinary file`)],
		});
	});

	it('may disable a tool that lacks something on this machine', async () => {
		const text = 'tools: [{type: mcp, name: a, command: "${NONE}", disabled: true}]';
		expect(await problemsOf(text)).toEqual([]);
		expect(await warningsOf(text)).toEqual([
			'1:30  tools[0].command: tool "a": the variable NONE is not set. Set it, or write ${NONE:-default}',
		]);
	});
});
