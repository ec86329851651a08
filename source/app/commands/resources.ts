import type {Command} from './command.ts';
import {createOfferList} from './offer-lines.ts';

export const resources: Command = {
	name: 'resources',
	aliases: [],
	argument: '[text]',
	summary: 'the resources that servers offer, all or those with a text in them',
	run: createOfferList({
		what: 'resources',
		from: ['resources', 'templates'],
		list: ({catalogue}) => [
			...catalogue.resources().map(({server, uri, name, title, description, mimeType}) => ({
				name: `@${server}:${uri}`,
				about: [title ?? name, ...(mimeType === undefined ? [] : [mimeType]), description]
					.filter(part => part !== '')
					.join(' · '),
			})),
			...catalogue.templates().map(({server, uriTemplate, name, title, description}) => ({
				name: `@${server}:${uriTemplate}`,
				about: [title ?? name, description].filter(part => part !== '').join(' · '),
			})),
		],
		usage: 'Put one into a message to send it along; what is in {braces} is yours to fill in.',
	}),
};
