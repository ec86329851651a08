import {isJsonObject} from '../../domain/json.ts';
import type {Place} from './complaint.ts';
import {type ConfigText, membersOf, plainValue} from './config-text.ts';
import {sectionsOf} from './server-sections.ts';

export type WrittenServer = {
	/** Where it is in the file. */
	readonly place: Place;
	readonly entry: unknown;
};

/** Every entry as it is written. Of those that share a name the first counts, as for the reader. */
export const writtenServers = ({root}: Pick<ConfigText, 'root'>): ReadonlyMap<string, WrittenServer> => {
	const top = plainValue(root);
	const servers = new Map<string, WrittenServer>();
	for (const section of isJsonObject(top) ? sectionsOf(top) : []) {
		const node = membersOf(root).find(({key}) => key === section)?.value;
		for (const {key, value} of membersOf(node)) {
			if (!servers.has(key)) servers.set(key, {place: [section, key], entry: plainValue(value)});
		}
	}
	return servers;
};
