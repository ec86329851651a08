import {failureText} from '../failure-text.ts';
import type {Command, CommandHost} from './command.ts';
import {createOfferList, type Offer} from './offer-lines.ts';

const skillsOf = async (
	server: string,
	{catalogue, say}: CommandHost,
	signal: AbortSignal,
): Promise<readonly Offer[] | undefined> => {
	const listed = await catalogue.listSkills(server, signal);
	if (listed.type === 'failed') {
		say(failureText(listed.failure), 'warning');
	}
	if (listed.type !== 'fetched') {
		return undefined;
	}
	const {skills: offered, note} = listed.value;
	if (note !== undefined) {
		say(`${server}: ${note}`, 'warning');
	}
	return offered.map(({uri, name, description}) => ({
		name: `@${server}:${uri}`,
		about: `${name} · ${description}`,
	}));
};

export const skills: Command = {
	name: 'skills',
	aliases: [],
	argument: '[text]',
	summary: 'the skills that servers offer, all or those with a text in them',
	run: createOfferList({
		what: 'skills',
		from: [],
		async list(host, signal) {
			const ready = [...host.getState().servers].flatMap(([name, {type}]) =>
				type === 'ready' || type === 'ready-but-list-failed' ? [name] : [],
			);
			const lists = await Promise.all(ready.map(name => skillsOf(name, host, signal)));
			const found = lists.flatMap(list => list ?? []);
			return found.length === 0 && lists.includes(undefined) ? undefined : found;
		},
		usage: 'Put one into a message to send its instructions along.',
	}),
};
