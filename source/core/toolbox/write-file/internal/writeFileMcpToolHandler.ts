import {mkdir} from 'node:fs/promises';
import path from 'node:path';
import type {GrantedFolders, Place} from '../../shared/createGrantedFolders.ts';
import {describeFileError, fileErrorCode} from '../../shared/describeFileError.ts';
import type {McpToolOutcome} from '../../shared/McpTool.ts';
import {McpToolError} from '../../shared/McpToolError.ts';
import {showName} from '../../shared/showName.ts';
import {replaceFile} from './replaceFile.ts';
import type {WriteFileInput} from './WriteFileInputSchema.ts';
import type {WriteFileOutput} from './WriteFileOutputSchema.ts';

type WriteFileMcpToolHandlerParams = {
	readonly params: WriteFileInput;
	readonly folders: GrantedFolders;
};

const createFolder = async (folder: string): Promise<void> => {
	try {
		await mkdir(folder);
	} catch (error) {
		// Somebody else was faster; whether it is a folder shows when it is opened.
		if (fileErrorCode(error) !== 'EEXIST') throw error;
	}
};

/** Creates the missing folders one by one, each inside of one that was opened and checked. */
const enterFolder = async <Result>(
	folders: GrantedFolders,
	place: Place,
	folder: string,
	missing: readonly string[],
	work: (anchor: string) => Promise<Result>,
): Promise<Result> => {
	const [next, ...rest] = missing;
	if (next === undefined) return await folders.withFolder(place, folder, work);
	await folders.withFolder(place, folder, anchor => createFolder(`${anchor}/${next}`));
	return await enterFolder(folders, place, path.join(folder, next), rest, work);
};

export const writeFileMcpToolHandler = async (
	{params, folders}: WriteFileMcpToolHandlerParams,
	signal: AbortSignal,
): Promise<McpToolOutcome<WriteFileOutput>> => {
	const {path: given, content} = params;
	try {
		const place = await folders.locate(given);
		if (place.isGrantedFolder || /[\\/]$/.test(given)) {
			return new McpToolError(`${showName(given)} is a folder; name a file in it.`, 'path');
		}
		signal.throwIfAborted();
		const name = place.missing.at(-1) ?? path.basename(place.real);
		const folder = place.missing.length > 0 ? place.real : path.dirname(place.real);
		const {created} = await enterFolder(folders, place, folder, place.missing.slice(0, -1), anchor =>
			replaceFile({folders, place, anchor, name, content}, signal),
		);
		const bytes = Buffer.byteLength(content);
		return [
			{type: 'text', text: `${created ? 'Created' : 'Replaced'} ${showName(given)} (${bytes} bytes).`},
			{type: 'json', data: {path: given, bytes, created}},
		];
	} catch (error) {
		return describeFileError(error, given);
	}
};
