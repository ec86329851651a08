import {canonicalKey} from './read-object.ts';

/** Where clients keep their servers: most of them, VS Code, opencode. */
export const serverSections: readonly string[] = ['mcpServers', 'servers', 'mcp'];

/** Those that a file has, as it spells them; of two spellings of one the first counts. */
export const sectionsOf = (top: object): readonly string[] => {
	const keys = Object.keys(top);
	return serverSections.flatMap(section =>
		keys.filter(key => canonicalKey(key, serverSections, {}) === section).slice(0, 1),
	);
};
