import {readConfig} from '../../source/core/config/read-config.ts';
import type {CustomTool} from '../../source/domain/custom-tool.ts';

export const secretOfTests = 'canary-3f9a-custom';

type Found = ReturnType<typeof readConfig>;

/** Reads entries of `customTools` as they stand in the user's own file. */
export const readTools = (
	customTools: unknown,
	env: Readonly<Record<string, string>> = {},
	options: Parameters<typeof readConfig>[3] = {},
): Found =>
	readConfig('config.json', JSON.stringify({customTools}), env, {secrets: () => secretOfTests, ...options});

/** The one tool of an entry without a fault. */
export const toolOf = (entry: object, env: Readonly<Record<string, string>> = {}): CustomTool => {
	const {customTools, refusedCustomTools} = readTools({tool: {description: 'A tool', ...entry}}, env);
	const [tool] = customTools;
	if (tool === undefined) throw new Error(JSON.stringify(refusedCustomTools));
	return tool;
};
