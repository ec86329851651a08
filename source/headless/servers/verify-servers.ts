import type {Failure} from '../../domain/failure.ts';
import type {PinnedServer, ServerPins} from '../../domain/pinned-server.ts';
import type {ServerConfig, ServerStatus} from '../../domain/server.ts';
import {describeInstructions, shownName} from '../../domain/server-instructions.ts';
import type {ServerOffer} from '../../domain/server-lock.ts';
import type {ToolDefinition} from '../../domain/tool.ts';
import {quoteWord} from '../../support/shell-words.ts';
import {type CommandOutput, commandExitCodes} from '../command-output.ts';
import {type ReportTarget, writeReport} from '../junit-report.ts';
import {connectServers} from './connect-servers.ts';
import {factsOf} from './describe-server.ts';
import {findServer, type ServerRun} from './server-run.ts';
import {unusableServer} from './unusable-server.ts';
import {
	type OfferedName,
	printVerified,
	type VerifiedServer,
	verifiedObject,
	verifiedSuites,
} from './verified-server.ts';

export type VerifyBase = {
	readonly run: ServerRun;
	readonly output: CommandOutput;
	/** Without it every server that is enabled. */
	readonly name?: string | undefined;
	/** Where a JUnit report goes. */
	readonly junit?: ReportTarget | undefined;
};

type VerifyOptions = VerifyBase & {
	readonly pins: Pick<ServerPins, 'inspect' | 'acceptServer' | 'flagsOf'>;
	/** From now on the servers are to be what they are now. */
	readonly isAccepted: boolean;
};

/** A server that was asked what it offers; with a failure, nothing of that counts. */
export type Finding = {
	readonly offer: ServerOffer;
	readonly failure?: Failure | undefined;
	/** Why its prompts or resource templates are not known. */
	readonly unread?: Failure | undefined;
};

export const hasDrifted = (pinned: PinnedServer): boolean => {
	const {reached, prompts, resourceTemplates} = pinned;
	const sections = [pinned, prompts, resourceTemplates].filter(section => section !== undefined);
	return (
		!pinned.isNew &&
		(reached.length > 0 ||
			sections.some(({changed, added, removed}) => changed.length + added.length + removed.length > 0))
	);
};

/** Connects to servers side by side, and gathers everything that can be compared. */
export const findOffers = async (
	{run, output}: VerifyBase,
	configs: readonly ServerConfig[],
	signal: AbortSignal,
): Promise<readonly Finding[]> => {
	const statuses = await connectServers(run, configs, output, signal);
	const tools = run.servers.tools().map(({definition}) => definition);
	return configs.map(config => {
		const status: ServerStatus = statuses.get(config.name) ?? {type: 'idle'};
		const isOwn = ({server}: {readonly server: string}): boolean => server === config.name;
		const said = describeInstructions(config.name, status);
		const {prompts, templates} = factsOf(status)?.unreadable ?? {};
		return {
			offer: {
				config,
				tools: [...(said === undefined ? [] : [said]), ...tools.filter(isOwn)],
				prompts: run.servers.prompts().filter(isOwn),
				resourceTemplates: run.servers.resourceTemplates().filter(isOwn),
			},
			failure: unusableServer(config.name, status, signal),
			unread: prompts ?? templates,
		};
	});
};

export const flaggedIn = (
	tools: readonly ToolDefinition[],
	{flagsOf}: Pick<ServerPins, 'flagsOf'>,
): VerifiedServer['flagged'] =>
	tools.map(tool => ({tool: shownName(tool), flags: flagsOf(tool)})).filter(({flags}) => flags.length > 0);

/** What a server has said, by name. Instructions that say nothing are none. */
export const namesOfTools = (tools: readonly ToolDefinition[]): readonly OfferedName[] =>
	tools
		.filter(({tool, description}) => tool !== '' || description !== '')
		.map(tool => ({kind: 'tool', name: shownName(tool)}));

/** Keeps what is to be kept, and says how the server is. */
const conclude = async (
	{offer, failure}: Finding,
	pinned: PinnedServer | undefined,
	{pins, isAccepted}: VerifyOptions,
): Promise<VerifiedServer> => {
	const {
		config: {name},
		tools,
	} = offer;
	const trouble = failure ?? pinned?.failure;
	if (pinned === undefined || trouble !== undefined) {
		return {name, status: 'failed', failure: trouble, flagged: [], offered: []};
	}
	const found = {name, pinned, flagged: flaggedIn(tools, pins), offered: namesOfTools(tools)};
	const isDrift = hasDrifted(pinned);
	const unsaved = pinned.isNew || (isDrift && isAccepted) ? await pins.acceptServer(name, tools) : undefined;
	if (unsaved !== undefined) {
		return {...found, status: 'failed', failure: unsaved};
	}
	return {...found, status: pinned.isNew ? 'new' : isDrift ? (isAccepted ? 'accepted' : 'drift') : 'ok'};
};

/** What is wrong with entries that are not used, one server each. */
const refusedObject = ({name, problems, isUntrusted}: ServerRun['refused'][number]) => ({
	name,
	status: isUntrusted === true ? 'untrusted' : 'failed',
	error: {code: isUntrusted === true ? 'untrusted' : 'bad-config', message: problems.join('\n')},
});

type Report = {
	readonly verified: readonly VerifiedServer[];
	/** Entries that could not be compared. */
	readonly refused: ServerRun['refused'];
	readonly isOk: boolean;
	/** The lock file that servers were compared with. */
	readonly lock?: string | undefined;
};

/** Tells the outcome in every form that was asked for; the exit code. */
export const reportVerified = async (
	{verified, refused, isOk, lock}: Report,
	{output, junit}: VerifyBase,
): Promise<number> => {
	// A report on stdout is read by a program, so what is for people goes beside it.
	const told = junit?.path === '-' ? {print: output.say} : output;
	for (const {failure} of verified) {
		if (failure !== undefined) {
			output.complain(failure);
		}
	}
	for (const problem of refused.flatMap(({problems}) => problems)) {
		output.say(problem);
	}
	if (output.isJson) {
		output.printJson({
			ok: isOk,
			lock,
			servers: [...verified.map(verifiedObject), ...refused.map(refusedObject)],
		});
	} else {
		printVerified(verified, told, lock);
	}
	const unused = refused.map(
		({name, problems, isUntrusted}): VerifiedServer => ({
			name,
			status: isUntrusted === true ? 'untrusted' : 'failed',
			failure: {code: 'bad-config', message: problems.join('\n')},
			flagged: [],
			offered: [],
		}),
	);
	const unwritten =
		junit === undefined
			? undefined
			: await writeReport(junit, verifiedSuites([...verified, ...unused], lock), output);
	if (unwritten !== undefined) {
		output.complain(unwritten);
	}
	return isOk && unwritten === undefined ? commandExitCodes.ok : commandExitCodes.failed;
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
	const findings = await findOffers(options, configs, signal);
	const working = findings.filter(({failure}) => failure === undefined).map(({offer}) => offer);
	const inspected = new Map(
		(
			await pins.inspect(
				working.map(({config}) => config.name),
				working.flatMap(({tools}) => tools),
				signal,
			)
		).map(pinned => [pinned.server, pinned]),
	);
	const verified: VerifiedServer[] = [];
	for (const finding of findings) {
		verified.push(await conclude(finding, inspected.get(finding.offer.config.name), options));
	}
	const refused = name === undefined ? run.refused : [];
	const code = await reportVerified(
		{
			verified,
			refused,
			// Nothing of what waits for trust is used, so nothing of it can have drifted.
			isOk: verified.every(isFine) && refused.every(({isUntrusted}) => isUntrusted === true),
		},
		options,
	);
	const drifted = verified.filter(({status}) => status === 'drift');
	if (drifted.length > 0 && !output.isJson) {
		const only = drifted.length === 1 ? drifted.map(each => `${quoteWord(each.name)} `).join('') : '';
		output.say(`Look at what is different. To accept it: mcp-tui mcp verify ${only}--accept`);
	}
	if (configs.length + refused.length === 0 && !output.isJson) {
		output.say('No server is configured. Add one: mcp-tui mcp add <name> <command|url>');
	}
	return code;
};
