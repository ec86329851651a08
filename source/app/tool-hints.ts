import {findToolHints} from '../domain/mention.ts';
import type {ToolGate, ToolServers} from '../domain/ports.ts';
import type {ToolRef} from '../domain/tool.ts';

type HintDeps = {
	readonly servers: Pick<ToolServers, 'tools'>;
	readonly gate: Pick<ToolGate, 'whyWithheld'>;
};

/** What a turn is told about the tools that the user names. */
export type ToolHints = {readonly firstNote?: string; readonly hinted?: readonly ToolRef[]};

/** Finds the tools that a message names as `#server.tool`. */
export const findHints = (text: string, {servers, gate}: HintDeps): ToolHints => {
	if (!/#\S/.test(text)) {
		return {};
	}
	const tools = findToolHints(text, servers.tools()).filter(
		({definition}) => gate.whyWithheld(definition) === undefined,
	);
	if (tools.length === 0) {
		return {};
	}
	const meanings = tools.map(
		({modelName, definition: {server, tool}}) => `#${server}.${tool} means the tool ${modelName}`,
	);
	return {
		firstNote: `${meanings.join(', ')}. The user wants it to be used.`,
		hinted: tools.map(({definition}) => definition),
	};
};
