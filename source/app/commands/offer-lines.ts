import {alignColumns} from '../../support/align-columns.ts';
import {groupDigits} from '../../support/group-digits.ts';
import {suggestion} from '../../support/nearest.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {Command, CommandHost} from './command.ts';

/** Something that a message may name. */
type Offer = {readonly name: string; readonly about: string};

type OfferList = {
	/** In the plural. */
	readonly what: string;
	readonly list: (host: CommandHost) => readonly Offer[];
	/** How they are used, as a sentence. */
	readonly usage: string;
};

const shownOffers = 60;
const longestAbout = 70;

const shorten = (text: string): string => {
	const characters = [...text];
	return characters.length <= longestAbout ? text : `${characters.slice(0, longestAbout - 1).join('')}…`;
};

const has = ({name, about}: Offer, text: string): boolean =>
	`${name} ${about}`.toLowerCase().includes(text.toLowerCase());

/** Lists what servers offer to a message. Whoever asks wants to know, so the servers are started for it. */
export const createOfferList =
	({what, list, usage}: OfferList): Command['run'] =>
	async (argument, host, signal) => {
		await host.catalogue.connect(signal);
		if (signal.aborted) {
			return;
		}
		const all = list(host);
		if (all.length === 0) {
			host.say(`No server offers ${what}. /mcp shows the servers.`);
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
				'',
				usage,
			].join('\n'),
		);
	};
