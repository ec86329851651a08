import {unmatchedPatterns} from '../app/unmatched-patterns.ts';
import type {CommandLine} from '../command-line/parse-command-line.ts';
import {commandToolboxName} from '../compose-command-toolbox.ts';
import {approvalsOf, assistantsOf, knownNames, type Loaded, serversOf} from '../compose-load.ts';
import {composeServers} from '../compose-servers.ts';
import {findSurroundings, ownConfigFile, type Surroundings} from '../compose-settings.ts';
import {toolboxClash} from '../compose-toolbox.ts';
import {noRequests} from '../core/mcp/connection/no-requests.ts';
import type {Assistant} from '../domain/assistant.ts';
import type {Failure} from '../domain/failure.ts';
import type {McpServers} from '../domain/server-ports.ts';
import {type CommandOutput, createCommandOutput} from '../headless/command-output.ts';
import {diagnoseProgram} from '../headless/doctor/diagnose-program.ts';
import {askPassphraseIfTerminal} from './ask-passphrase.ts';
import {all} from './line-values.ts';
import {programFacts} from './program-facts.ts';
import {redactedStreams} from './redacted-streams.ts';
import {watchForEnd} from './watch-for-end.ts';

const noProviders = new Map();

/** What can be told without the tools of any server: patterns that none of the servers can have a tool for. */
const configWarnings = (
	loaded: Loaded,
	{folders}: Surroundings,
	servers: Pick<McpServers, 'configs' | 'tools'>,
): ReadonlySet<string> => {
	const known = knownNames(loaded, servers, commandToolboxName(loaded));
	const unmatchedOf = (assistant: Assistant | undefined): readonly string[] => {
		const settings = approvalsOf(loaded, assistant, ownConfigFile(folders));
		const sources = {allowedTools: [], disallowedTools: [], settings, assistant};
		return unmatchedPatterns(sources, known, () => false);
	};
	return new Set([undefined, ...assistantsOf(loaded)].flatMap(unmatchedOf));
};

/** A file that cannot even be opened leaves no server to look at, and everything else. */
const diagnoseWithout = async (
	{message, hint}: Failure,
	line: CommandLine,
	output: CommandOutput,
	signal: AbortSignal,
): Promise<number> => {
	const surroundings = findSurroundings({onWait: output.say, onTrouble: output.complain});
	try {
		const facts = await programFacts(all(line, 'mcp-config'), surroundings, noProviders, signal);
		const problems = [hint === undefined ? message : `${message} ${hint}`];
		const nobody = async function* () {};
		return await diagnoseProgram(
			{configs: [], refused: [], problems, diagnose: nobody},
			facts,
			output,
			signal,
		);
	} finally {
		surroundings.credentials.close();
	}
};

/** Looks at the whole installation, however little of it works. */
export const runDoctor = async (line: CommandLine): Promise<number> => {
	const output = createCommandOutput(redactedStreams(), line.values.has('json'), process.stderr.columns);
	const stop = new AbortController();
	const {signal} = stop;
	const ending = watchForEnd(() => stop.abort());
	const composed = await composeServers({
		configFiles: all(line, 'mcp-config'),
		isStrict: line.values.has('strict-mcp-config'),
		trustsProject: line.values.has('trust-project'),
		onlyLooks: line.values.has('no-connect'),
		...askPassphraseIfTerminal(),
		say: output.say,
		// The walk to a server answers what it is asked by itself.
		requests: noRequests,
	});
	if (composed.type === 'refused') {
		return diagnoseWithout(composed.failure, line, output, signal);
	}
	try {
		const {surroundings, loaded} = composed;
		const facts = await programFacts(all(line, 'mcp-config'), surroundings, loaded.config.providers, signal);
		const warnings = [
			...toolboxClash(commandToolboxName(loaded), serversOf(loaded)),
			...configWarnings(loaded, surroundings, composed.servers),
		];
		const code = await diagnoseProgram({...composed, warnings}, facts, output, signal);
		const lost = await ending.lostInTheEnd();
		return lost === undefined ? code : output.fail(lost);
	} finally {
		await composed.close();
	}
};
