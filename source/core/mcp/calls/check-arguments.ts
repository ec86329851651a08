import type {Failure} from '../../../domain/failure.ts';
import type {JsonObject} from '../../../domain/json.ts';
import type {ToolDefinition} from '../../../domain/tool.ts';
import {cut} from './cut-text.ts';
import type {SchemaChecker} from './schema-checker.ts';

/** Why a tool cannot be called with these arguments; undefined where nothing is known to be wrong with them. */
export const checkArguments = async (
	{server, tool, inputSchema}: ToolDefinition,
	args: JsonObject,
	checker: SchemaChecker,
	signal: AbortSignal,
): Promise<Failure | undefined> => {
	const verdict = await checker.check(inputSchema, args, signal);
	if (verdict.type !== 'invalid') return undefined;
	return {
		code: 'invalid-arguments',
		message: `The arguments for "${tool}" of server "${server}" do not fit its schema, so it was not called: ${cut(verdict.problems.join('; '))}`,
		hint: "Correct the arguments by the tool's schema and call it again.",
	};
};
