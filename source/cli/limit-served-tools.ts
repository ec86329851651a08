import type {ToolboxOptions} from '../core/toolbox/create-toolbox-server.ts';
import type {McpTool} from '../core/toolbox/shared/McpTool.ts';
import {type ToolboxSettings, usualToolbox} from '../domain/toolbox-settings.ts';
import {toolboxToolNames} from '../domain/toolbox-tool-names.ts';
import {matchesGlob} from '../support/glob.ts';

export type ServedTools = Pick<ToolboxOptions, 'roots' | 'network'> &
	Required<Pick<ToolboxOptions, 'only' | 'customTools'>>;

/**
 * What the user's own configuration leaves of the tools, for those that are served as in the chat: what they have
 * narrowed for themselves is not wider for others. Which custom tools there are says their own entry.
 */
export const limitServedTools = (
	{isWanted, roots, includeTools, excludeTools, allowedHosts}: ToolboxSettings = usualToolbox,
	customTools: readonly McpTool[],
	environment: NodeJS.ProcessEnv,
): ServedTools => {
	const isMatched = (globs: readonly string[], name: string): boolean =>
		globs.some(glob => matchesGlob(glob, name));
	const isLeft = (name: string): boolean => !isMatched(excludeTools, name);
	return {
		only:
			isWanted === false
				? []
				: toolboxToolNames.filter(
						name => isLeft(name) && (includeTools === undefined || isMatched(includeTools, name)),
					),
		customTools: customTools.filter(({name}) => isLeft(name)),
		network: {environment, allowedHosts},
		...(roots === undefined ? {} : {roots}),
	};
};
