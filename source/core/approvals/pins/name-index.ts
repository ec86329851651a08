import type {ToolDefinition, ToolRef} from '../../../domain/tool.ts';
import {foldName} from './fold-name.ts';

/** The tools of all servers by what their names look like. */
export type NameIndex = {
	/** From now on these are the tools of the server. */
	readonly put: (server: string, tools: readonly ToolDefinition[]) => void;
	/** Tools of other servers whose names look the same. */
	readonly lookalikes: (ref: ToolRef) => readonly ToolRef[];
};

const shownAtMost = 3;

export const createNameIndex = (): NameIndex => {
	const byServer = new Map<string, ReadonlyMap<string, string>>();
	const folded = new WeakMap<ToolDefinition, string>();

	const fold = (tool: ToolDefinition): string => {
		const known = folded.get(tool) ?? foldName(tool.tool);
		folded.set(tool, known);
		return known;
	};

	return {
		put: (server, tools) => {
			byServer.set(server, new Map(tools.map(tool => [fold(tool), tool.tool])));
		},
		lookalikes: ref => {
			const name = foldName(ref.tool);
			const found: ToolRef[] = [];
			for (const [server, names] of byServer) {
				const tool = server === ref.server ? undefined : names.get(name);
				if (tool !== undefined && found.length < shownAtMost) found.push({server, tool});
			}
			return found;
		},
	};
};
