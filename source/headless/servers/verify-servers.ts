import type {Failure} from '../../domain/failure.ts';
import type {PinnedServer, ServerPins} from '../../domain/pinned-server.ts';
import type {ServerConfig, ServerStatus} from '../../domain/server.ts';
import {describeInstructions, shownName} from '../../domain/server-instructions.ts';
import type {ToolDefinition} from '../../domain/tool.ts';
import {type CommandOutput, commandExitCodes} from '../command-output.ts';
import {connectServers} from './connect-servers.ts';
import {findServer, type ServerRun} from './server-run.ts';
import {unusableServer} from './unusable-server.ts';
import {printVerified, type VerifiedServer, verifiedObject} from './verified-server.ts';

type VerifyOptions = {
	readonly run: ServerRun;
	readonly output: CommandOutput;
	readonly pins: Pick<ServerPins, 'inspect' | 'acceptServer' | 'flagsOf'>;
	/** Without it every server that is enabled. */
	readonly name?: string;
	/** From now on the servers are to be what they are now. */
	readonly isAccepted: boolean;
};

const hasDrifted = ({isNew, reached, changed, added, removed}: PinnedServer): boolean =>
	!isNew && reached.length + changed.length + added.length + removed.length > 0;

type Finding = {readonly name: string; readonly pinned?: PinnedServer; readonly failure?: Failure};

/** Keeps what is to be kept, and says how the server is. */
const conclude = async (
	{name, pinned, failure}: Finding,
	{pins, isAccepted}: VerifyOptions,
	tools: readonly ToolDefinition[],
): Promise<VerifiedServer> => {
	const trouble = failure ?? pinned?.failure;
	if (pinned === undefined || trouble !== undefined) {
		return {name, status: 'failed', ...(trouble === undefined ? {} : {failure: trouble}), flagged: []};
	}
	const flagged = tools
		.map(tool => ({tool: shownName(tool), flags: pins.flagsOf(tool)}))
		.filter(({flags}) => flags.length > 0);
	const isDrift = hasDrifted(pinned);
	const unsaved = pinned.isNew || (isDrift && isAccepted) ? await pins.acceptServer(name, tools) : undefined;
	if (unsaved !== undefined) {
		return {name, status: 'failed', failure: unsaved, pinned, flagged};
	}
	const status = pinned.isNew ? 'new' : isDrift ? (isAccepted ? 'accepted' : 'drift') : 'ok';
	return {name, status, pinned, flagged};
};

const isFine = ({status}: VerifiedServer): boolean => status !== 'drift' && status !== 'failed';

/**
 * Compares servers with what was accepted of them. Anything else than that is drift, new tools too: a script wants to
 * know, where a chat merely remembers them. What is seen for the first time is kept; drift only if it is accepted.
 */
export const verifyServers = async (options: VerifyOptions, signal: AbortSignal): Promise<number> => {
	const {run, output, pins, name} = options;
	const configs: ServerConfig[] = [];
	if (name === undefined) {
		configs.push(...run.configs.filter(({disabled}) => !disabled));
	} else {
		const found = findServer(run, name);
		if (found.type === 'refused') {
			return output.refuse(found.failure);
		}
		configs.push(found.config);
	}
	const statuses = await connectServers(run, configs, output, signal);
	const findings = configs.map((config): Finding & {readonly status: ServerStatus} => {
		const status: ServerStatus = statuses.get(config.name) ?? {type: 'idle'};
		const failure = unusableServer(config.name, status, signal);
		return {name: config.name, status, ...(failure === undefined ? {} : {failure})};
	});
	const working = findings.filter(({failure}) => failure === undefined).map(each => each.name);
	const said = findings.map(({name: server, status}) => describeInstructions(server, status));
	const tools = [
		...said.filter(described => described !== undefined),
		...run.servers.tools().map(({definition}) => definition),
	].filter(({server}) => working.includes(server));
	const inspected = new Map(
		(await pins.inspect(working, tools, signal)).map(pinned => [pinned.server, pinned]),
	);
	const verified: VerifiedServer[] = [];
	for (const finding of findings) {
		const pinned = inspected.get(finding.name);
		const own = tools.filter(({server}) => server === finding.name);
		const found = await conclude({...finding, ...(pinned === undefined ? {} : {pinned})}, options, own);
		verified.push(found);
		if (found.failure !== undefined) {
			output.complain(found.failure);
		}
	}
	const refused = name === undefined ? run.refused : [];
	for (const problem of refused.flatMap(({problems}) => problems)) {
		output.say(problem);
	}
	// Nothing of what waits for trust is used, so nothing of it can have drifted.
	const isOk = verified.every(isFine) && refused.every(({isUntrusted}) => isUntrusted === true);
	if (output.isJson) {
		output.printJson({
			ok: isOk,
			servers: [
				...verified.map(verifiedObject),
				...refused.map(({name: bad, problems, isUntrusted}) => ({
					name: bad,
					status: isUntrusted === true ? 'untrusted' : 'failed',
					error: {code: isUntrusted === true ? 'untrusted' : 'bad-config', message: problems.join('\n')},
				})),
			],
		});
	} else {
		printVerified(verified, output);
		if (configs.length + refused.length === 0) {
			output.say('No server is configured. Add one: mcp-tui mcp add <name> <command|url>');
		}
	}
	return isOk ? commandExitCodes.ok : commandExitCodes.failed;
};
