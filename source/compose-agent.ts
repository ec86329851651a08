import type {AgentDeps, AgentRead} from './core/config/agent/read-agent.ts';
import type {Config} from './core/config/read-config.ts';

/** Reads an agent file; most runs have none, and load nothing. */
export const readAgent = async (path: string, checkModel?: AgentDeps['checkModel']): Promise<AgentRead> => {
	const [{readAgentFile}, {readSmallText}] = await Promise.all([
		import('./core/config/agent/read-agent.ts'),
		import('./core/config/agent/read-small-text.ts'),
	]);
	return readAgentFile(path, {env: process.env, readText: readSmallText, checkModel});
};

/** The same, but a provider or model that is not known is a problem: with `--agent`, -m may name another. */
export const checkAgent = async (path: string, settings: Config | undefined): Promise<AgentRead> => {
	// Where the configuration may hide providers, any name may be one of them.
	if (settings === undefined || settings.hidesProviders === true) return readAgent(path);
	const {checkModel} = await import('./core/models/providers/check-model.ts');
	const {providers, refusedProviders} = settings;
	return readAgent(path, id => checkModel(id, {providers, refusedProviders, environment: process.env}));
};
