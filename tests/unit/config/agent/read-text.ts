import {type AgentRead, readAgentFile} from '../../../../source/core/config/agent/read-agent.ts';
import type {Environment} from '../../../../source/core/config/expand-variables.ts';

const absent = (path: string): Error =>
	Object.assign(new Error(`ENOENT: no such file, open '${path}'`), {code: 'ENOENT'});

/** Reads an agent file that exists only here, as /agents/agent.yaml, with other files by their full path. */
export const readAgentText = (
	text: string,
	env: Environment = {},
	files: Readonly<Record<string, string>> = {},
): Promise<AgentRead> =>
	readAgentFile('/agents/agent.yaml', {
		env,
		cwd: '/site',
		readText: async path => {
			const found = path === '/agents/agent.yaml' ? text : files[path];
			if (found === undefined) throw absent(path);
			return found;
		},
	});

/** An agent that can be used. */
export const readGood = async (
	text: string,
	env: Environment = {},
	files: Readonly<Record<string, string>> = {},
) => {
	const read = await readAgentText(text, env, files);
	if (read.type === 'refused') throw new Error(read.problems.join('\n'));
	return read;
};

/** What is wrong, without the name of the file. */
export const problemsOf = async (text: string, env: Environment = {}): Promise<readonly string[]> => {
	const read = await readAgentText(text, env);
	return read.type === 'read' ? [] : read.problems.map(line => line.replace('/agents/agent.yaml:', ''));
};

export const warningsOf = async (text: string, env: Environment = {}): Promise<readonly string[]> => {
	const read = await readAgentText(text, env);
	return read.warnings.map(line => line.replace('/agents/agent.yaml:', ''));
};
