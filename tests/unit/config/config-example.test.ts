import {readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {configKeys, readConfig} from '../../../source/core/config/read-config.ts';
import type {JsonObject} from '../../../source/domain/json.ts';
import type {ToolAnnotations} from '../../../source/domain/tool.ts';
import {decideOn, tool} from '../approvals/policy-harness.ts';

const example = readFileSync(new URL('../../../config.example.json', import.meta.url), 'utf8');
const secrets = {ISSUES_TOKEN: 'a', ROBOT_SECRET: 'b'};

describe('config.example.json', () => {
	it('is read without a single complaint', () => {
		const config = readConfig(
			'config.example.json',
			example,
			{HOME: '/home/mira', ...secrets},
			{secrets: ({name}) => name},
		);
		expect(config.problems).toEqual([]);
		expect([config.refusedServers, config.refusedProviders, config.refusedAssistants]).toEqual([[], [], []]);
		expect(config.model).toBe('anthropic/claude-sonnet-5-5');
		expect([...config.providers.keys()]).toEqual(['anthropic', 'openai', 'ollama', 'work']);
		expect(config.servers.map(({name, type}) => [name, type])).toEqual([
			['everything', 'stdio'],
			['files', 'stdio'],
			['issues', 'http'],
			['tickets', 'http'],
			['calendar', 'http'],
			['robot', 'http'],
			['live', 'ws'],
		]);
		expect(config.approvals).toMatchObject({
			toolApproval: 'trusted-only',
			trustedServers: ['files'],
			reviewResults: ['issues__*'],
		});
		expect(config.approvals.rules.map(({decision}) => decision)).toEqual(['allow', 'deny', 'ask', 'ask']);
		expect(config.approvals.rules[0]?.args).toEqual({path: {under: '/home/mira/notes'}});
		expect(config.assistants.map(({name}) => name)).toEqual(['reviewer']);
		expect(config.secretStore).toBe('keychain');
	});

	it('keeps the promises that it makes about approvals', () => {
		const config = readConfig('config.example.json', example, {HOME: '/home/mira', ...secrets});
		const {approvals} = config;
		const decide = (
			server: string,
			name: string,
			args: JsonObject = {},
			mode = approvals.toolApproval ?? 'always-ask',
			annotations: ToolAnnotations = {},
		) =>
			decideOn({tool: tool(server, name, annotations), args, mode}, approvals, {
				places: () => ({home: '/home/mira', cwd: '/home/mira/work'}),
			}).decision;
		// trustedTools
		expect(decide('everything', 'echo')).toBe('allow');
		expect(decide('files', 'read_text_file', {path: '/home/mira/a.md'})).toBe('allow');
		expect(decide('everything', 'get-env')).toBe('ask');
		// under
		expect(decide('files', 'write_file', {path: '/home/mira/notes/a.md'}, 'always-ask')).toBe('allow');
		expect(decide('files', 'write_file', {path: '/home/mira/work/a.md'})).toBe('ask');
		// deny wins, in every mode and over what is trusted
		expect(decide('files', 'read_text_file', {path: '/home/mira/.ssh/id_rsa'})).toBe('deny');
		expect(decide('everything', 'echo', {path: '/home/mira/.ssh/id_rsa'}, 'auto')).toBe('deny');
		// ask holds in auto
		expect(decide('issues', 'set', {state: 'closed'}, 'auto')).toBe('ask');
		expect(decide('issues', 'set', {state: 'open'}, 'auto')).toBe('allow');
		expect(decide('calendar', 'remove', {}, 'auto', {destructiveHint: true})).toBe('ask');
		expect(decide('live', 'anything', {}, 'auto')).toBe('allow');
	});

	it('has no rule about a tool that its server is kept from offering', () => {
		const {approvals, servers} = readConfig('config.example.json', example, {HOME: '/home/mira', ...secrets});
		for (const {server, tool: name} of approvals.rules) {
			const {includeTools, excludeTools = []} = servers.find(each => each.name === server) ?? {};
			if (name !== undefined && !name.includes('*')) {
				expect([...(includeTools ?? [name])]).toContain(name);
				expect(excludeTools).not.toContain(name);
			}
		}
	});

	it('may be copied as it is: nobody is told or asked about servers that are not used', () => {
		const {problems, neededInputs} = readConfig('config.example.json', example, {HOME: '/home/mira'});
		expect({problems, neededInputs}).toEqual({problems: [], neededInputs: []});
	});

	it('shows everything that the configuration knows', () => {
		const others = ['version', 'servers', 'mcp'];
		for (const key of configKeys.filter(name => !others.includes(name))) {
			expect(example).toContain(`"${key}":`);
		}
	});
});
