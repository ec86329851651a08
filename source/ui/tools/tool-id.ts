import type {ToolRef} from '../../domain/tool.ts';

/** By which the list of tools knows a tool. */
export const toolId = ({server, tool}: ToolRef): string => JSON.stringify([server, tool]);
