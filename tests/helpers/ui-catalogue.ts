import type {Catalogue} from '../../source/app/catalogue.ts';
import type {
	Completion,
	Fetched,
	PromptDefinition,
	ResourceDefinition,
} from '../../source/domain/catalogue.ts';
import type {ToolContent} from '../../source/domain/tool.ts';

export const cities: PromptDefinition = {
	server: 'travel',
	prompt: 'plan-trip',
	description: 'Plans a trip',
	arguments: [
		{name: 'city', description: 'Where to', required: true},
		{name: 'mood', description: '', required: false},
	],
};

export const greet: PromptDefinition = {
	server: 'travel',
	prompt: 'greet',
	description: 'Says hello',
	arguments: [],
};

export const resourceOf = (uri: string, change: Partial<ResourceDefinition> = {}): ResourceDefinition => ({
	server: 'notes',
	uri,
	name: uri.split('/').at(-1) ?? uri,
	description: '',
	...change,
});

type Request<T> = {readonly about: string; readonly signal: AbortSignal; readonly answer: (value: T) => void};

/** A catalogue whose servers answer when a test says so. */
export const createSlowCatalogue = (offer: Partial<Catalogue>) => {
	const completions: Request<readonly string[]>[] = [];
	const reads: Request<readonly ToolContent[]>[] = [];
	const connects: Request<undefined>[] = [];
	const catalogue: Partial<Catalogue> = {
		...offer,
		connect: signal =>
			new Promise(resolve => {
				connects.push({about: '', signal, answer: () => resolve()});
			}),
		complete: (server, subject, argument, known, signal) =>
			new Promise<Fetched<Completion>>(resolve => {
				const about = JSON.stringify([server, subject, argument, known]);
				const answer = (values: readonly string[]): void =>
					resolve({type: 'fetched', value: {values, hasMore: false}, raw: {}});
				completions.push({about, signal, answer});
			}),
		readResource: (server, uri, signal) =>
			new Promise<Fetched<readonly ToolContent[]>>(resolve => {
				reads.push({
					about: `${server} ${uri}`,
					signal,
					answer: value => resolve({type: 'fetched', value, raw: {}}),
				});
			}),
	};
	return {catalogue, completions, reads, connects};
};

/** Lets what was answered arrive. */
export const arrive = async (): Promise<void> => {
	for (let step = 0; step < 5; step += 1) {
		await Promise.resolve();
	}
};
