import {describeError, type Failure} from '../../../domain/failure.ts';
import {isJsonObject, type JsonObject, type JsonValue} from '../../../domain/json.ts';
import type {ServerLock, ServerOffer} from '../../../domain/server-lock.ts';
import {canonicalJson} from '../../../support/canonical-json.ts';
import {compareWithLock, lockEntry} from './locked-server.ts';

const version = 1;

/** By its name, what the file says about each server. */
export type LockedServers = ReadonlyMap<string, JsonObject>;

type LockRead =
	| {readonly type: 'read'; readonly servers: LockedServers}
	| {readonly type: 'refused'; readonly failure: Failure};

const parse = (text: string): JsonValue | Error => {
	try {
		const value: JsonValue = JSON.parse(text);
		return value;
	} catch (error) {
		return new Error(describeError(error));
	}
};

const whyNotOurs = (value: JsonValue): string | undefined => {
	if (!isJsonObject(value) || !isJsonObject(value.servers)) return 'it has no "servers"';
	if (value.version !== version) {
		const isNewer = typeof value.version === 'number' && value.version > version;
		return isNewer ? 'a newer version of mcp-tui wrote it' : `its "version" is not ${version}`;
	}
	const wrong = Object.entries(value.servers).find(([, entry]) => !isJsonObject(entry));
	return wrong === undefined ? undefined : `servers.${wrong[0]} is not an object`;
};

/** Reads a lock file. One that is damaged pins nothing, so all of it is refused. */
export const readLock = (path: string, text: string): LockRead => {
	const refuse = (message: string): LockRead => ({
		type: 'refused',
		failure: {
			code: 'bad-lock',
			message,
			hint: 'Take the committed file back, or write it anew with --update and look at the difference.',
		},
	});
	const conflict = /^(?:<{7}|={7}|>{7})(?: |$)/m.exec(text);
	if (conflict !== null) {
		const line = text.slice(0, conflict.index).split('\n').length;
		return refuse(`${path}:${line}  has a merge conflict.`);
	}
	const value = parse(text);
	if (value instanceof Error) return refuse(`${path} is not JSON: ${value.message}.`);
	const why = whyNotOurs(value);
	if (why !== undefined) return refuse(`${path} is not a lock file that can be used: ${why}.`);
	const servers = isJsonObject(value) && isJsonObject(value.servers) ? value.servers : {};
	return {
		type: 'read',
		servers: new Map(
			Object.entries(servers).flatMap(([name, entry]) => (isJsonObject(entry) ? [[name, entry]] : [])),
		),
	};
};

/** What cannot be seen in a review. */
const invisible = /(?![\t\n])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

const escapeUnits = (text: string): string =>
	text
		.split('')
		.map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
		.join('');

/** The same servers always make the same text, a member on each line. */
export const lockText = (servers: LockedServers): string =>
	`${canonicalJson({version, servers: Object.fromEntries(servers)}, {isPretty: true}).replaceAll(invisible, escapeUnits)}\n`;

export type SaveLock = (text: string, signal: AbortSignal) => Promise<Failure | undefined>;

export const createServerLock = (path: string, servers: LockedServers, save: SaveLock): ServerLock => ({
	path,
	names: [...servers.keys()],
	compare: (offer: ServerOffer) => compareWithLock(servers.get(offer.config.name), offer),
	write: (offers, kept, signal) =>
		save(
			lockText(
				new Map([
					...[...servers].filter(([name]) => kept.includes(name)),
					...offers.map(offer => [offer.config.name, lockEntry(offer)] as const),
				]),
			),
			signal,
		),
});
