import {readFile} from 'node:fs/promises';
import {openDemoCassette} from './compose-replay.ts';
import type {Config} from './core/config/read-config.ts';
import {redactModel} from './core/credentials/redacted-model.ts';
import {createModels, type OpenModels} from './core/models/open-model.ts';
import type {KeyStore} from './core/models/providers/provider-key.ts';
import {type ProviderPreset, providerPresets} from './core/models/providers/provider-table.ts';
import {visibleModel} from './core/models/visible-model.ts';
import type {SessionEvent} from './domain/event.ts';
import type {Failure} from './domain/failure.ts';
import type {OpenedModel} from './domain/model-ports.ts';
import type {NewId} from './domain/ports.ts';
import type {ThinkingEffort} from './domain/provider-settings.ts';
import {tourId} from './domain/tour.ts';
import {redactor} from './program-redactor.ts';
import {sleep} from './support/sleep.ts';

export type ModelSource = {
	/** On the command line. */
	readonly given: string | undefined;
	/** Of the assistant that the command line names. */
	readonly wished?: string | undefined;
	/** The events of a session that goes on. */
	readonly past: readonly SessionEvent[];
	readonly settings: Config;
	readonly environment: Readonly<Record<string, string | undefined>>;
};

/** The one that was chosen last: a turn that began before may still have gone on with another. */
const modelOfSession = (past: readonly SessionEvent[]): string | undefined =>
	past.findLast(
		event =>
			event.type === 'session-started' || event.type === 'session-resumed' || event.type === 'model-changed',
	)?.model;

/** The variable of its key that is set. */
const setKeyVariable = (
	{keyVariables}: ProviderPreset,
	environment: ModelSource['environment'],
): string | undefined => keyVariables.find(name => (environment[name] ?? '').trim() !== '');

/** The first provider whose key is in the environment, and whose name alone stands for a model. */
const providerWithKey = ({
	settings,
	environment,
}: Pick<ModelSource, 'settings' | 'environment'>): string | undefined =>
	providerPresets.find(
		preset =>
			setKeyVariable(preset, environment) !== undefined &&
			(preset.defaultModel ?? settings.providers.get(preset.name)?.model) !== undefined,
	)?.name;

/** Which model to talk to; undefined when nobody says, and no key tells. */
export const chooseModel = (source: ModelSource): string | undefined =>
	source.given ??
	source.wished ??
	modelOfSession(source.past) ??
	source.settings.model ??
	providerWithKey(source);

const noModelFailure: Failure = {
	code: 'no-model',
	message: 'No model is set up.',
	hint: 'Name one with --model, for example anthropic/claude-sonnet-5-5 or ollama/qwen3. Its key: mcp-tui keys set anthropic, or ANTHROPIC_API_KEY.',
};

/** A model of the past may be gone; the session goes on with any other. */
export const refusedModel = (failure: Failure, source: ModelSource): Failure => {
	const isOfSession =
		source.given === undefined && source.wished === undefined && modelOfSession(source.past) !== undefined;
	const hint = [failure.hint, 'It is the model of this session: -m chooses another.'];
	return isOfSession ? {...failure, hint: hint.filter(part => part !== undefined).join(' ')} : failure;
};

const tourAlone: Failure = {
	code: 'tour-only',
	message: 'The tour reads no configuration.',
	hint: 'Start mcp-tui to use other models.',
};

/** Where the configuration is not known a key could go to another place than the user wrote there. */
const modelObstacle = ({hidesProviders, problems}: Config, isDemo: boolean): Failure | undefined => {
	if (isDemo) {
		return tourAlone;
	}
	return hidesProviders === true
		? {
				code: 'bad-config',
				message: problems[0] ?? 'Your configuration cannot be read.',
				hint: 'Correct it first: it may say where your models are, and with which key.',
			}
		: undefined;
};

const composeModels = (
	settings: Config,
	obstacle: Failure | undefined,
	credentials: KeyStore,
	newId: NewId,
	effort: () => ThinkingEffort | undefined,
): OpenModels =>
	createModels({
		...(obstacle === undefined ? {} : {obstacle}),
		providers: settings.providers,
		refusedProviders: settings.refusedProviders,
		environment: process.env,
		effort,
		credentials,
		newId,
		now: Date.now,
		sleep,
		readTextFile: path => readFile(path, 'utf8'),
		openCassette: openDemoCassette,
	});

/** The models of the configuration as it is now. Those of an earlier one stay open, because one may be in use. */
export const composeLiveModels = (
	current: () => Config,
	isDemo: boolean,
	credentials: KeyStore,
	newId: NewId,
): OpenModels => {
	const all = new Map<Config['providers'], OpenModels>();
	let effort: ThinkingEffort | undefined;
	const now = (): OpenModels => {
		const config = current();
		const known = all.get(config.providers);
		const models =
			known ?? composeModels(config, modelObstacle(config, isDemo), credentials, newId, () => effort);
		all.set(config.providers, models);
		return models;
	};
	return {
		get obstacle() {
			return now().obstacle;
		},
		open: async (...given) => {
			const opened = await now().open(...given);
			return opened.type === 'opened'
				? {...opened, model: redactModel(visibleModel(opened.model), redactor)}
				: opened;
		},
		effort: {
			of: provider => effort ?? current().providers.get(provider)?.thinking,
			choose(chosen) {
				const before = effort;
				effort = chosen;
				return before;
			},
		},
		providers: signal => now().providers(signal),
		localProviders: signal => now().localProviders(signal),
		known: () => now().known(),
		checkKey: (...given) => now().checkKey(...given),
		list: (...given) => now().list(...given),
		close: async () => {
			await Promise.all([...all.values()].map(models => models.close()));
		},
	};
};

/** Opens the model to begin with: the one that somebody means, else the tour where there is a person to take it. */
export const openFirstModel = async (
	models: OpenModels,
	source: ModelSource,
	isAttended: boolean,
): Promise<
	| {readonly type: 'opened'; readonly opened: OpenedModel & {type: 'opened'}; readonly isChosen: boolean}
	| {readonly type: 'refused'; readonly failure: Failure}
> => {
	const chosen = chooseModel(source);
	if (chosen === undefined && !isAttended) {
		return {type: 'refused', failure: noModelFailure};
	}
	const opened = await models.open(chosen ?? tourId, new AbortController().signal);
	if (opened.type === 'opened') {
		return {type: 'opened', opened, isChosen: chosen !== undefined};
	}
	const {failure} = opened;
	return {type: 'refused', failure: models.obstacle === undefined ? refusedModel(failure, source) : failure};
};
