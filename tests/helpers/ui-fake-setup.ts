import {revealSecret} from '../../source/domain/secret.ts';
import type {FoundServers, Setup} from '../../source/domain/setup.ts';

export const claudeServers: FoundServers = {
	client: 'Claude Desktop',
	file: '/home/a/claude.json',
	servers: [{name: 'files', runs: 'npx files /notes'}],
};

/** What the first run needs, with a record of what it did. */
export const createFakeSetup = (change: Partial<Setup> = {}) => {
	const done: string[] = [];
	const note = (...words: readonly string[]) => {
		done.push(words.join(' '));
		return {type: 'done', detail: `${words.join(' ')} is done.`} as const;
	};
	const setup: Setup = {
		providers: [
			{name: 'anthropic', title: 'Anthropic'},
			{name: 'openai', title: 'OpenAI'},
			{name: 'groq', title: 'Groq'},
		],
		localProviders: async () => [],
		hasKey: async () => false,
		keepKey: async (provider, key) => note('keep', provider, revealSecret(key)),
		models: async provider => ({
			type: 'listed',
			models: [`${provider}/small`, `${provider}/large`],
			preferred: `${provider}/large`,
		}),
		takeModel: async id => note('use', id),
		findServers: async () => [],
		importServers: async ({client}) => note('import', client),
		addServer: async typed => note('add', typed),
		...change,
	};
	return {setup, done};
};
