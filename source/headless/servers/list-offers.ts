import type {ServerConfig, ServerList, ServerStatus} from '../../domain/server.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {type CommandOutput, commandExitCodes} from '../command-output.ts';
import {connectServers} from './connect-servers.ts';
import {factsOf} from './describe-server.ts';
import {offerRows} from './offer-rows.ts';
import {findServer, type ServerRun} from './server-run.ts';
import {unusableServer} from './unusable-server.ts';

export type OfferKind = 'tools' | 'prompts' | 'resources';

type OffersOptions = {
	readonly run: ServerRun;
	readonly output: CommandOutput;
	readonly kind: OfferKind;
	/** Without any, all servers count. */
	readonly only: readonly string[];
};

type Offer = {
	readonly server: string;
	readonly name: string;
	readonly about: string;
	/** The whole definition, for scripts. */
	readonly definition: object;
};

const toolOffers = ({servers}: ServerRun): readonly Offer[] =>
	servers.tools().map(({modelName, definition: {server, tool, ...rest}}) => ({
		server,
		name: tool,
		about: rest.description,
		definition: {server, name: tool, ...rest, modelName},
	}));

const promptOffers = ({servers}: ServerRun): readonly Offer[] =>
	servers.prompts().map(({server, prompt, ...rest}) => ({
		server,
		name: [prompt, ...rest.arguments.map(({name, required}) => (required ? `${name}=` : `[${name}=]`))].join(
			' ',
		),
		about: rest.description,
		definition: {server, name: prompt, ...rest},
	}));

const resourceOffers = ({servers}: ServerRun): readonly Offer[] => [
	...servers.resources().map(resource => ({
		server: resource.server,
		name: resource.uri,
		about: resource.description === '' ? resource.name : resource.description,
		definition: resource,
	})),
	...servers.resourceTemplates().map(template => ({
		server: template.server,
		name: template.uriTemplate,
		about: template.description === '' ? template.name : template.description,
		definition: template,
	})),
];

const offersOf: Readonly<Record<OfferKind, (run: ServerRun) => readonly Offer[]>> = {
	tools: toolOffers,
	prompts: promptOffers,
	resources: resourceOffers,
};

/** Where each kind comes from. */
const listsOf: Readonly<Record<OfferKind, readonly ServerList[]>> = {
	tools: ['tools'],
	prompts: ['prompts'],
	resources: ['resources', 'templates'],
};

const printOffers = (
	offers: readonly Offer[],
	servers: readonly string[],
	/** Servers of which not everything could be read. */
	partial: ReadonlySet<string>,
	kind: OfferKind,
	output: CommandOutput,
): void => {
	for (const server of servers) {
		const own = offers.filter(offer => offer.server === server);
		if (own.length === 0 && partial.has(server)) {
			continue;
		}
		if (own.length === 0) {
			output.say(`${sanitiseLine(server)} has no ${kind}.`);
			continue;
		}
		output.print(sanitiseLine(server));
		for (const line of offerRows(own, output.columns)) {
			output.print(line);
		}
	}
};

/**
 * What the servers offer. One that does not work is named on stderr; it is a failure if it was asked for by name, or
 * if there is no other.
 */
export const listOffers = async (
	{run, output, kind, only}: OffersOptions,
	signal: AbortSignal,
): Promise<number> => {
	const wanted: ServerConfig[] = [];
	for (const name of new Set(only)) {
		const found = findServer(run, name);
		if (found.type === 'refused') {
			return output.refuse(found.failure);
		}
		wanted.push(found.config);
	}
	const configs = only.length === 0 ? run.configs.filter(({disabled}) => !disabled) : wanted;
	// The built-in one always works, which says nothing about the others.
	const added = configs.filter(({type}) => type !== 'in-memory');
	const statuses = await connectServers(run, configs, output, signal);
	const connected: string[] = [];
	const partial = new Set<string>();
	for (const {name} of configs) {
		const status: ServerStatus = statuses.get(name) ?? {type: 'idle'};
		const facts = signal.aborted ? undefined : factsOf(status);
		const failure = facts === undefined ? unusableServer(name, status, signal) : undefined;
		const unread = listsOf[kind].flatMap(list => facts?.unreadable?.[list] ?? []);
		if (failure === undefined) {
			connected.push(name);
		}
		if (unread.length > 0) {
			partial.add(name);
		}
		for (const each of failure === undefined ? unread : [failure]) {
			output.complain(each);
		}
	}
	const working = connected.filter(name => !partial.has(name));
	for (const problem of only.length === 0 ? run.refused.flatMap(({problems}) => problems) : []) {
		output.say(problem);
	}
	const offers = offersOf[kind](run).filter(({server}) => connected.includes(server));
	if (output.isJson) {
		output.printJson(offers.map(({definition}) => definition));
	} else {
		printOffers(offers, connected, partial, kind, output);
		if (added.length === 0 && only.length === 0) {
			output.say('No server is configured. Add one: mcp-tui mcp add <name> <command|url>');
		}
	}
	const isEnough =
		only.length === 0
			? added.length === 0 || added.some(({name}) => working.includes(name))
			: working.length >= configs.length;
	return isEnough ? commandExitCodes.ok : commandExitCodes.failed;
};
