import {ToolTimeout} from '../limit-tool-time.ts';
import type {McpTool} from '../shared/McpTool.ts';
import {McpToolError} from '../shared/McpToolError.ts';

/** What a call comes to, as status and body of the answer. */
export type CallAnswer = {readonly status: number; readonly body: object};

type Issue = {
	readonly message: string;
	readonly path?: ReadonlyArray<PropertyKey | {readonly key: PropertyKey}> | undefined;
	/** Of zod, where arguments are not known. */
	readonly keys?: unknown;
};

const keyOf = (part: PropertyKey | {readonly key: PropertyKey}): string =>
	String(typeof part === 'object' ? part.key : part);

/** The argument that is to blame: `filters.0.name`. */
const fieldOf = ({path = [], keys}: Issue): string | undefined => {
	const unknown: unknown = Array.isArray(keys) ? keys[0] : undefined;
	const parts = [...path.map(keyOf), ...(typeof unknown === 'string' ? [unknown] : [])];
	return parts.length === 0 ? undefined : parts.join('.');
};

const mostIssues = 5;

const failure = (status: number, message: string, field?: string): CallAnswer => ({
	status,
	body: {error: {message, ...(field === undefined ? {} : {field})}},
});

const refuseArguments = (issues: readonly Issue[]): CallAnswer => {
	const sentences = issues.slice(0, mostIssues).map(issue => {
		const field = fieldOf(issue);
		return field === undefined ? issue.message : `${field}: ${issue.message}`;
	});
	return failure(400, `The arguments do not fit. ${sentences.join('; ')}`, issues[0] && fieldOf(issues[0]));
};

/** Calls a tool with arguments that nobody has looked at yet. Never throws. */
export const callTool = async (tool: McpTool, given: unknown, signal: AbortSignal): Promise<CallAnswer> => {
	try {
		const checked = await tool.inputSchema['~standard'].validate(given);
		if (checked.issues !== undefined) return refuseArguments(checked.issues);
		const outcome = await tool.handler({params: checked.value}, signal);
		if (outcome instanceof ToolTimeout) return failure(504, outcome.message);
		if (outcome instanceof McpToolError) return failure(422, outcome.message, outcome.field);
		const structured = outcome.find(item => item.type === 'json');
		return {
			status: 200,
			body: {
				content: outcome.filter(item => item.type === 'text'),
				...(structured === undefined ? {} : {structuredContent: structured.data}),
			},
		};
	} catch {
		// The cause may show what is inside this machine, and a client can do nothing with it.
		return failure(500, `${tool.name} failed for an unexpected reason. Try again or try another way.`);
	}
};
