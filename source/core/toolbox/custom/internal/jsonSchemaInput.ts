import type {StandardSchemaWithJSON} from '@modelcontextprotocol/server';
import {isJsonObject, type JsonObject} from '../../../../domain/json.ts';
import {argumentIssue} from './argumentIssue.ts';

/**
 * What a schema says about arguments. Never rejects, and never takes long. Whoever makes it ends it: what validates has no
 * signal of the call.
 */
export type CheckArguments = (
	schema: JsonObject,
	args: JsonObject,
) => Promise<
	| {readonly type: 'valid'}
	| {readonly type: 'invalid'; readonly problems: readonly string[]}
	| {readonly type: 'unchecked'; readonly why: string}
>;

const refuse = (message: string) => ({issues: [{message}]});

/**
 * A JSON Schema as the SDK takes it. A pattern in it can keep a program busy for ever, so it is checked elsewhere:
 * by whoever calls the tool, or by `check`.
 */
export const jsonSchemaInput = (
	schema: JsonObject,
	check: CheckArguments | undefined,
): StandardSchemaWithJSON<unknown, JsonObject> => ({
	'~standard': {
		version: 1,
		vendor: 'mcp-tui',
		jsonSchema: {input: () => ({...schema}), output: () => ({...schema})},
		validate: async args => {
			if (!isJsonObject(args)) return refuse('The arguments have to be an object.');
			const verdict = await check?.(schema, args);
			if (verdict === undefined || verdict.type === 'valid') return {value: args};
			return verdict.type === 'invalid'
				? {issues: verdict.problems.map(problem => argumentIssue(problem, schema, args))}
				: refuse(`The arguments could not be checked: ${verdict.why}.`);
		},
	},
});
