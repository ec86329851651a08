import {constants} from 'node:fs';
import path from 'node:path';
import type {TextContent} from '@modelcontextprotocol/server';
import type {GrantedFolders} from '../../shared/createGrantedFolders.ts';
import {describeFileError} from '../../shared/describeFileError.ts';
import {describeMissing} from '../../shared/describeMissing.ts';
import type {McpToolOutcome} from '../../shared/McpTool.ts';
import {McpToolError} from '../../shared/McpToolError.ts';
import {showName} from '../../shared/showName.ts';
import {mostLines, type ReadFileInput} from './ReadFileInputSchema.ts';
import {readTextFile} from './readTextFile.ts';
import {sliceLines} from './sliceLines.ts';

type ReadFileMcpToolHandlerParams = {
	readonly params: ReadFileInput;
	readonly folders: GrantedFolders;
};

const mostCharacters = 100_000;

// A pipe in the folder must not hold the call until somebody writes to it. Absent on Windows.
const nonBlocking = constants.O_NONBLOCK ?? 0;

const describeLines = (text: string, params: ReadFileInput): readonly TextContent[] | McpToolError => {
	if (text === '') return [{type: 'text', text: `${showName(params.path)} is empty.`}];
	const {offset = 1, limit = mostLines} = params;
	const {body, totalLines, lastLine, isLineCut} = sliceLines(text, {offset, limit, mostCharacters});
	if (offset > totalLines) {
		return new McpToolError(
			`${showName(params.path)} has ${totalLines} lines; line ${offset} is past its end.`,
			'offset',
		);
	}
	const notes = [
		...(isLineCut ? [`Line ${lastLine} is cut after ${body.length} characters.`] : []),
		...(offset > 1 || lastLine < totalLines
			? [`These are lines ${offset} to ${lastLine} of ${totalLines}.`]
			: []),
		...(lastLine < totalLines ? [`Read on with offset ${lastLine + 1}.`] : []),
	];
	// The note is a content item of its own, so that the first one is the file's text and nothing else.
	const note: readonly TextContent[] = notes.length > 0 ? [{type: 'text', text: `[${notes.join(' ')}]`}] : [];
	return [{type: 'text', text: body}, ...note];
};

export const readFileMcpToolHandler = async (
	{params, folders}: ReadFileMcpToolHandlerParams,
	signal: AbortSignal,
): Promise<McpToolOutcome<never>> => {
	const given = params.path;
	try {
		const place = await folders.locate(given);
		if (place.missing.length > 0) return await describeMissing(folders, place);
		if (place.isGrantedFolder) {
			return new McpToolError(
				`${showName(given)} is a folder; use list-directory to see what is in it.`,
				'path',
			);
		}
		const text = await folders.withFolder(place, path.dirname(place.real), async anchor => {
			const file = `${anchor}/${path.basename(place.real)}`;
			const handle = await folders.openFile(place, file, constants.O_RDONLY | nonBlocking);
			try {
				return await readTextFile(handle, given, signal);
			} finally {
				await handle.close();
			}
		});
		return describeLines(text, params);
	} catch (error) {
		return describeFileError(error, given);
	}
};
