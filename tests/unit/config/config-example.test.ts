import {readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {configKeys, readConfig} from '../../../source/core/config/read-config.ts';

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
