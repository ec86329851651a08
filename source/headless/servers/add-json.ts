import type {Failure} from '../../domain/failure.ts';
import type {JsonObject} from '../../domain/json.ts';
import type {SnippetServer, UnderstandSnippet} from '../../domain/server-import.ts';

export type SnippetRead =
	| {readonly type: 'entry'; readonly entry: JsonObject}
	| {readonly type: 'refused'; readonly failure: Failure};

const choose = (name: string, servers: readonly SnippetServer[]): SnippetRead => {
	const [first, ...others] = servers;
	const wanted = servers.find(server => server.name === name) ?? (others.length === 0 ? first : undefined);
	if (wanted !== undefined) {
		return {type: 'entry', entry: wanted.entry};
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

/** The entry for one server out of what people paste: the one of this name, or the only one. */
export const readSnippet = async (
	name: string,
	text: string,
	understand: UnderstandSnippet,
): Promise<SnippetRead> => {
	const understood = await understand(text);
	return understood.type === 'refused' ? understood : choose(name, understood.servers);
};
