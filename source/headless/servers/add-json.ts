import type {Failure} from '../../domain/failure.ts';
import {isJsonObject, type JsonObject} from '../../domain/json.ts';

export type SnippetRead =
	| {readonly type: 'entry'; readonly entry: JsonObject}
	| {readonly type: 'refused'; readonly failure: Failure};

const refuse = (message: string, hint: string): SnippetRead => ({
	type: 'refused',
	failure: {code: 'bad-input', message, hint},
});

/** How other clients call the object that holds the servers. */
const wrappers = ['mcpServers', 'servers', 'mcp'];

const reaches = (entry: JsonObject): boolean => 'command' in entry || 'url' in entry || 'server' in entry;

const parse = async (text: string): Promise<unknown> => {
	const {parse: parseJson} = await import('jsonc-parser');
	const errors: {readonly offset: number}[] = [];
	const value: unknown = parseJson(text.replace(/^\ufeff/, ''), errors as never[], {
		allowTrailingComma: true,
	});
	return errors.length === 0 ? value : undefined;
};

/**
 * The entry for one server out of what people paste: the entry itself, an object of entries by name, or that object
 * as other clients wrap it.
 */
export const readSnippet = async (name: string, text: string): Promise<SnippetRead> => {
	const value = await parse(text);
	if (!isJsonObject(value)) {
		return refuse(
			'The server is not given as a JSON object.',
			`For example: mcp-tui mcp add-json ${name} '{"command": "npx", "args": ["-y", "some-server"]}'`,
		);
	}
	if (reaches(value)) {
		return {type: 'entry', entry: value};
	}
	const wrapper = wrappers.find(key => isJsonObject(value[key]));
	const inner = wrapper === undefined ? value : value[wrapper];
	const entries = isJsonObject(inner)
		? Object.entries(inner).filter((pair): pair is [string, JsonObject] => isJsonObject(pair[1]))
		: [];
	const wanted = entries.find(([key]) => key === name) ?? (entries.length === 1 ? entries[0] : undefined);
	if (wanted !== undefined && (wrapper !== undefined || reaches(wanted[1]))) {
		return {type: 'entry', entry: wanted[1]};
	}
	return entries.length > 0 && wrapper !== undefined
		? refuse(
				`The JSON holds ${entries.map(([key]) => key).join(', ')}, and none is called "${name}".`,
				'Give one of these names.',
			)
		: refuse('The JSON has neither "command" nor "url".', 'It must say how the server is reached.');
};
