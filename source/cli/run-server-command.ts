import {pathToFileURL} from 'node:url';
import type {CommandLine} from '../command-line/parse-command-line.ts';
import {composeServers} from '../compose-servers.ts';
import {openBrowser} from '../core/mcp/auth/open-browser.ts';
import {createCommandOutput} from '../headless/command-output.ts';
import {createCommandRequests} from '../headless/servers/command-requests.ts';
import {diagnoseProgram} from '../headless/servers/diagnose-program.ts';
import {all} from './line-values.ts';
import {programFacts} from './program-facts.ts';
import {readLine} from './read-line.ts';
import {type RunCommand, serverCommands} from './server-command-table.ts';

const doctor: RunCommand = async ({line, run, output}, signal) =>
	diagnoseProgram(run, await programFacts(all(line, 'mcp-config')), output, signal);

/** Aborts when the user or the system wants the program to end; a second time ends it at once. */
const endSignal = (): AbortSignal => {
	const ending = new AbortController();
	const end = (): void => ending.abort();
	process.once('SIGINT', end);
	process.once('SIGTERM', end);
	process.once('SIGHUP', end);
	// Whoever was reading has gone, as after `| head -1`.
	process.stdout.on('error', end);
	process.stderr.on('error', end);
	return ending.signal;
};

/** Runs a command that works on servers: wires what it needs, and leaves nothing running. */
export const runServerCommand = async (line: CommandLine): Promise<number> => {
	const {stdout, stderr, stdin} = process;
	const output = createCommandOutput({stdout, stderr}, line.values.has('json'), stderr.columns);
	const signal = endSignal();
	const composed = await composeServers({
		configFiles: all(line, 'mcp-config'),
		isStrict: line.values.has('strict-mcp-config'),
		say: output.say,
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
	try {
		const command = line.command === 'doctor' ? doctor : serverCommands[line.command];
		if (command === undefined) {
			throw new Error(`Nothing runs the command ${line.command}.`);
		}
		return await command({line, run: composed, output}, signal);
	} finally {
		await composed.close();
	}
};
