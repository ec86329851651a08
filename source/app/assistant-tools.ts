import type {Assistant} from '../domain/assistant.ts';
import type {ToolRef} from '../domain/tool.ts';
import {allowsTool, coversTool, type KnownNames} from '../support/tool-rule.ts';

/** Whether an assistant works with a tool: it has the server, and the tool is switched on and not off. */
export const isToolOf = (
	{servers, includeTools, excludeTools}: Assistant,
	ref: ToolRef,
	known?: () => KnownNames,
): boolean => {
	if (servers !== undefined && !servers.includes(ref.server)) {
		return false;
	}
	if (excludeTools.some(glob => coversTool(glob, ref))) {
		return false;
	}
	return includeTools === undefined || includeTools.some(glob => allowsTool(glob, ref, known));
};
