import type {OfferedTool, ToolDefinition, ToolRef} from '../../../domain/tool.ts';
import {hashedName, joinedName, maxNameLength, plainName} from '../../../support/tool-rule.ts';

const identity = ({server, tool}: ToolRef): string => JSON.stringify([server, tool]);

/** The name says exactly what the pair is: nothing was replaced, and nothing has to be cut. */
const isFaithful = (ref: ToolRef): boolean =>
	plainName(ref) === joinedName(ref) && plainName(ref).length <= maxNameLength;

type Group = readonly [ToolDefinition, ...ToolDefinition[]];

/** Who of those with the same plain name may keep it: the only one, or the only one whose name it really is. */
const keeperOf = (group: Group): ToolDefinition | undefined => {
	if (group.length === 1) return plainName(group[0]).length <= maxNameLength ? group[0] : undefined;
	const faithful = group.filter(isFaithful);
	return faithful.length === 1 ? faithful[0] : undefined;
};

const groupByPlainName = (definitions: Iterable<ToolDefinition>): ReadonlyMap<string, Group> => {
	const groups = new Map<string, Group>();
	for (const definition of definitions) {
		const name = plainName(definition);
		const group = groups.get(name);
		groups.set(name, group === undefined ? [definition] : [...group, definition]);
	}
	return groups;
};

const byIdentity = (a: string, b: string): number => (a < b ? -1 : 1);

/**
 * Gives every tool the name under which a model may call it. The names depend on which tools there are and not
 * on their order, so that a server that lists its tools differently renames nothing.
 */
export const offerTools = (definitions: readonly ToolDefinition[]): readonly OfferedTool[] => {
	const unique = new Map<string, ToolDefinition>();
	for (const definition of definitions) {
		const key = identity(definition);
		if (!unique.has(key)) unique.set(key, definition);
	}
	const names = new Map<string, string>();
	const taken = new Set<string>();
	const assign = (definition: ToolDefinition, name: string) => {
		names.set(identity(definition), name);
		taken.add(name);
	};
	for (const [name, group] of groupByPlainName(unique.values())) {
		const keeper = keeperOf(group);
		if (keeper !== undefined) assign(keeper, name);
	}
	const unnamed = [...unique.entries()].filter(([key]) => !names.has(key));
	for (const [, definition] of unnamed.sort(([a], [b]) => byIdentity(a, b))) {
		let attempt = 0;
		while (taken.has(hashedName(definition, attempt))) attempt += 1;
		assign(definition, hashedName(definition, attempt));
	}
	return [...unique.entries()].map(([key, definition]) => ({
		modelName: names.get(key) ?? hashedName(definition),
		definition,
	}));
};
