import type {DefinitionChange, PartChange} from './definition-change.ts';
import type {Failure} from './failure.ts';
import type {PinBook} from './ports.ts';
import type {ToolDefinition} from './tool.ts';

/** Definitions of one kind beside those that were accepted. */
export type ComparedDefinitions = {
	readonly changed: readonly DefinitionChange[];
	/** Names of those that are not among the accepted ones, and of those that are gone. */
	readonly added: readonly string[];
	readonly removed: readonly string[];
};

/** A server beside what was accepted of it: its tools, and where a lock file pins them its other offers. */
export type PinnedServer = ComparedDefinitions & {
	readonly server: string;
	/** Nothing of it was accepted before. */
	readonly isNew: boolean;
	/** How it is reached, where that is another way now. */
	readonly reached: readonly PartChange[];
	readonly prompts?: ComparedDefinitions | undefined;
	readonly resourceTemplates?: ComparedDefinitions | undefined;
	/** Why it could not be compared, which says nothing about it. */
	readonly failure?: Failure;
};

/** What was accepted, for whoever looks at whole servers. Nothing here throws. */
export type ServerPins = PinBook & {
	/** Compares servers and all their tools with what is saved, and remembers nothing. */
	readonly inspect: (
		servers: readonly string[],
		tools: readonly ToolDefinition[],
		signal: AbortSignal,
	) => Promise<readonly PinnedServer[]>;
	/** From now on the server is what it is: how it is reached, and these tools and no others. */
	readonly acceptServer: (server: string, tools: readonly ToolDefinition[]) => Promise<Failure | undefined>;
};
