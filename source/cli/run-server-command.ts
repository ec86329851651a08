import {pathToFileURL} from 'node:url';
import {createLogLines} from '../app/log-lines.ts';
import type {CommandLine} from '../command-line/parse-command-line.ts';
import {composeServers} from '../compose-servers.ts';
import {openBrowser} from '../core/mcp/auth/open-browser.ts';
import type {ServerNotice} from '../domain/server-request.ts';
import {type CommandOutput, createCommandOutput} from '../headless/command-output.ts';
import {createCommandRequests} from '../headless/servers/command-requests.ts';
import {redactor} from '../program-redactor.ts';
import {askPassphraseIfTerminal} from './ask-passphrase.ts';
import {all} from './line-values.ts';
import {readLine} from './read-line.ts';
import {redactedStreams} from './redacted-streams.ts';
import {serverCommands} from './server-command-table.ts';
import {watchForEnd} from './watch-for-end.ts';

/** Those to which the built-in server is one like the others. */
const withToolbox: ReadonlySet<string> = new Set(['call', 'policy test', 'test', 'tools']);

/** What a server reports while a tool of it runs, from warnings on. */
const sayLogged = ({say}: Pick<CommandOutput, 'say'>) => {
	const logLine = createLogLines(Date.now, redactor.redactAll);
	return (server: string, notice: ServerNotice): void => {
		const line = logLine(server, notice);
		if (line?.type === 'notice-raised') {
			say(line.text);
		}
	};
};

/** Runs a command that works on servers: wires what it needs, and leaves nothing running. */
export const runServerCommand = async (line: CommandLine): Promise<number> => {
	const {stderr, stdin} = process;
	const output = createCommandOutput(redactedStreams(), line.values.has('json'), stderr.columns);
	const stop = new AbortController();
	const ending = watchForEnd(() => stop.abort());
	const composed = await composeServers({
		configFiles: all(line, 'mcp-config'),
		isStrict: line.values.has('strict-mcp-config'),
		trustsProject: line.values.has('trust-project'),
		// A lock file is the same for everyone who works on the folder, whatever else they have configured.
		withoutOwnServers: line.values.has('lock'),
		withToolbox: withToolbox.has(line.command),
		...askPassphraseIfTerminal(),
		say: output.say,
		...(line.command === 'call' ? {onNotice: sayLogged(output)} : {}),
		requests: createCommandRequests({
			output,
			roots: () => [{uri: pathToFileURL(process.cwd()).href}],
			openBrowser: url => openBrowser(url, {platform: process.platform, environment: process.env}),
			...(stdin.isTTY && stderr.isTTY ? {readLine} : {}),
		}),
	});
	if (composed.type === 'refused') {
		return output.refuse(composed.failure);
	}
	if (composed.isBroken) {
		return output.refuse({
			code: 'bad-config',
			message: composed.problems.join('\n'),
			hint: 'Correct the file: nothing of it is used until then.',
		});
	}
	// What is wrong with a server or a tool that cannot be used is told where it is asked for.
	const {refusedCustomTools} = composed.loaded.config;
	const told = new Set(
		[...composed.refused, ...(line.command === 'tools test' ? refusedCustomTools : [])].flatMap(
			({problems}) => problems,
		),
	);
	for (const problem of composed.problems.filter(each => !told.has(each))) {
		output.say(problem);
	}
	try {
		const command = serverCommands[line.command];
		if (command === undefined) {
			throw new Error(`Nothing runs the command ${line.command}.`);
		}
		const code = await command({line, run: composed, output}, stop.signal);
		const lost = await ending.lostInTheEnd();
		return lost === undefined ? code : output.fail(lost);
	} finally {
		await composed.close();
	}
};
