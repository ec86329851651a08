import {opendir} from 'node:fs/promises';
import type {GrantedFolders, Place} from './createGrantedFolders.ts';
import {McpToolError} from './McpToolError.ts';
import {nearestNames} from './nearestNames.ts';
import {showName} from './showName.ts';

const mostNamesRead = 1000;
const mostNamesShown = 8;

const readNames = async (anchor: string): Promise<string[]> => {
	const names: string[] = [];
	for await (const entry of await opendir(anchor)) {
		names.push(entry.isDirectory() ? `${entry.name}/` : entry.name);
		if (names.length === mostNamesRead) break;
	}
	return names.sort();
};

const advise = (wanted: string, names: readonly string[]): string => {
	const shown = (list: readonly string[]): string => list.map(name => showName(name)).join(', ');
	const nearest = nearestNames(wanted, names);
	if (nearest.length > 0) return `did you mean ${shown(nearest)}?`;
	if (names.length === 0) return 'the folder is empty.';
	const more = names.length > mostNamesShown ? ', …' : '';
	return `the folder contains ${shown(names.slice(0, mostNamesShown))}${more}.`;
};

/** A path that leads to nothing, with the names that the caller may have meant. */
export const describeMissing = async (folders: GrantedFolders, place: Place): Promise<McpToolError> => {
	const [wanted = ''] = place.missing;
	const because = place.missing.length > 1 ? `, because ${showName(wanted)} does not exist` : '';
	const names = await folders.withFolder(place, place.real, readNames);
	return new McpToolError(`${showName(place.given)} not found${because}; ${advise(wanted, names)}`, 'path');
};
