import type {JsonObject} from '../../../domain/json.ts';
import type {ArgumentDoubt} from '../../../domain/ports.ts';
import type {ToolDefinition} from '../../../domain/tool.ts';
import {cut} from './cut-text.ts';
import type {SchemaChecker} from './schema-checker.ts';

/** What the schema of a tool says against arguments; undefined where they fit. */
export const checkArguments = async (
	{server, tool, inputSchema}: ToolDefinition,
	args: JsonObject,
	checker: SchemaChecker,
	signal: AbortSignal,
): Promise<ArgumentDoubt | undefined> => {
	const verdict = await checker.check(inputSchema, args, signal);
	switch (verdict.type) {
		case 'valid':
			return undefined;
		case 'unchecked':
			return {type: 'unchecked', why: cut(verdict.why, 500)};
		case 'invalid':
			return {
				type: 'wrong',
				failure: {
					code: 'invalid-arguments',
					message: `The arguments for "${tool}" of server "${server}" do not fit its schema, so it was not called: ${cut(verdict.problems.join('; '))}`,
					hint: "Correct the arguments by the tool's schema and call it again.",
				},
			};
	}
};
