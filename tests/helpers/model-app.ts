import {onTestFinished} from 'vitest';
import type {AppDeps} from '../../source/app/app-deps.ts';
import type {WireProtocol} from '../../source/core/models/adapter.ts';
import {createModels} from '../../source/core/models/open-model.ts';
import type {Model} from '../../source/domain/model.ts';
import type {ToolServers} from '../../source/domain/ports.ts';
import type {ProviderSettings} from '../../source/domain/provider-settings.ts';
import {type AppHarness, createAppHarness} from './app-harness.ts';
import {createCounterIds} from './counter-ids.ts';
import {createFakeServers, type FakeServers, offerTool} from './fake-servers.ts';
import {createFakeKeychain} from './provider-sources.ts';

export const protocols: readonly WireProtocol[] = ['anthropic', 'responses', 'chat'];

/** The key that must never be seen anywhere. */
export const canaryKey = 'sk-canary-8f3b1c9d7e5a4f20';

export const modelIds: Readonly<Record<WireProtocol, string>> = {
	anthropic: 'anthropic/claude-sonnet-4-5',
	responses: 'openai/gpt-5.4',
	chat: 'openai/gpt-5.4',
};

/** The model as the program opens it, with its provider at a place on this machine. */
export const openModelAt = async (
	protocol: WireProtocol,
	url: string,
	settings: ProviderSettings = {},
): Promise<Model> => {
	const name = protocol === 'anthropic' ? 'anthropic' : 'openai';
	const api = protocol === 'chat' ? {api: protocol} : {};
	const models = createModels({
		providers: new Map([[name, {...api, ...settings}]]),
		environment: {
			ANTHROPIC_BASE_URL: url,
			ANTHROPIC_API_KEY: canaryKey,
			OPENAI_BASE_URL: `${url}/v1`,
			OPENAI_API_KEY: canaryKey,
		},
		credentials: createFakeKeychain(),
		newId: createCounterIds('made'),
		now: () => 0,
		sleep: async () => undefined,
		readTextFile: async () => '',
	});
	onTestFinished(models.close);
	const opened = await models.open(modelIds[protocol], new AbortController().signal);
	if (opened.type === 'refused') throw new Error(opened.failure.message);
	return opened.model;
};

export type ModelApp = AppHarness & {
	/** Sends a message and waits until nothing runs any more. */
	readonly say: (text: string) => ReturnType<AppHarness['app']['settled']>;
};

/** What the tools of these tests are called for a model. */
export const readTool = 'files__read';
export const writeTool = 'files__write';

export const createFileServers = (onCall?: ToolServers['call']): FakeServers =>
	createFakeServers({
		tools: [offerTool('files', 'read'), offerTool('files', 'write')],
		...(onCall === undefined ? {} : {onCall}),
	});

type ModelAppOptions = Partial<Omit<AppDeps, 'model'>>;

/** The whole app and a real adapter; only the tools and the clock are made up. */
export const createModelApp = (
	model: Model,
	{servers = createFileServers(), ...rest}: ModelAppOptions = {},
): ModelApp => {
	const harness = createAppHarness({
		model: {...model, requests: []},
		servers: {calls: [], isClosed: () => false, ...servers},
		approvalMode: 'auto',
		...rest,
	});
	return {
		...harness,
		say(text) {
			harness.app.send(text);
			return harness.app.settled();
		},
	};
};
