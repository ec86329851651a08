import type {Completes, OptionName} from './option-table.ts';

/** A word that a command takes. Only the last may be optional or stand for any number of words. */
export type WordSpec = {
	readonly name: string;
	readonly choices?: readonly string[];
	/** What a shell offers for it. */
	readonly completes?: Completes;
	readonly isOptional?: boolean;
	readonly isList?: boolean;
};

export type CommandSpec = {
	/** As it is typed: `mcp add`. The chat has no name. */
	readonly name: string;
	readonly summary: string;
	readonly words: readonly WordSpec[];
	readonly options: readonly OptionName[];
	/** Its last words belong to another program: options that are not ours are left to it. */
	readonly passesOptionsOn?: boolean;
	/** It does nothing by itself; its name is the beginning of others. */
	readonly isGroup?: boolean;
	/** Not for people: neither help nor a shell offers it. */
	readonly isHidden?: boolean;
};

export const always = ['help', 'version'] as const satisfies readonly OptionName[];

/** What every command takes that touches servers. */
export const withServers = [
	'json',
	'mcp-config',
	'strict-mcp-config',
	'trust-project',
	...always,
] as const satisfies readonly OptionName[];

/** The name of a server of the configuration. */
export const serverName: WordSpec = {name: 'name', completes: 'servers'};

export const serverWord: WordSpec = {name: 'server', completes: 'servers'};
