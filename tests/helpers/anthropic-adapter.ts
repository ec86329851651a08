import type {AdapterOptions, Provider} from '../../source/core/models/adapter.ts';
import {createSecret} from '../../source/domain/secret.ts';
import {createCounterIds} from './counter-ids.ts';

export const anthropicProvider = (rest: Partial<Provider> = {}): Provider => ({
	name: 'anthropic',
	title: 'Anthropic',
	api: 'anthropic',
	baseUrl: 'https://api.anthropic.com',
	isLocal: false,
	needsKey: true,
	keyVariable: 'ANTHROPIC_API_KEY',
	headers: {},
	idleLimit: 60_000,
	...rest,
});

/** What the adapter gets, without a network. */
export const anthropicOptions = (rest: Partial<AdapterOptions> = {}): AdapterOptions => ({
	id: 'anthropic/claude-sonnet-5-5',
	model: 'claude-sonnet-5-5',
	provider: anthropicProvider(),
	key: async () => createSecret('sk-ant-test-key'),
	fetch: async () => {
		throw new Error('there is no network here');
	},
	facts: {},
	newId: createCounterIds('call'),
	...rest,
});
