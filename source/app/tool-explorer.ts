import type {Assistant} from '../domain/assistant.ts';
import type {DefinitionChange} from '../domain/definition-change.ts';
import type {PinBook, Policy, ToolServers} from '../domain/ports.ts';
import type {OfferedTool, ToolDefinition} from '../domain/tool.ts';
import type {KnownNames} from '../support/tool-rule.ts';
import {isToolOf} from './assistant-tools.ts';
import {createTryTool, type TryTool, type TryToolDeps} from './try-tool.ts';

type ExplorerDeps = TryToolDeps & {
	readonly servers: Pick<ToolServers, 'tools'>;
	readonly pins?: Pick<PinBook, 'changeOf' | 'alarmsOf' | 'flagsOf'>;
	readonly policy: Pick<Policy, 'decide' | 'isReadOnly' | 'isBelieved'>;
	readonly assistant: () => Assistant | undefined;
	readonly known?: (() => KnownNames) | undefined;
};

/** What is worth knowing about a tool besides what its server says. */
export type ToolStanding = {
	/** The assistant in use does not work with it. */
	readonly isOff: boolean;
	/** How it differs from what the user has accepted. */
	readonly change?: DefinitionChange;
	/** What is worth knowing about it, a sentence each. */
	readonly flags: readonly string[];
	/** One of these is a reason to look at every call. */
	readonly isSuspicious: boolean;
};

/** Every tool there is, those included that are kept from the model, for the user to look at and to try. */
export type ToolExplorer = TryTool & {
	readonly tools: () => readonly OfferedTool[];
	readonly standingOf: (tool: ToolDefinition) => ToolStanding;
	/** Whether what a server says about its own tools counts. */
	readonly isBelieved: (server: string) => boolean;
};

export const createToolExplorer = (deps: ExplorerDeps): ToolExplorer => {
	const {servers, pins, assistant} = deps;
	return {
		...createTryTool(deps),
		tools: servers.tools,
		isBelieved: deps.policy.isBelieved,
		standingOf(tool) {
			const inUse = assistant();
			const change = pins?.changeOf(tool);
			return {
				isOff: inUse !== undefined && !isToolOf(inUse, tool, deps.known),
				...(change === undefined ? {} : {change}),
				flags: pins?.flagsOf(tool) ?? [],
				isSuspicious: (pins?.alarmsOf(tool) ?? []).length > 0,
			};
		},
	};
};
