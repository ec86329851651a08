import {isInstructions} from '../../../domain/server-instructions.ts';
import type {ToolDefinition, ToolRef} from '../../../domain/tool.ts';
import {foldName} from './fold-name.ts';

/** The tools of all servers by what their names look like. */
export type NameIndex = {
	/** From now on these are the tools of the server. */
	readonly put: (server: string, tools: readonly ToolDefinition[]) => void;
	/** Tools of other servers whose names look the same; those whose names are the same come last. */
	readonly lookalikes: (tool: ToolDefinition) => readonly ToolRef[];
};

/** Of names of one server that look the same: more say nothing more. */
const maxAlike = 20;

export const createNameIndex = (): NameIndex => {
	const byServer = new Map<string, readonly ToolDefinition[]>();
	const folded = new WeakMap<ToolDefinition, string>();
	/** Made when it is first needed after the tools have changed. */
	let byName: ReadonlyMap<string, readonly ToolRef[]> | undefined;

	const fold = (tool: ToolDefinition): string => {
		const known = folded.get(tool) ?? foldName(tool.tool);
		folded.set(tool, known);
		return known;
	};

	const gather = (): ReadonlyMap<string, readonly ToolRef[]> => {
		const all = new Map<string, ToolRef[]>();
		for (const tools of byServer.values()) {
			const counts = new Map<string, number>();
			for (const tool of tools) {
				const name = fold(tool);
				const count = counts.get(name) ?? 0;
				counts.set(name, count + 1);
				const alike = all.get(name);
				if (alike === undefined) all.set(name, [tool]);
				else if (count < maxAlike) alike.push(tool);
			}
		}
		return all;
	};

	return {
		put: (server, tools) => {
			byServer.set(
				server,
				tools.filter(tool => !isInstructions(tool)),
			);
			byName = undefined;
		},
		lookalikes: tool => {
			byName ??= gather();
			const others = (byName.get(fold(tool)) ?? []).filter(({server}) => server !== tool.server);
			return others.length < 2
				? others
				: [
						...others.filter(other => other.tool !== tool.tool),
						...others.filter(other => other.tool === tool.tool),
					];
		},
	};
};
