import {stat} from 'node:fs/promises';
import type {GrantedFolders} from '../../shared/createGrantedFolders.ts';
import {describeFileError} from '../../shared/describeFileError.ts';
import {describeMissing} from '../../shared/describeMissing.ts';
import type {McpToolOutcome} from '../../shared/McpTool.ts';
import {McpToolError} from '../../shared/McpToolError.ts';
import {showName} from '../../shared/showName.ts';
import {compileGlob} from './compileGlob.ts';
import {compileQuery} from './compileQuery.ts';
import type {LineFinder} from './createLineFinder.ts';
import {describeFound} from './describeFound.ts';
import {type SearchFilesInput, usualMatches} from './SearchFilesInputSchema.ts';
import type {SearchFilesOutput} from './SearchFilesOutputSchema.ts';
import {searchFiles} from './searchFiles.ts';
import {type SearchLimits, searchLimits} from './searchLimits.ts';

type SearchFilesMcpToolHandlerParams = {
	readonly params: SearchFilesInput;
	readonly folders: GrantedFolders;
	readonly finder: LineFinder;
	readonly limits?: SearchLimits;
};

export const searchFilesMcpToolHandler = async (
	{params, folders, finder, limits = searchLimits}: SearchFilesMcpToolHandlerParams,
	signal: AbortSignal,
): Promise<McpToolOutcome<SearchFilesOutput>> => {
	const {query, glob, path: given = '.', isRegex = false, isCaseSensitive = false} = params;
	if (query === undefined && glob === undefined) {
		return new McpToolError('Say what to find: text with query, names of files with glob, or both.', 'query');
	}
	try {
		const filter = glob === undefined ? undefined : compileGlob(glob, isCaseSensitive);
		const expression = query === undefined ? undefined : compileQuery(query, isRegex, isCaseSensitive);
		const place = await folders.locate(given);
		if (place.missing.length > 0) return await describeMissing(folders, place);
		const info = await stat(place.real);
		if (!info.isDirectory() && !info.isFile()) {
			return new McpToolError(`${showName(given)} is neither a folder nor an ordinary file.`, 'path');
		}
		const {contextLines: context = 0, limit: most = usualMatches} = params;
		const search = {place, isFolder: info.isDirectory(), filter, expression, context, most};
		const found = await finder.use(() => searchFiles(search, {folders, finder, limits}, signal));
		return [
			{type: 'text', text: describeFound(found, params, limits)},
			{type: 'json', data: found},
		];
	} catch (error) {
		return describeFileError(error, given);
	}
};
