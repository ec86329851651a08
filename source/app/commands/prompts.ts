import type {Command} from './command.ts';
import {createOfferList} from './offer-lines.ts';

export const prompts: Command = {
	name: 'prompts',
	aliases: [],
	argument: '[text]',
	summary: 'the prompts that servers offer, all or those with a text in them',
	run: createOfferList({
		what: 'prompts',
		from: ['prompts'],
		list: ({catalogue}) =>
			catalogue.prompts().map(({server, prompt, description, arguments: args}) => ({
				name: [
					`/${server}:${prompt}`,
					...args.map(({name, required}) => (required ? `${name}=` : `[${name}=]`)),
				].join(' '),
				about: description,
			})),
		usage: 'Type one with its arguments, as in /server:prompt name=value other="two words".',
	}),
};
