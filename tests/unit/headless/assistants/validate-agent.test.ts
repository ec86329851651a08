import {describe, expect, it} from 'vitest';
import {type ReadAgent, validateAgent} from '../../../../source/headless/assistants/validate-agent.ts';
import {createRecorder, httpServer, stdioServer} from '../servers/fake-run.ts';

const good: ReadAgent = {
	type: 'read',
	assistant: {
		name: 'research',
		description: 'Finds things',
		instructions: 'Be careful.\nCite.\n',
		model: 'azure_openai/gpt-4o',
		temperature: 0.2,
		servers: ['files', 'web'],
		excludeTools: [],
		toolApproval: 'always-ask',
		trustedTools: [],
		source: 'a.yaml',
	},
	servers: [
		stdioServer('files', {
			command: 'npx',
			args: ['-y', 'pkg'],
			env: {KEY: 's3cret'},
			includeTools: ['read_*'],
		}),
		httpServer('web', {headers: {Authorization: 'Bearer s3cret'}, disabled: true}),
	],
	warnings: ['a.yaml:9:1  evaluations: is not used here'],
};

const bad: ReadAgent = {
	type: 'refused',
	problems: ['a.yaml:1:7  name: expected a string', 'a.yaml:3:5  tools[0]: needs a name'],
	warnings: ['a.yaml:9:1  evaluations: is not used here'],
};

const validate = async (read: ReadAgent, isJson = false) => {
	const recorder = createRecorder(isJson);
	const code = await validateAgent({file: 'a.yaml', readAgent: async () => read, output: recorder.output});
	return {...recorder, code};
};

describe('agent validate', () => {
	it('says what the agent would use, and how each server is started', async () => {
		const {code, out, err} = await validate(good);
		expect(code).toBe(0);
		expect(out()).toBe(
			[
				'research',
				'  description   Finds things',
				'  model         azure_openai/gpt-4o',
				'  temperature   0.2',
				'  approval      always-ask',
				'  instructions  2 lines, 18 characters',
				'  servers       2',
				'    files  stdio  npx -y pkg  (only read_*)',
				'    web    http  https://a.example/mcp  (disabled)',
				'warning: a.yaml:9:1  evaluations: is not used here',
				'',
			].join('\n'),
		);
		expect(err()).toBe('The agent a.yaml can be used: mcp-tui --agent a.yaml\n');
	});

	it('prints it for scripts, without secrets', async () => {
		const {code, out} = await validate(good, true);
		expect(code).toBe(0);
		expect(out()).not.toContain('s3cret');
		expect(JSON.parse(out())).toMatchObject({
			ok: true,
			file: 'a.yaml',
			name: 'research',
			model: 'azure_openai/gpt-4o',
			instructions: {characters: 18},
			servers: [
				{name: 'files', transport: 'stdio', target: 'npx -y pkg', settings: {includeTools: ['read_*']}},
				{name: 'web', transport: 'http', disabled: true},
			],
			warnings: ['a.yaml:9:1  evaluations: is not used here'],
		});
	});

	it('prints every problem with its place, and exits with 42', async () => {
		const {code, out, err} = await validate(bad);
		expect(code).toBe(42);
		expect(out()).toBe(
			[
				'a.yaml:1:7  name: expected a string',
				'a.yaml:3:5  tools[0]: needs a name',
				'warning: a.yaml:9:1  evaluations: is not used here',
				'',
			].join('\n'),
		);
		expect(err()).toBe(
			'The agent a.yaml cannot be used: 2 problems.\nCorrect the places above. Nothing was started.\n',
		);
	});

	it('prints the problems for scripts', async () => {
		const {code, out} = await validate(bad, true);
		expect(code).toBe(42);
		expect(JSON.parse(out())).toMatchObject({
			ok: false,
			file: 'a.yaml',
			error: {code: 'bad-agent'},
			problems: bad.type === 'refused' ? bad.problems : [],
		});
	});
});
