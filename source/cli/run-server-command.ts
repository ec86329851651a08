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

type Ending = {
	readonly signal: AbortSignal;
	/** Why the result did not arrive, once that is known. A reader that has gone wanted no more of it. */
	readonly lostOutput: () => Promise<Error | undefined>;
};

/** Aborts when the user or the system wants the program to end; a second time ends it at once. */
const watchForEnd = (): Ending => {
	const ending = new AbortController();
	const end = (): void => ending.abort();
	let lost: Error | undefined;
	process.once('SIGINT', end);
	process.once('SIGTERM', end);
	process.once('SIGHUP', end);
	process.stdout.on('error', (error: NodeJS.ErrnoException) => {
		// Whoever was reading has gone, as after `| head -1`.
		if (error.code !== 'EPIPE') {
			lost = error;
		}
		end();
	});
	process.stderr.on('error', end);
	return {
		signal: ending.signal,
		lostOutput: () =>
			new Promise(resolve => {
				// Called back when everything before it was written, or could not be.
				process.stdout.write('', () => setImmediate(() => resolve(lost)));
			}),
	};
};

/** Runs a command that works on servers: wires what it needs, and leaves nothing running. */
export const runServerCommand = async (line: CommandLine): Promise<number> => {
	const {stdout, stderr, stdin} = process;
	const output = createCommandOutput({stdout, stderr}, line.values.has('json'), stderr.columns);
	const {signal, lostOutput} = watchForEnd();
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
	if (line.command !== 'doctor') {
		if (composed.isBroken) {
			return output.refuse({
				code: 'bad-config',
				message: composed.problems.join('\n'),
				hint: 'Correct the file: nothing of it is used until then.',
			});
		}
		// What is wrong with a server that cannot be used is told where that server is.
		const told = new Set(composed.refused.flatMap(({problems}) => problems));
		for (const problem of composed.problems.filter(each => !told.has(each))) {
			output.say(problem);
		}
	}
	try {
		const command = line.command === 'doctor' ? doctor : serverCommands[line.command];
		if (command === undefined) {
			throw new Error(`Nothing runs the command ${line.command}.`);
		}
		const code = await command({line, run: composed, output}, signal);
		const lost = await lostOutput();
		return lost === undefined
			? code
			: output.fail({code: 'output-lost', message: `The output could not be written: ${lost.message}`});
	} finally {
		await composed.close();
	}
};
