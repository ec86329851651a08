import {isJsonObject, type JsonObject, type JsonValue} from '../../domain/json.ts';
import type {ConfigScope} from '../../domain/server-ports.ts';
import {quoteCommand} from '../../support/shell-words.ts';

export type AddLineOptions = {
	readonly scope: ConfigScope;
	readonly replace?: boolean | undefined;
};

const textsOf = (value: JsonValue | undefined): readonly string[] =>
	(Array.isArray(value) ? value : [value]).filter(item => typeof item === 'string');

const pairs = (option: string, value: JsonValue | undefined, between: string): readonly string[] =>
	isJsonObject(value)
		? Object.entries(value).flatMap(([name, item]) => [option, `${name}${between}${String(item)}`])
		: [];

const plainKeys: readonly string[] = ['type', 'command', 'args', 'env', 'url', 'headers'];

/** The line to paste that adds this entry. */
export const addLine = (name: string, entry: JsonObject, {scope, replace}: AddLineOptions): string => {
	const options = [...(scope === 'project' ? ['-s', scope] : []), ...(replace === true ? ['--replace'] : [])];
	const {type, command, args, env, url, headers} = entry;
	if (!Object.keys(entry).every(key => plainKeys.includes(key))) {
		return quoteCommand(['mcp-tui', 'mcp', 'add-json', ...options, name, JSON.stringify(entry)]);
	}
	const start = ['mcp-tui', 'mcp', 'add', ...options, ...(type === 'sse' ? ['-t', type] : []), name];
	return quoteCommand(
		command === undefined
			? [...start, ...textsOf(url), ...pairs('-H', headers, ': ')]
			: [...start, ...pairs('-e', env, '='), '--', ...textsOf(command), ...textsOf(args)],
	);
};
