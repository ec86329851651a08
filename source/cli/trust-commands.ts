import {homedir} from 'node:os';
import {unmatchedPatterns} from '../app/unmatched-patterns.ts';
import {commandToolboxName} from '../compose-command-toolbox.ts';
import {approvalsOf, assistantsOf, knownNames} from '../compose-load.ts';
import {ownConfigFile} from '../compose-settings.ts';
import {composeTrust} from '../compose-trust.ts';
import {approvalModes, workModes} from '../domain/approval.ts';
import {unusableFailure} from '../domain/assistant-admin.ts';
import type {JsonObject} from '../domain/json.ts';
import type {ServerConfig, ServerStatus} from '../domain/server.ts';
import {pinnedDefinitions} from '../domain/server-instructions.ts';
import type {ToolDefinition} from '../domain/tool.ts';
import {testPolicy} from '../headless/policy-test.ts';
import {readCallArguments} from '../headless/servers/call-arguments.ts';
import {connectServers} from '../headless/servers/connect-servers.ts';
import {troublesOf} from '../headless/servers/describe-server.ts';
import {importServers} from '../headless/servers/import-servers.ts';
import {findServer} from '../headless/servers/server-run.ts';
import {suggestion} from '../support/nearest.ts';
import {sanitiseLine} from '../support/sanitise.ts';
import {namesTool} from '../support/tool-rule.ts';
import {all, first} from './line-values.ts';
import {readAnswer} from './read-answer.ts';
import type {Given, RunCommand} from './server-command-table.ts';

/** What the user allows and has accepted, for a command. */
export const trustOf = ({line, run, output}: Given) => {
	const {loaded, surroundings, servers} = run;
	const {folders, openState} = surroundings;
	const ownFile = ownConfigFile(folders);
	const named = first(line, 'assistant');
	const assistant = assistantsOf(loaded).find(({name}) => name === named);
	const configOf = (server: string) => run.configs.find(({name}) => name === server);
	const toolbox = run.configs.find(({type}) => type === 'in-memory')?.name;
	const lists = {allowedTools: all(line, 'allowed-tools'), disallowedTools: all(line, 'disallowed-tools')};
	const settings = () => approvalsOf(loaded, assistant, ownFile);
	const known = () => knownNames(loaded, servers, toolbox ?? commandToolboxName(loaded));
	const trust = composeTrust({
		openState,
		settings,
		isOwnServer: server => server === toolbox || configOf(server)?.source === ownFile,
		...lists,
		configOf,
		...(toolbox === undefined ? {} : {toolbox}),
		known,
		toolsOf: server =>
			servers
				.tools()
				.map(({definition}) => definition)
				.filter(definition => definition.server === server),
		newId: () => '',
		onGrants: () => undefined,
		onTrouble: failure => output.complain(failure),
	});
	return {...trust, assistant, named, known, lists, settings};
};

export const importCommand: RunCommand = async ({line, run, output}, signal) => {
	const [{createFindForeignServers}, {clients}] = await Promise.all([
		import('../core/config/import/find-foreign-servers.ts'),
		import('../core/config/import/clients.ts'),
	]);
	return importServers(
		{
			run,
			output,
			clients,
			findServers: createFindForeignServers({
				home: homedir(),
				cwd: process.cwd(),
				env: process.env,
				platform: process.platform,
				ownFile: ownConfigFile(run.surroundings.folders),
			}),
			wanted: line.words,
			only: all(line, 'server'),
			isYes: line.values.has('yes'),
			replace: line.values.has('replace'),
			isPlainText: line.values.has('plain-text'),
			...(process.stdin.isTTY && process.stderr.isTTY ? {readLine: readAnswer} : {}),
		},
		signal,
	);
};

const misfitsOf = async (
	{inputSchema}: ToolDefinition,
	args: JsonObject,
	signal: AbortSignal,
): Promise<readonly string[]> => {
	const {createSchemaChecker} = await import('../core/mcp/calls/schema-checker.ts');
	const checker = createSchemaChecker();
	try {
		const verdict = await checker.check(inputSchema, args, signal);
		return verdict.type === 'invalid' ? verdict.problems : [];
	} finally {
		await checker.close();
	}
};

/** As if it said nothing about itself. */
const bareTool = (server: string, tool: string): ToolDefinition => ({
	server,
	tool,
	description: '',
	inputSchema: {type: 'object'},
	annotations: {},
});

/** Why a server has not said anything about its tools. */
const unknownBecause = (
	line: Given['line'],
	{disabled}: ServerConfig,
	status: ServerStatus | undefined,
): string => {
	if (line.values.has('no-connect')) {
		return 'because of --no-connect';
	}
	const [failure] = status === undefined ? [] : troublesOf(status);
	if (disabled || failure === undefined) {
		return disabled ? 'because the server is disabled' : 'because the server is not ready';
	}
	return `because the server does not work: ${failure.message.replace(/\.$/, '')}`;
};

export const policyCommand: RunCommand = async (given, signal) => {
	const {line, run, output} = given;
	const [server = '', tool = '', ...words] = line.words;
	const {policy, grants, pins, assistant, named, ...trust} = trustOf(given);
	if (named !== undefined && assistant === undefined) {
		const unusable = run.loaded.config.refusedAssistants.find(({name}) => name === named);
		if (unusable !== undefined) {
			return output.refuse(unusableFailure(unusable));
		}
		const known = assistantsOf(run.loaded).map(({name}) => name);
		const message = `There is no assistant "${named}"${suggestion(named, known) || '.'}`;
		return output.refuse({code: 'bad-input', message});
	}
	const found = findServer(run, server);
	if (found.type === 'refused') {
		return output.refuse(found.failure);
	}
	const connects = !line.values.has('no-connect') && !found.config.disabled;
	const status = connects
		? (await connectServers(run, [found.config], output, signal)).get(server)
		: undefined;
	const tools = run.servers.tools().map(({definition}) => definition);
	await Promise.all([grants.refresh(), pins.check(pinnedDefinitions(run.servers), signal)]);
	const offered = tools.filter(each => each.server === server);
	const known =
		offered.find(each => each.tool === tool) ??
		offered.find(each => !tool.includes('*') && namesTool(tool, each));
	if (known === undefined && status?.type === 'ready') {
		const names = offered.map(each => each.tool);
		const message = `Server "${server}" has no tool "${tool}"${suggestion(tool, names) || '.'}`;
		return output.refuse({
			code: 'unknown-tool',
			message,
			hint: `Its tools: mcp-tui tools --server ${server}`,
		});
	}
	const definition = known ?? bareTool(server, tool);
	const whyUnknown = known === undefined ? unknownBecause(line, found.config, status) : undefined;
	const read = readCallArguments(words, definition.inputSchema);
	if (read.type === 'refused') {
		return output.refuse(read.failure);
	}
	const misfits = known === undefined ? [] : await misfitsOf(known, read.arguments, signal);
	const {approvals} = run.loaded.config;
	const sources = {...trust.lists, settings: trust.settings(), assistant};
	for (const text of unmatchedPatterns(
		sources,
		trust.known(),
		name => name === server && status?.type === 'ready',
	)) {
		output.say(sanitiseLine(text));
	}
	return testPolicy({
		policy,
		tool: definition,
		...(whyUnknown === undefined ? {} : {whyUnknown}),
		args: read.arguments,
		misfits,
		mode:
			approvalModes.find(mode => mode === first(line, 'approval')) ??
			assistant?.toolApproval ??
			approvals.toolApproval ??
			'always-ask',
		workMode: workModes.find(mode => mode === first(line, 'mode')) ?? 'act',
		output,
	});
};
