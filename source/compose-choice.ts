import {assistantsOf, type Loaded, serversOf, unusedServers} from './compose-load.ts';
import type {Assistant} from './domain/assistant.ts';
import {unusableFailure} from './domain/assistant-admin.ts';
import type {SessionEvent} from './domain/event.ts';
import type {Failure} from './domain/failure.ts';
import {suggestion} from './support/nearest.ts';

type Wishes = {
	/** The name of an assistant on the command line. */
	readonly assistant: string | undefined;
	readonly onlyServers: readonly string[];
	/** The name of the built-in server. */
	readonly toolbox: string;
};

export type Choice =
	| {
			readonly type: 'chosen';
			readonly assistant?: Assistant;
			/** The command line names it. */
			readonly isGiven: boolean;
			/** That the assistant of the session is no longer there, as a sentence. */
			readonly loss?: string;
	  }
	| {readonly type: 'refused'; readonly failure: Failure};

const isGone = (name: string, why: string): string =>
	`The assistant "${name}" of this session ${why}: what it was told and what it was kept from does not count. Tool calls ask first.`;

const unknown = (what: string, name: string, known: readonly string[]): Choice => ({
	type: 'refused',
	failure: {
		code: 'bad-input',
		message: `There is no ${what} "${name}"${suggestion(name, known) || '.'}`,
		hint:
			known.length === 0
				? `No ${what} is configured.`
				: `There ${known.length === 1 ? 'is' : 'are'} ${known.join(', ')}.`,
	},
});

/** The assistant that the command line names, or the one of the session that goes on. */
export const chooseAssistant = (
	loaded: Loaded,
	{assistant: given, onlyServers, toolbox}: Wishes,
	past: readonly SessionEvent[],
): Choice => {
	const servers = [...[...serversOf(loaded), ...unusedServers(loaded)].map(({name}) => name), toolbox];
	const stranger = onlyServers.find(name => !servers.includes(name));
	if (stranger !== undefined) {
		return unknown('server', stranger, servers);
	}
	if (loaded.agent !== undefined) {
		return {type: 'chosen', assistant: loaded.agent.assistant, isGiven: true};
	}
	const known = assistantsOf(loaded);
	const findUnusable = (name: string | undefined) =>
		loaded.config.refusedAssistants.find(each => each.name === name);
	const last = past.findLast(event => event.type === 'assistant-changed')?.assistant;
	const assistant = known.find(({name}) => name === (given ?? last));
	if (given !== undefined && assistant === undefined) {
		const unusable = findUnusable(given);
		if (unusable !== undefined) {
			return {type: 'refused', failure: unusableFailure(unusable)};
		}
		return unknown(
			'assistant',
			given,
			known.map(({name}) => name),
		);
	}
	return {
		type: 'chosen',
		isGiven: given !== undefined,
		...(assistant === undefined ? {} : {assistant}),
		...(last !== undefined && given === undefined && assistant === undefined
			? {
					loss: isGone(
						last,
						findUnusable(last) === undefined ? 'is not configured any more' : 'cannot be used',
					),
				}
			: {}),
	};
};
