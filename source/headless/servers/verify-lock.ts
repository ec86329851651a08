import type {Failure} from '../../domain/failure.ts';
import type {ServerPins} from '../../domain/pinned-server.ts';
import type {ServerConfig} from '../../domain/server.ts';
import type {ServerLock, ServerLockRead} from '../../domain/server-lock.ts';
import {findServer} from './server-run.ts';
import type {VerifiedServer} from './verified-server.ts';
import {
	type Finding,
	findOffers,
	flaggedIn,
	hasDrifted,
	namesOfTools,
	reportVerified,
	type VerifyBase,
} from './verify-servers.ts';

export type VerifyLockOptions = VerifyBase & {
	readonly read: ServerLockRead;
	readonly pins: Pick<ServerPins, 'flagsOf'>;
	/** From now on the file is to say what the servers are now. */
	readonly isUpdated: boolean;
	/** The line that does the same with these options more, to be pasted. */
	readonly lineWith: (...options: readonly string[]) => string;
};

const compare = async (
	{offer, failure, unread}: Finding,
	lock: ServerLock,
	pins: VerifyLockOptions['pins'],
): Promise<VerifiedServer> => {
	const {config, tools, prompts, resourceTemplates} = offer;
	const {name} = config;
	// A list that could not be read says nothing about what is in it.
	const trouble = failure ?? unread;
	if (trouble !== undefined) {
		return {name, status: 'failed', failure: trouble, flagged: [], offered: []};
	}
	const pinned = await lock.compare(offer);
	return {
		name,
		status: pinned.isNew ? 'new' : hasDrifted(pinned) ? 'drift' : 'ok',
		pinned,
		flagged: flaggedIn(tools, pins),
		offered: [
			...namesOfTools(tools),
			...prompts.map(({prompt}) => ({kind: 'prompt' as const, name: prompt})),
			...resourceTemplates.map(({uriTemplate}) => ({
				kind: 'resource template' as const,
				name: uriTemplate,
			})),
		],
	};
};

/** What becomes of a difference once the file says the same. */
const written = (verified: VerifiedServer): VerifiedServer => {
	const {status} = verified;
	if (status === 'missing') return {...verified, status: 'removed'};
	return status === 'new' || status === 'drift' ? {...verified, status: 'accepted'} : verified;
};

const isPassed = ({status}: VerifiedServer): boolean =>
	status === 'ok' || status === 'accepted' || status === 'removed';

const noServers: Failure = {
	code: 'no-servers',
	message:
		'There is no server to verify: a lock file is about the servers of this folder, not about your own.',
	hint: 'They are those of .mcp.json, .vscode/mcp.json and the files given with --mcp-config.',
};

const unknownServer = (run: VerifyBase['run'], name: string): Failure => {
	const found = findServer(run, name);
	return found.type === 'refused'
		? found.failure
		: {code: 'server-disabled', message: `Server "${name}" is disabled.`};
};

/**
 * Compares servers with a lock file, for CI: nothing is remembered on this machine, and everything that the file does
 * not say fails, a new server or tool as well as one that is gone. With an update the file says what is there now.
 */
export const verifyLock = async (options: VerifyLockOptions, signal: AbortSignal): Promise<number> => {
	const {run, output, name, isUpdated, lineWith, read} = options;
	const {lock, isMissing, damage} = read;
	if (isMissing && !isUpdated) {
		return output.refuse({
			code: 'no-lock',
			message: `There is no lock file ${lock.path}.`,
			hint: `Write it, look at it and commit it:\n${lineWith('--update')}`,
		});
	}
	// A damaged file is written anew as a whole, and never for one server: the others would be lost.
	if (damage !== undefined && (!isUpdated || name !== undefined)) {
		return output.refuse(damage);
	}
	const chosen = name === undefined ? run.configs : run.configs.filter(config => config.name === name);
	const configs: readonly ServerConfig[] = chosen.filter(({disabled}) => !disabled);
	const refused = run.refused.filter(each => name === undefined || each.name === name);
	const isGone = (locked: string): boolean =>
		(name === undefined || locked === name) && ![...configs, ...refused].some(each => each.name === locked);
	const missing = lock.names.filter(isGone);
	if (configs.length + refused.length + missing.length === 0) {
		return output.refuse(name === undefined ? noServers : unknownServer(run, name));
	}
	const findings = await findOffers(options, configs, signal);
	const compared = [
		...(await Promise.all(findings.map(finding => compare(finding, lock, options.pins)))),
		...missing.map((each): VerifiedServer => ({name: each, status: 'missing', flagged: [], offered: []})),
	];
	const isComplete = refused.length === 0 && compared.every(({status}) => status !== 'failed');
	const isWritten = isUpdated && isComplete && !signal.aborted;
	const unsaved = isWritten
		? await lock.write(
				findings.map(({offer}) => offer),
				name === undefined ? [] : lock.names.filter(each => each !== name),
				signal,
			)
		: undefined;
	const verified = isWritten && unsaved === undefined ? compared.map(written) : compared;
	const isOk = isComplete && unsaved === undefined && verified.every(isPassed);
	const code = await reportVerified({verified, refused, isOk, lock: lock.path}, options);
	if (unsaved !== undefined) {
		output.complain(unsaved);
	} else if (isUpdated && !isComplete) {
		output.say(`${lock.path} was not written: not every server could be read.`);
	}
	if (refused.some(({isUntrusted}) => isUntrusted === true)) {
		output.say(`Look at what these servers run. To start them here:\n${lineWith('--trust-project')}`);
	} else if (!isOk && isComplete && unsaved === undefined) {
		output.say(`Look at what is different. To accept it, and commit ${lock.path}:\n${lineWith('--update')}`);
	}
	return code;
};
