import type {Failure} from '../../domain/failure.ts';
import type {Clock} from '../../domain/ports.ts';
import type {Secret} from '../../domain/secret.ts';
import type {ServerConfig} from '../../domain/server.ts';
import type {ChangeConfig, Diagnose, McpServers} from '../../domain/server-ports.ts';
import type {ServerTimesView} from '../../domain/server-times.ts';
import {suggestion} from '../../support/nearest.ts';

/** A server that a file names and that is not used. */
export type RefusedServer = {
	readonly name: string;
	/** The file that names it. */
	readonly source?: string;
	/** One line each: `file:line:col  place: what is wrong`. */
	readonly problems: readonly string[];
	/** Nothing is wrong with it: it comes with the folder, and waits for the user's word. */
	readonly isUntrusted?: true;
	/** The user has said that they do not want it. */
	readonly isUnwanted?: true;
};

type KeptSecret =
	/** `undo` brings back what was there before; `place` says where it is, unless that is the keychain. */
	| {readonly type: 'kept'; readonly undo: () => Promise<void>; readonly place?: string}
	| {readonly type: 'refused'; readonly failure: Failure};

/** Keeps the secret for which `${keychain:name}` stands in the user's own configuration. */
export type KeepSecret = (name: string, secret: Secret, signal: AbortSignal) => Promise<KeptSecret>;

/** The secrets that the user's own configuration names as `${keychain:name}`. */
type OwnSecrets = {
	/** Those that the file names now. */
	readonly named: () => Promise<ReadonlySet<string>>;
	/** Resolves with why it could not be deleted. */
	readonly forget: (name: string, signal: AbortSignal) => Promise<Failure | undefined>;
};

/** The servers of one run of a command, and what can be done about them. */
export type ServerRun = {
	readonly servers: McpServers;
	readonly configs: readonly ServerConfig[];
	readonly refused: readonly RefusedServer[];
	/** Everything that is wrong in the files of configuration, with its place. */
	readonly problems: readonly string[];
	/** A file is no JSON: nothing of it is used. */
	readonly isBroken: boolean;
	readonly changeConfig: ChangeConfig;
	readonly diagnose: Diagnose;
	readonly times: ServerTimesView;
	readonly now: Clock;
	/** Why secrets would not outlive this command; undefined when they would. */
	readonly whyNotKept: (signal: AbortSignal) => Promise<Failure | undefined>;
	readonly keepSecret: KeepSecret;
	readonly ownSecrets?: OwnSecrets;
	readonly close: () => Promise<void>;
};

export type FoundServer =
	| {readonly type: 'found'; readonly config: ServerConfig}
	| {readonly type: 'refused'; readonly failure: Failure};

const unknownServer = (name: string, known: readonly string[]): Failure => ({
	code: 'unknown-server',
	message: `There is no server "${name}"${suggestion(name, known) || '.'}`,
	hint:
		known.length === 0
			? `No server is configured. Add one: mcp-tui mcp add ${/^[\w.-]+$/.test(name) ? name : '<name>'} <command|url>`
			: `There ${known.length === 1 ? 'is' : 'are'} ${known.join(', ')}.`,
});

/** How to have a server after all that comes with the folder. */
export const trustAdvice = ({isUnwanted}: Pick<RefusedServer, 'isUnwanted'>): string =>
	isUnwanted === true
		? 'You have said that you do not want it. To use it all the same, add --trust-project.'
		: 'Start mcp-tui here to look at it, or add --trust-project.';

const unusable = (name: string, bad: RefusedServer): Failure =>
	bad.isUntrusted === true
		? {
				code: 'untrusted-server',
				message: `Server "${name}" comes with this folder, and you have not trusted it:\n${bad.problems.join('\n')}`,
				hint: trustAdvice(bad),
			}
		: {
				code: 'bad-config',
				message: `The entry of server "${name}" cannot be used:\n${bad.problems.join('\n')}`,
				hint: 'Correct it in the file; the other servers are not affected.',
			};

/** The server of this name. One whose entry is wrong is told with what is wrong. */
export const findServer = ({configs, refused}: ServerRun, name: string): FoundServer => {
	const config = configs.find(each => each.name === name);
	if (config !== undefined) {
		return {type: 'found', config};
	}
	const bad = refused.find(each => each.name === name);
	if (bad !== undefined) {
		return {type: 'refused', failure: unusable(name, bad)};
	}
	const known = [...configs, ...refused].map(each => each.name);
	return {type: 'refused', failure: unknownServer(name, known)};
};
