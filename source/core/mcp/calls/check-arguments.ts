import {isJsonObject, type JsonObject} from '../../../domain/json.ts';
import type {ArgumentDoubt} from '../../../domain/ports.ts';
import type {ToolDefinition} from '../../../domain/tool.ts';
import {cut} from './cut-text.ts';
import type {SchemaChecker} from './schema-checker.ts';

/** For the protocol and for most models null is as good as nothing, where an argument may be left out. */
const withoutNulls = (args: JsonObject, {properties, required}: JsonObject): JsonObject => {
	const named = isJsonObject(properties) ? properties : {};
	const needed = Array.isArray(required) ? required : [];
	return Object.fromEntries(
		Object.entries(args).filter(
			([name, value]) => value !== null || !Object.hasOwn(named, name) || needed.includes(name),
		),
	);
};

/** What the schema of a tool says against arguments; undefined where they fit. */
export const checkArguments = async (
	{server, tool, inputSchema}: ToolDefinition,
	args: JsonObject,
	checker: SchemaChecker,
	signal: AbortSignal,
): Promise<ArgumentDoubt | undefined> => {
	const asGiven = await checker.check(inputSchema, args, signal);
	const others = withoutNulls(args, inputSchema);
	const isRetried = asGiven.type === 'invalid' && Object.keys(others).length < Object.keys(args).length;
	const verdict = isRetried ? await checker.check(inputSchema, others, signal) : asGiven;
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
