import type {DefinitionChange, PartChange} from './definition-change.ts';
import type {Failure} from './failure.ts';
import type {PinBook} from './ports.ts';
import type {ToolDefinition} from './tool.ts';

/** A server beside what was accepted of it. */
export type PinnedServer = {
	readonly server: string;
	/** Nothing of it was accepted before. */
	readonly isNew: boolean;
	/** How it is reached, where that is another way now. */
	readonly reached: readonly PartChange[];
	readonly changed: readonly DefinitionChange[];
	/** Names of tools that it did not have, and that it no longer has. */
	readonly added: readonly string[];
	readonly removed: readonly string[];
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
