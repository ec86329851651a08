import type {ResultStore} from '../../../../domain/ports.ts';
import type {McpToolOutcome} from '../../shared/McpTool.ts';
import {McpToolError} from '../../shared/McpToolError.ts';
import {showName} from '../../shared/showName.ts';
import {mostCharacters, type ReadResultInput} from './ReadResultInputSchema.ts';

type ReadResultMcpToolHandlerParams = {
	readonly params: ReadResultInput;
	readonly results: Pick<ResultStore, 'read'>;
};

export const readResultMcpToolHandler = async (
	{params, results}: ReadResultMcpToolHandlerParams,
	signal: AbortSignal,
): Promise<McpToolOutcome<never>> => {
	const {id, offset = 0, limit = mostCharacters} = params;
	const part = await results.read(id, {offset, limit}, signal);
	if (signal.aborted) return new McpToolError('Reading was cancelled.');
	if (part === undefined) {
		return new McpToolError(
			`There is no result ${showName(id, 100)}. Take the id from the place where characters were left out, or call the tool again that gave the result.`,
			'id',
		);
	}
	const {text, offset: start, characters} = part;
	if (text === '') {
		return new McpToolError(
			`The result has ${characters} characters; offset ${offset} is past its end.`,
			'offset',
		);
	}
	const end = start + text.length;
	const notes = [
		`These are characters ${start} to ${end} of ${characters}.`,
		...(end < characters ? [`Read on with offset ${end}.`] : ['This is the end.']),
	];
	// The note is a content item of its own, so that the first one is the result's text and nothing else.
	return [
		{type: 'text', text},
		{type: 'text', text: `[${notes.join(' ')}]`},
	];
};
