import type {AdapterOptions, Provider} from '../../source/core/models/adapter.ts';
import type {AnswerReader, ReaderDeps} from '../../source/core/models/openai/answer-reader.ts';
import type {ModelEvent, ModelRequest, ModelTrouble, Usage} from '../../source/domain/model.ts';
import {createSecret} from '../../source/domain/secret.ts';
import type {OfferedTool} from '../../source/domain/tool.ts';
import {createCounterIds} from './counter-ids.ts';

export const openAiProvider = (rest: Partial<Provider> = {}): Provider => ({
	name: 'openai',
	title: 'OpenAI',
	api: 'responses',
	baseUrl: 'https://api.openai.com/v1',
	isLocal: false,
	needsKey: true,
	keyVariable: 'OPENAI_API_KEY',
	headers: {},
	idleLimit: 60_000,
	...rest,
});

/** A server on this machine that speaks Chat Completions and wants no key. */
export const localProvider = (rest: Partial<Provider> = {}): Provider => ({
	name: 'ollama',
	title: 'Ollama',
	api: 'chat',
	baseUrl: 'http://127.0.0.1:11434/v1',
	isLocal: true,
	needsKey: false,
	headers: {},
	idleLimit: 60_000,
	...rest,
});

/** What an adapter gets, without a network. */
export const openAiOptions = (rest: Partial<AdapterOptions> = {}): AdapterOptions => ({
	id: 'openai/gpt-5.4',
	model: 'gpt-5.4',
	provider: openAiProvider(),
	key: async () => createSecret('sk-test-key-1234567890'),
	fetch: async () => {
		throw new Error('there is no network here');
	},
	facts: {},
	newId: createCounterIds('call'),
	...rest,
});

export const offeredTool = (
	modelName: string,
	properties: Readonly<Record<string, object>> = {},
): OfferedTool => ({
	modelName,
	definition: {
		server: 'test',
		tool: modelName,
		description: `What ${modelName} does.`,
		inputSchema: JSON.parse(JSON.stringify({type: 'object', properties})),
		annotations: {},
	},
});

export const userSays = (text: string, rest: Partial<ModelRequest> = {}): ModelRequest => ({
	messages: [{role: 'user', text}],
	tools: [],
	...rest,
});

const trouble = (kind: ModelTrouble['kind'], message: string): ModelTrouble => ({
	kind,
	failure: {code: kind, message},
});

/** Troubles as the readers report them, to be told apart in a test. */
export const readerDeps = (tools: readonly string[] = []): ReaderDeps => ({
	newId: createCounterIds('made'),
	provider: 'ollama',
	tools,
	cut: () => trouble('cut', 'cut'),
	describe: error =>
		error instanceof SyntaxError
			? trouble('garbled', 'garbled')
			: trouble('provider-error', JSON.stringify(error)),
	priced: (usage: Usage) => usage,
});

/** Everything that a reader makes of these messages, with `[DONE]` after them or not. */
export const readAll = (
	reader: AnswerReader,
	messages: readonly object[],
	isAnnounced = true,
): readonly ModelEvent[] => {
	const events: ModelEvent[] = [];
	for (const message of messages) {
		events.push(...reader.read(JSON.parse(JSON.stringify(message))));
		if (events.some(({type}) => type === 'failed' || type === 'finished')) return events;
	}
	return [...events, ...reader.end(isAnnounced)];
};

export const textOf = (events: readonly ModelEvent[], type: 'text' | 'thinking' = 'text'): string =>
	events.map(event => (event.type === type ? event.text : '')).join('');

export const callsOf = (events: readonly ModelEvent[]) =>
	events.flatMap(event => (event.type === 'tool-call' ? [event] : []));

export const lastOf = (events: readonly ModelEvent[]): ModelEvent => {
	const last = events.at(-1);
	if (last === undefined) throw new Error('There are no events.');
	return last;
};

/** A picture of one pixel. */
export const pixel =
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
