import type {McpServers} from '../domain/server-ports.ts';

/** What the servers offer to a message: what can be named in it, and how names are completed. Nothing here throws. */
export type Catalogue = Pick<
	McpServers,
	'tools' | 'prompts' | 'resources' | 'complete' | 'getPrompt' | 'readResource' | 'listSkills'
> & {
	readonly templates: McpServers['resourceTemplates'];
	/** Starts the servers that are not running, because somebody wants to know what they offer. */
	readonly connect: McpServers['connect'];
};

/** A front end without servers, or one in which nothing can be named. */
export const emptyCatalogue: Catalogue = {
	tools: () => [],
	prompts: () => [],
	resources: () => [],
	templates: () => [],
	connect: async () => undefined,
	complete: async () => ({type: 'cancelled'}),
	getPrompt: async () => ({type: 'cancelled'}),
	readResource: async () => ({type: 'cancelled'}),
	listSkills: async () => ({type: 'cancelled'}),
};
