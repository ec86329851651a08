import {type Complaint, malformed} from './complaint.ts';
import type {Entry} from './entry-schema.ts';
import {readServerUrl} from './server-url.ts';
import {readTransportType} from './transport-type.ts';

/** How a server is reached. */
export type KnownWay =
	| {readonly type: 'stdio'; readonly command: string; readonly args: readonly string[]}
	| {readonly type: 'http' | 'sse' | 'ws'; readonly url: string};

type Way = KnownWay | {readonly type: 'refused'; readonly complaints: readonly Complaint[]};

const refused = (path: readonly string[], message: string): Way => ({
	type: 'refused',
	complaints: [malformed(path, message)],
});

/** opencode writes the command and its arguments as one array; the name of a package alone is run by npx. */
export const startOf = ({
	command,
	server,
	args,
}: {
	readonly command?: string | readonly string[] | undefined;
	readonly server?: string | undefined;
	readonly args: readonly string[];
}): Extract<KnownWay, {type: 'stdio'}> => {
	if (server !== undefined) {
		return {type: 'stdio', command: 'npx', args: ['-y', server, ...args]};
	}
	const [program = '', ...first] = typeof command === 'string' ? [command] : (command ?? []);
	return {type: 'stdio', command: program, args: [...first, ...args]};
};

/** From `command`, `server` or `url`, of which there must be one, and `type`, which must fit. */
export const chooseWay = (entry: Entry, spelling: (key: string) => string): Way => {
	const given = (['command', 'server', 'url'] as const).filter(key => entry[key] !== undefined);
	const [first, second] = given.map(spelling);
	if (first === undefined) {
		return refused([], 'needs a command that starts the server, or a url that reaches it');
	}
	if (second !== undefined) {
		return refused([second], `cannot be combined with ${first}; keep one of them`);
	}
	const type = entry.type === undefined ? undefined : readTransportType(entry.type);
	if (type?.type === 'unknown') {
		return refused([spelling('type')], type.message);
	}
	if (entry.url === undefined) {
		return type === undefined || type.name === 'stdio'
			? startOf(entry)
			: refused(
					[spelling('type')],
					`does not fit: ${first} starts a local server. Leave it out, or give a url`,
				);
	}
	if (type?.name === 'stdio') {
		return refused(
			[spelling('type')],
			`does not fit: ${first} reaches a server. Leave it out, or give a command`,
		);
	}
	const url = readServerUrl(entry.url, entry.allowInsecure);
	if (url.type === 'refused') {
		return refused([spelling('url')], url.message);
	}
	const name = type === undefined || type.name === 'remote' ? url.family : type.name;
	if ((name === 'ws') !== (url.family === 'ws')) {
		const wanted = name === 'ws' ? 'wss:// or ws://' : 'https:// or http://';
		return refused([spelling('url')], `expected a URL that begins with ${wanted}, since the type is ${name}`);
	}
	return {type: name, url: url.text};
};
