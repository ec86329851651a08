import type {ServerStatus} from './server.ts';
import type {OfferedTool, ToolDefinition, ToolRef} from './tool.ts';

/** As much of what a server says about itself as a model is told. */
export const maxInstructions = 4000;

/** What they are called where otherwise the name of a tool stands. */
export const instructionsTitle = '(instructions)';

/** A text up to a limit, which says when there was more. */
export const cutInstructions = (text: string, limit: number): string =>
	// Not in the middle of a character.
	text.length <= limit ? text : `${text.slice(0, limit).replace(/[\ud800-\udbff]$/, '')} […]`;

const known = new WeakMap<ServerStatus, ToolDefinition>();

/**
 * What a server says about itself, as if it were the definition of a tool: it reaches the model as those do, and so it is
 * compared, accepted and asked about like them. It has no name, which no tool is without. Undefined where it is not known.
 */
export const describeInstructions = (server: string, status: ServerStatus): ToolDefinition | undefined => {
	if (status.type !== 'ready' && status.type !== 'ready-but-list-failed') return undefined;
	const before = known.get(status);
	if (before?.server === server) return before;
	const description = cutInstructions((status.instructions ?? '').trim(), maxInstructions);
	const described: ToolDefinition = {server, tool: '', description, inputSchema: {}, annotations: {}};
	known.set(status, described);
	return described;
};

/** What each server says about itself, in the form in which it is compared with what the user accepted. */
export const serverInstructions = (statuses: ReadonlyMap<string, ServerStatus>): readonly ToolDefinition[] =>
	[...statuses]
		.map(([name, status]) => describeInstructions(name, status))
		.filter(described => described !== undefined);

/** Everything of servers that is pinned: instructions and tools together, since a server without either is another one. */
export const pinnedDefinitions = (servers: {
	readonly statuses: () => ReadonlyMap<string, ServerStatus>;
	readonly tools: () => readonly OfferedTool[];
}): readonly ToolDefinition[] => [
	...serverInstructions(servers.statuses()),
	...servers.tools().map(({definition}) => definition),
];

export const isInstructions = ({tool}: ToolRef): boolean => tool === '';

/** What a definition is called before the user. */
export const shownName = (definition: ToolRef): string =>
	isInstructions(definition) ? instructionsTitle : definition.tool;
