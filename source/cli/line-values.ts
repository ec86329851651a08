import type {CommandLine} from '../command-line/parse-command-line.ts';
import type {ConfigScope} from '../domain/server-ports.ts';

/** The value of an option that has one. */
export const first = ({values}: CommandLine, name: string): string | undefined => values.get(name)?.[0];

export const all = ({values}: CommandLine, name: string): readonly string[] => values.get(name) ?? [];

export const scopeOf = (line: CommandLine): ConfigScope | undefined => {
	const scope = first(line, 'scope');
	return scope === 'user' || scope === 'project' ? scope : undefined;
};
