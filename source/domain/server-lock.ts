import type {PromptDefinition, ResourceTemplate} from './catalogue.ts';
import type {Failure} from './failure.ts';
import type {PinnedServer} from './pinned-server.ts';
import type {ServerConfig} from './server.ts';
import type {ToolDefinition} from './tool.ts';

/** What a server is and offers now. */
export type ServerOffer = {
	readonly config: ServerConfig;
	/** Its instructions are among them. */
	readonly tools: readonly ToolDefinition[];
	readonly prompts: readonly PromptDefinition[];
	readonly resourceTemplates: readonly ResourceTemplate[];
};

/** A file beside the code that says what servers have to be. */
export type ServerLock = {
	/** As the user has named it. */
	readonly path: string;
	/** The servers that it names. */
	readonly names: readonly string[];
	readonly compare: (offer: ServerOffer) => Promise<PinnedServer>;
	/** From now on these servers have to be what they are now; of the others only `kept` stay in the file. */
	readonly write: (
		offers: readonly ServerOffer[],
		kept: readonly string[],
		signal: AbortSignal,
	) => Promise<Failure | undefined>;
};

export type ServerLockRead = {
	/** Names nothing where there is no file, or none that can be used. */
	readonly lock: ServerLock;
	readonly isMissing: boolean;
	/** Why nothing of the file is used. */
	readonly damage?: Failure | undefined;
};
