import type {AgentRead} from './core/config/agent/read-agent.ts';

/** Reads an agent file; most runs have none, and load nothing. */
export const readAgent = async (path: string): Promise<AgentRead> => {
	const [{readAgentFile}, {readSmallText}] = await Promise.all([
		import('./core/config/agent/read-agent.ts'),
		import('./core/config/agent/read-small-text.ts'),
	]);
	return readAgentFile(path, {env: process.env, readText: readSmallText});
};
