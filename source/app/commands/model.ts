import type {ModelOffer, Models, ProviderOffer} from '../../domain/model-ports.ts';
import {alignColumns} from '../../support/align-columns.ts';
import {suggestion} from '../../support/nearest.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {failureText} from '../failure-text.ts';
import {groupDigits} from '../group-digits.ts';
import type {Command, CommandHost} from './command.ts';

const shownModels = 20;
const howToChange = '/model provider/name changes it.';
const noProvider =
	'No provider can be used yet. Set ANTHROPIC_API_KEY or OPENAI_API_KEY, or start a local server such as Ollama.';

const providerOf = (id: string): string => id.split('/', 1)[0] ?? '';

const mark = (isCurrent: boolean): string => (isCurrent ? '›' : ' ');

const providerRow = (
	{name, title, baseUrl, isLocal, keySource}: ProviderOffer,
	current: string,
): readonly [string, string] => [
	sanitiseLine(`${mark(name === current)} ${name}`),
	sanitiseLine(
		[
			title,
			...(isLocal ? [`on this machine, ${baseUrl}`] : []),
			...(keySource === undefined ? [] : [`key from ${keySource}`]),
		].join(' · '),
	),
];

const modelRow = ({id, title, contextTokens}: ModelOffer, current: string): readonly [string, string] => [
	sanitiseLine(`${mark(id === current)} ${id}`),
	sanitiseLine(
		[
			...(title === undefined ? [] : [title]),
			...(contextTokens === undefined ? [] : [`${groupDigits(contextTokens)} tokens`]),
		].join(' · '),
	),
];

/** The models of a provider whose name has the text in it, as lines; undefined when it was interrupted. */
const modelLines = async (
	provider: {readonly name: string; readonly title: string},
	filter: string,
	current: string,
	models: Models,
	signal: AbortSignal,
): Promise<readonly string[] | undefined> => {
	const list = await models.list(provider.name, signal);
	if (signal.aborted) {
		return undefined;
	}
	if (list.type === 'failed') {
		return [failureText(list.failure)];
	}
	const wanted = filter.toLowerCase();
	const found = list.models.filter(
		({id, title = ''}) => id.toLowerCase().includes(wanted) || title.toLowerCase().includes(wanted),
	);
	if (found.length === 0) {
		const ids = list.models.map(({id}) => id);
		return [
			filter === ''
				? `${provider.title} lists no models.`
				: `No model of ${provider.title} has "${filter}" in its name${suggestion(`${provider.name}/${filter}`, ids) || '.'}`,
		].map(sanitiseLine);
	}
	const more = found.length - shownModels;
	return [
		sanitiseLine(`models of ${provider.title}:`),
		...alignColumns(found.slice(0, shownModels).map(offer => modelRow(offer, current))),
		...(more > 0 ? [`  and ${more} more; /model ${provider.name} <part of a name> finds them`] : []),
	];
};

const changeTo = async (id: string, host: CommandHost, signal: AbortSignal): Promise<void> => {
	const change = await host.changeModel(id, signal);
	switch (change.type) {
		case 'changed': {
			const ids = host.listed(providerOf(id)).map(offer => offer.id);
			const isOdd = ids.length > 0 && !ids.includes(id);
			const doubt = isOdd ? ` Its provider did not list it${suggestion(id, ids) || '.'}` : '';
			host.say(
				sanitiseLine(`The model is ${host.getState().model} from the next message on.${doubt}`),
				isOdd ? 'warning' : 'info',
			);
			return;
		}
		case 'same':
			host.say(`The model is ${sanitiseLine(host.getState().model)} already.`);
			return;
		case 'refused':
			host.say(failureText(change.failure), 'warning');
			return;
		case 'aborted':
			return;
	}
};

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
	const providers = await models.providers(signal);
	if (signal.aborted) {
		return;
	}
	const find = (name: string) => providers.find(provider => provider.name === name);
	const [first = '', ...rest] = argument.split(/\s+/);
	const named = find(first);
	const provider = named ?? find(providerOf(current));
	const overview = [
		`model: ${sanitiseLine(current)}`,
		'',
		...(providers.length === 0
			? [noProvider]
			: alignColumns(providers.map(offer => providerRow(offer, providerOf(current))))),
	];
	if (provider === undefined) {
		const text =
			argument === '' ? [] : ['', `No provider that can be used is called "${sanitiseLine(argument)}".`];
		host.say([...overview, ...text, '', howToChange].join('\n'), argument === '' ? 'info' : 'warning');
		return;
	}
	const filter = named === undefined ? argument : rest.join(' ');
	const lines = await modelLines(provider, filter, current, models, signal);
	if (lines !== undefined) {
		host.say([...(argument === '' ? [...overview, ''] : []), ...lines, '', howToChange].join('\n'));
	}
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
