import type {Models, ProviderOffer} from '../../domain/model-ports.ts';
import {suggestion} from '../../support/nearest.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {failureText} from '../failure-text.ts';
import type {Command, CommandHost} from './command.ts';
import {modelLines, onlyMatch, providerLines, type ShownModels} from './model-lines.ts';

type ProviderName = Pick<ProviderOffer, 'name' | 'title'>;

const shownModels = 20;
/** Of each provider, where several are shown. */
const fewModels = 5;
const howToChange = '/model provider/name changes it.';
const noProvider =
	'No provider can be used yet. Set ANTHROPIC_API_KEY or OPENAI_API_KEY, or start a local server such as Ollama.';

const providerOf = (id: string): string => id.split('/', 1)[0] ?? '';

/** What may be wrong with a model that is in use now. */
const doubtOf = (id: string, host: CommandHost): string => {
	const ids = host.listed(providerOf(id)).map(offer => offer.id);
	return ids.length > 0 && !ids.includes(id)
		? ` Its provider did not list it${suggestion(id, ids) || '.'}`
		: '';
};

const changeTo = async (id: string, host: CommandHost, signal: AbortSignal): Promise<void> => {
	const change = await host.changeModel(id, signal);
	const {model: current} = host.getState();
	switch (change.type) {
		case 'changed': {
			const doubt = doubtOf(current, host);
			const changed = sanitiseLine(`The model is ${current} from the next message on.${doubt}`);
			if (change.doubt !== undefined) {
				host.say(`${changed}\n${failureText(change.doubt)}`, 'warning');
				return;
			}
			host.say(changed, doubt === '' ? 'info' : 'warning');
			return;
		}
		case 'same':
			host.say(`The model is ${sanitiseLine(current)} already.`);
			return;
		case 'refused': {
			// There is such a model, so it has to be said that it is not the one in use.
			const still = change.failure.code === 'no-key' ? `\nThe model is still ${sanitiseLine(current)}.` : '';
			host.say(`${failureText(change.failure)}${still}`, 'warning');
			return;
		}
		case 'aborted':
			return;
	}
};

const askAll = (providers: readonly ProviderName[], models: Models, signal: AbortSignal) =>
	Promise.all(providers.map(async ({name, title}) => ({name, title, list: await models.list(name, signal)})));

type Search = ShownModels & {
	readonly providers: readonly ProviderName[];
	/** Comes before the lists. */
	readonly head: readonly string[];
	/** Comes after them. */
	readonly foot: string;
};

/** Changes to the one model that the filter can only mean, or shows what there is. */
const search = async (
	{providers, head, foot, ...shown}: Search,
	models: Models,
	host: CommandHost,
	signal: AbortSignal,
): Promise<void> => {
	const asked = await askAll(providers, models, signal);
	if (signal.aborted) {
		return;
	}
	const only = shown.filter === '' ? undefined : onlyMatch(asked, shown.filter);
	if (only !== undefined) {
		await changeTo(only.id, host, signal);
		return;
	}
	const lists = asked.flatMap(provider => [...modelLines(provider, shown), '']);
	const isInVain = head.length === 0 && asked.every(({list}) => list.type === 'failed');
	host.say([...head, ...lists, foot].join('\n'), isInVain ? 'warning' : 'info');
};

const findMore = (name: string): string => `/model ${name} <part of a name> finds them`;

/** Says which models there are: those of the provider in use, or of the one that the argument begins with. */
const listModels = async (
	argument: string,
	models: Models,
	host: CommandHost,
	signal: AbortSignal,
): Promise<void> => {
	const {model: current} = host.getState();
	if (models.obstacle !== undefined) {
		host.say(`model: ${sanitiseLine(current)}\n\n${failureText(models.obstacle)}`);
		return;
	}
	const [first = '', ...rest] = argument.split(/\s+/);
	const named = models.known().find(({name}) => name.toLowerCase() === first.toLowerCase());
	const usual = {current, most: shownModels, howToSeeMore: findMore, foot: howToChange};
	if (named !== undefined) {
		await search({...usual, providers: [named], filter: rest.join(' '), head: []}, models, host, signal);
		return;
	}
	const usable = await models.providers(signal);
	if (signal.aborted) {
		return;
	}
	const inUse = usable.find(({name}) => name === providerOf(current));
	const locals = usable.filter(({isLocal}) => isLocal);
	if (argument !== '' && inUse === undefined && locals.length === 0) {
		// Says what was probably meant.
		await changeTo(argument, host, signal);
		return;
	}
	const overview = [
		`model: ${sanitiseLine(current)}`,
		'',
		...(usable.length === 0 ? [noProvider] : providerLines(usable, providerOf(current))),
		'',
	];
	const head = argument === '' ? overview : [];
	if (inUse !== undefined) {
		await search({...usual, providers: [inUse], filter: argument, head}, models, host, signal);
		return;
	}
	const example = locals[0] ?? usable[0];
	const few = {
		current,
		most: fewModels,
		howToSeeMore: (name: string) => `/model ${name} lists them`,
		foot:
			example === undefined ? howToChange : `/model ${example.name} lists all of its models; ${howToChange}`,
	};
	await search({...few, providers: locals, filter: argument, head}, models, host, signal);
};

export const model: Command = {
	name: 'model',
	aliases: [],
	argument: '[provider/name]',
	summary: 'show the models there are, or change the model',
	run(argument, host, signal) {
		if (argument.includes('/') && !/\s/.test(argument)) {
			return changeTo(argument, host, signal);
		}
		const {models} = host;
		if (models === undefined) {
			host.say(`model: ${sanitiseLine(host.getState().model)}\n\nIt cannot be changed here.`);
			return undefined;
		}
		return listModels(argument, models, host, signal);
	},
};
