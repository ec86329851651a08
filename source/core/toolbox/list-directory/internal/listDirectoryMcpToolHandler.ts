import type {Dirent} from 'node:fs';
import {lstat, opendir, stat} from 'node:fs/promises';
import type {GrantedFolders} from '../../shared/createGrantedFolders.ts';
import {describeFileError} from '../../shared/describeFileError.ts';
import {describeMissing} from '../../shared/describeMissing.ts';
import type {McpToolOutcome} from '../../shared/McpTool.ts';
import {McpToolError} from '../../shared/McpToolError.ts';
import {showName} from '../../shared/showName.ts';
import type {ListDirectoryInput} from './ListDirectoryInputSchema.ts';
import type {DirectoryEntry, ListDirectoryOutput} from './ListDirectoryOutputSchema.ts';

type ListDirectoryMcpToolHandlerParams = {
	readonly params: ListDirectoryInput;
	readonly folders: GrantedFolders;
};

const mostEntriesRead = 10_000;
const mostEntriesListed = 1000;

const entryType = (entry: Dirent): DirectoryEntry['type'] => {
	if (entry.isFile()) return 'file';
	if (entry.isDirectory()) return 'directory';
	return entry.isSymbolicLink() ? 'link' : 'other';
};

const compareEntries = (left: DirectoryEntry, right: DirectoryEntry): number =>
	Number(right.type === 'directory') - Number(left.type === 'directory') || (left.name < right.name ? -1 : 1);

const readEntries = async (
	anchor: string,
	signal: AbortSignal,
): Promise<Omit<ListDirectoryOutput, 'path'>> => {
	const found: DirectoryEntry[] = [];
	for await (const entry of await opendir(anchor)) {
		signal.throwIfAborted();
		found.push({name: entry.name, type: entryType(entry)});
		if (found.length === mostEntriesRead) break;
	}
	found.sort(compareEntries);
	const entries = await Promise.all(
		found.slice(0, mostEntriesListed).map(async (entry): Promise<DirectoryEntry> => {
			if (entry.type !== 'file') return entry;
			// A file may vanish between the two looks: it is then listed without a size.
			const size = await lstat(`${anchor}/${entry.name}`).then(
				info => info.size,
				() => undefined,
			);
			return size === undefined ? entry : {...entry, size};
		}),
	);
	return {entries, truncated: found.length > entries.length};
};

const describeEntry = ({name, type, size}: DirectoryEntry): string => {
	switch (type) {
		case 'directory':
			return `${showName(name)}/`;
		case 'file':
			return size === undefined ? showName(name) : `${showName(name)} (${size} bytes)`;
		case 'link':
		case 'other':
			return `${showName(name)} (${type})`;
	}
};

const describeListing = (given: string, entries: readonly DirectoryEntry[], truncated: boolean): string => {
	if (entries.length === 0) return `${showName(given)} is empty.`;
	const lines = entries.map(describeEntry);
	return [...lines, ...(truncated ? [`… and more: only the first ${entries.length} are listed.`] : [])].join(
		'\n',
	);
};

export const listDirectoryMcpToolHandler = async (
	{params, folders}: ListDirectoryMcpToolHandlerParams,
	signal: AbortSignal,
): Promise<McpToolOutcome<ListDirectoryOutput>> => {
	const given = params.path ?? '.';
	try {
		const place = await folders.locate(given);
		if (place.missing.length > 0) return await describeMissing(folders, place);
		if (!(await stat(place.real)).isDirectory()) {
			return new McpToolError(`${showName(given)} is a file, not a folder; use read-file to see it.`, 'path');
		}
		const {entries, truncated} = await folders.withFolder(place, place.real, anchor =>
			readEntries(anchor, signal),
		);
		return [
			{type: 'text', text: describeListing(given, entries, truncated)},
			{type: 'json', data: {path: given, entries, truncated}},
		];
	} catch (error) {
		return describeFileError(error, given);
	}
};
