import {unlessAborted} from '../../core/mcp/connection/unless-aborted.ts';
import type {ServerList} from '../../domain/server.ts';
import type {AppState} from '../../state/app-state.ts';
import {alignColumns} from '../../support/align-columns.ts';
import {listSome} from '../../support/count-of.ts';
import {groupDigits} from '../../support/group-digits.ts';
import {limitedSignal} from '../../support/limited-signal.ts';
import {suggestion} from '../../support/nearest.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {Command, CommandHost} from './command.ts';

/** Something that a message may name. */
export type Offer = {readonly name: string; readonly about: string};

type OfferList = {
	/** In the plural. */
	readonly what: string;
	/** The lists of a server that they come from. */
	readonly from: readonly ServerList[];
	/** Undefined where it has said itself why there are none. */
	readonly list: (
		host: CommandHost,
		signal: AbortSignal,
	) => readonly Offer[] | Promise<readonly Offer[] | undefined>;
	/** How they are used, as a sentence. */
	readonly usage: string;
};

const shownOffers = 60;
const longestAbout = 70;
/** Milliseconds after which the list does without servers that are still starting. */
const longestStart = 5000;

const shorten = (text: string): string => {
	const characters = [...text];
	return characters.length <= longestAbout ? text : `${characters.slice(0, longestAbout - 1).join('')}…`;
};

const has = ({name, about}: Offer, text: string): boolean =>
	`${name} ${about}`.toLowerCase().includes(text.toLowerCase());

/** Why what servers have in these lists may be missing. */
const missingLines = (servers: AppState['servers'], from: readonly ServerList[]): readonly string[] => {
	const unread = [...servers.values()].flatMap(status =>
		from.flatMap(list => {
			const failure = 'unreadable' in status ? status.unreadable?.[list] : undefined;
			return failure === undefined ? [] : [`! ${sanitiseLine(failure.message)}`];
		}),
	);
	const starting = [...servers].flatMap(([name, {type}]) =>
		type === 'connecting' || type === 'reconnecting' ? [sanitiseLine(name)] : [],
	);
	return starting.length === 0 ? unread : [...unread, `… still starting: ${listSome(starting, 10)}`];
};

/** Why there is nothing to list: servers have none, or could not say. */
export const noOfferLines = (
	{what, from}: Pick<OfferList, 'what' | 'from'>,
	servers: AppState['servers'],
	whereToLook: string,
): readonly string[] => {
	const missing = missingLines(servers, from);
	return missing.length === 0
		? [`No server offers ${what}.`, whereToLook]
		: [`No ${what} could be read yet.`, ...missing, whereToLook];
};

/** Lists what servers offer to a message. Whoever asks wants to know, so the servers are started for it. */
export const createOfferList =
	({what, from, list, usage}: OfferList): Command['run'] =>
	async (argument, host, signal) => {
		await unlessAborted(host.catalogue.connect(signal), limitedSignal(signal, longestStart));
		if (signal.aborted) {
			return;
		}
		const all = await list(host, signal);
		if (signal.aborted || all === undefined) {
			return;
		}
		const {servers} = host.getState();
		if (all.length === 0) {
			host.say(noOfferLines({what, from}, servers, '/mcp shows the servers.').join('\n'));
			return;
		}
		const found = argument === '' ? all : all.filter(offer => has(offer, argument));
		if (found.length === 0) {
			const near = suggestion(
				argument,
				all.map(({name}) => name),
			);
			host.say(sanitiseLine(`None of the ${what} has "${argument}" in it${near || '.'}`), 'warning');
			return;
		}
		const more = found.length - shownOffers;
		host.say(
			[
				...alignColumns(
					found
						.slice(0, shownOffers)
						.map(({name, about}) => [sanitiseLine(name), shorten(sanitiseLine(about))] as const),
				),
				...(more > 0 ? [`and ${groupDigits(more)} more; a text after the command narrows them`] : []),
				...missingLines(servers, from),
				'',
				usage,
			].join('\n'),
		);
	};
