import type {Failure} from '../../domain/failure.ts';
import type {JsonObject} from '../../domain/json.ts';
import type {SnippetServer, UnderstandSnippet} from '../../domain/server-import.ts';
import {describeSetting} from '../../domain/server-setting.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {type PutOptions, putEntries, putEntry} from './put-entry.ts';

export type SnippetRead =
	| {
			readonly type: 'entry';
			readonly entry: JsonObject;
			/** What a link hid from whoever pasted it, a line each. */
			readonly shows?: readonly string[];
	  }
	| {readonly type: 'refused'; readonly failure: Failure};

const linesOf = ({runs, settings}: NonNullable<SnippetServer['unseen']>): readonly string[] => [
	`The link stands for: ${sanitiseLine(runs)}`,
	...settings.map(
		setting => `  ${setting.warning === undefined ? ' ' : '!'} ${sanitiseLine(describeSetting(setting))}`,
	),
];

const choose = (name: string, servers: readonly SnippetServer[]): SnippetRead => {
	const [first, ...others] = servers;
	const wanted = servers.find(server => server.name === name) ?? (others.length === 0 ? first : undefined);
	if (wanted !== undefined) {
		const {entry, unseen} = wanted;
		return {type: 'entry', entry, ...(unseen === undefined ? {} : {shows: linesOf(unseen)})};
	}
	const names = servers.flatMap(server => server.name ?? []);
	return {
		type: 'refused',
		failure: {
			code: 'bad-input',
			message: `The text holds ${names.join(', ')}, and none is called "${name}".`,
			hint: 'Give one of these names.',
		},
	};
};

const unnamed: Failure = {
	code: 'bad-input',
	message: 'The text does not say what the server is called.',
	hint: "Give the name first: mcp-tui mcp add-json <name> '{...}'",
};

/** The entry for one server out of what people paste: the one of this name, or the only one. */
export const readSnippet = async (
	name: string,
	text: string,
	understand: UnderstandSnippet,
): Promise<SnippetRead> => {
	const understood = await understand(text);
	return understood.type === 'refused' ? understood : choose(name, understood.servers);
};

type AddOptions = {
	/** What was pasted. */
	readonly text: string;
	/** The one server that is wanted, and what it is to be called; without it all of them, as they are called. */
	readonly name?: string;
	readonly understand: UnderstandSnippet;
};

/** Adds what people paste to the configuration. */
export const addSnippet = async (
	{text, name, understand}: AddOptions,
	options: PutOptions,
	signal: AbortSignal,
): Promise<number> => {
	const {output} = options;
	const showAll = (lines: readonly string[]): void => {
		for (const line of lines) {
			output.say(line);
		}
	};
	if (name !== undefined) {
		const read = await readSnippet(name, text, understand);
		if (read.type === 'refused') {
			return output.refuse(read.failure);
		}
		showAll(read.shows ?? []);
		return putEntry({name, entry: read.entry}, options, signal);
	}
	const understood = await understand(text);
	if (understood.type === 'refused') {
		return output.refuse(understood.failure);
	}
	const servers = understood.servers.flatMap(server =>
		server.name === undefined ? [] : [{...server, name: server.name}],
	);
	if (servers.length < understood.servers.length) {
		return output.refuse(unnamed);
	}
	showAll(servers.flatMap(({unseen}) => (unseen === undefined ? [] : linesOf(unseen))));
	return putEntries(servers, options, signal);
};
