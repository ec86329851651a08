import {isDeepStrictEqual} from 'node:util';
import type {Failure} from '../../../domain/failure.ts';
import type {ServerConfig} from '../../../domain/server.ts';
import type {ToolDefinition} from '../../../domain/tool.ts';
import type {ServerCatalogue} from '../catalogue/list-catalogue.ts';

const unknownTool = (config: ServerConfig, tool: string, {tools, unreadable}: ServerCatalogue): Failure => ({
	code: 'unknown-tool',
	message:
		unreadable?.tools === undefined
			? `Server "${config.name}" has no tool "${tool}".`
			: `The tools of server "${config.name}" are not known: ${unreadable.tools.message}`,
	hint:
		tools.length === 0 && !config.loadTools
			? 'Its entry in the config says "loadTools": false.'
			: 'Its tools may have changed since they were listed, or "includeTools" / "excludeTools" leave this one out.',
});

const changedTool = (config: ServerConfig, tool: string): Failure => ({
	code: 'tool-changed',
	message: `Nothing was sent: server "${config.name}" has another definition of "${tool}" now than the one by which it was to be called.`,
	hint: 'It can be called by its new definition once that is offered.',
});

const comeBack = (config: ServerConfig, tool: string): Failure => ({
	code: 'tool-changed',
	message: `Server "${config.name}" came back with another definition of "${tool}", so it was not called again.`,
	hint: 'Call it again by its new definition.',
});

type Wanted = {
	readonly tool: string;
	/** The only definition by which it may be called; without it any. */
	readonly approved?: ToolDefinition | undefined;
	/** The call was sent once, and failed. */
	readonly isAgain?: boolean;
};

/** The tool as its server lists it now, or why it may not be called. */
export const findWanted = (
	{tool, approved, isAgain = false}: Wanted,
	config: ServerConfig,
	catalogue: ServerCatalogue,
): {readonly definition: ToolDefinition} | {readonly failure: Failure} => {
	const definition = catalogue.tools.find(each => each.tool === tool);
	if (definition === undefined) return {failure: unknownTool(config, tool, catalogue)};
	// Lists that say the same are other objects each time.
	if (approved === undefined || approved === definition || isDeepStrictEqual(approved, definition))
		return {definition};
	return {failure: isAgain ? comeBack(config, tool) : changedTool(config, tool)};
};
