import type {
	Completion,
	CompletionSubject,
	Fetched,
	PromptDefinition,
	ResourceDefinition,
	ResourceTemplate,
} from '../domain/catalogue.ts';
import type {OfferedTool, ToolContent} from '../domain/tool.ts';

/** What the servers offer to a message: what can be named in it, and how names are completed. Nothing here throws. */
export type Catalogue = {
	readonly tools: () => readonly OfferedTool[];
	readonly prompts: () => readonly PromptDefinition[];
	readonly resources: () => readonly ResourceDefinition[];
	readonly templates: () => readonly ResourceTemplate[];
	/** Starts the servers that are not running, because somebody wants to know what they offer. */
	readonly connect: (signal: AbortSignal) => Promise<void>;
	readonly complete: (
		server: string,
		subject: CompletionSubject,
		argument: {readonly name: string; readonly value: string},
		known: Readonly<Record<string, string>>,
		signal: AbortSignal,
	) => Promise<Fetched<Completion>>;
	/** For a look before it is sent. */
	readonly readResource: (
		server: string,
		uri: string,
		signal: AbortSignal,
	) => Promise<Fetched<readonly ToolContent[]>>;
};

/** A front end without servers, or one in which nothing can be named. */
export const emptyCatalogue: Catalogue = {
	tools: () => [],
	prompts: () => [],
	resources: () => [],
	templates: () => [],
	connect: async () => undefined,
	complete: async () => ({type: 'cancelled'}),
	readResource: async () => ({type: 'cancelled'}),
};
