import {randomUUID} from 'node:crypto';
import type {CommandLine} from '../command-line/parse-command-line.ts';
import {findSurroundings, version} from '../compose-settings.ts';
import type {RequestRecord} from '../core/toolbox/http/answer-requests.ts';
import type {ServedPlace} from '../core/toolbox/serve-http.ts';
import type {Failure} from '../domain/failure.ts';
import {type CommandOutput, createCommandOutput} from '../headless/command-output.ts';
import {toKeyFailure} from '../headless/keys/key-run.ts';
import {sanitiseLine} from '../support/sanitise.ts';
import {askPassphraseIfTerminal} from './ask-passphrase.ts';
import {describeServed} from './describe-served.ts';
import {findServeToken, type TokenFound, tokenAccount} from './find-serve-token.ts';
import {readServeLine, type ServeLine} from './read-serve-line.ts';
import {redactedStreams} from './redacted-streams.ts';
import {watchForEnd} from './watch-for-end.ts';

/** What is offered, whatever the way to it. */
const toolboxOf = async (serve: ServeLine, output: CommandOutput, signal: AbortSignal) => {
	const {findServedTools} = await import('./find-served-tools.ts');
	const found = await findServedTools(output, signal);
	const roots = serve.roots ?? found.roots ?? [process.cwd()];
	return {...found, mode: serve.mode, roots, version, now: Date.now};
};

type ServedToolbox = Awaited<ReturnType<typeof toolboxOf>>;

const serveStdio = async (serve: ServeLine, output: CommandOutput, signal: AbortSignal): Promise<number> => {
	const {serveToolboxOverStdio} = await import('../core/toolbox/serve-stdio.ts');
	await serveToolboxOverStdio(await toolboxOf(serve, output, signal), signal);
	return 0;
};

const findToken = async (
	{isPublic}: ServeLine,
	output: CommandOutput,
	signal: AbortSignal,
): Promise<TokenFound | {readonly type: 'failed'; readonly failure: Failure}> => {
	const {credentials, secretNames} = findSurroundings({
		onWait: output.say,
		onTrouble: output.complain,
		...askPassphraseIfTerminal(),
	});
	try {
		return await findServeToken(
			{
				environment: process.env,
				isPublic,
				keptNames: secretNames.names,
				lookUp: async withSignal => {
					const token = await credentials.get(tokenAccount, withSignal);
					return token === undefined ? {problem: (await credentials.open(withSignal)).problem} : {token};
				},
			},
			signal,
		);
	} catch (error) {
		return {type: 'failed', failure: toKeyFailure(error)};
	} finally {
		credentials.close();
	}
};

const longestShown = 200;

const recordLine = ({method, path, what = '', status, milliseconds}: RequestRecord): string => {
	const asked = sanitiseLine(`${path} ${what}`.trim()).slice(0, longestShown);
	return `${method} ${asked} ${status === 0 ? 'gone' : status} ${milliseconds} ms`;
};

const serviceNames = {mcp: 'MCP', rest: 'REST'} as const;

/** Scripts get a line for each address, people some sentences. */
const tell = (
	places: readonly ServedPlace[],
	{
		toolbox,
		serve: {isPublic, allowedOrigins},
		hasToken,
	}: {readonly toolbox: ServedToolbox; readonly serve: ServeLine; readonly hasToken: boolean},
	output: CommandOutput,
) => {
	for (const {service, urls} of places) {
		const [url = '', ...others] = urls;
		if (output.isJson) output.print(JSON.stringify({type: 'listening', service, url}));
		const also = others.length === 0 ? '' : ` (and ${others.join(', ')})`;
		output.say(`${serviceNames[service]} at ${url}${also}`);
	}
	for (const sentence of describeServed(toolbox)) output.say(sentence);
	const listed = allowedOrigins.length === 0 ? '' : ` except those of ${allowedOrigins.join(', ')}`;
	const who = isPublic ? 'Whoever reaches this machine' : 'Every program on this machine';
	output.say(
		hasToken
			? `${who} may use them with the token. Ctrl+C ends it.`
			: `${who} may use them, web pages may not${listed}. Ctrl+C ends it.`,
	);
};

const serveHttp = async (
	line: CommandLine,
	serve: ServeLine,
	output: CommandOutput,
	signal: AbortSignal,
): Promise<number> => {
	const found = await findToken(serve, output, signal);
	if (found.type === 'refused') return output.refuse(found.failure);
	if (found.type === 'failed') return output.fail(found.failure);
	const {serveToolboxOverHttp} = await import('../core/toolbox/serve-http.ts');
	const {mcpPort, restPort, host, allowedHosts, allowedOrigins} = serve;
	const toolbox = await toolboxOf(serve, output, signal);
	const outcome = await serveToolboxOverHttp({
		...toolbox,
		newId: randomUUID,
		allowedHosts,
		allowedOrigins,
		...(mcpPort === undefined ? {} : {mcpPort}),
		...(restPort === undefined ? {} : {restPort}),
		...(host === undefined ? {} : {host}),
		...(found.token === undefined ? {} : {token: found.token}),
		...(line.values.has('verbose') ? {onAnswered: record => output.say(recordLine(record))} : {}),
	});
	if (outcome.type === 'refused') return output.fail(outcome.failure);
	const {places, close} = outcome.serving;
	tell(places, {toolbox, serve, hasToken: found.token !== undefined}, output);
	await new Promise<void>(resolve => {
		if (signal.aborted) resolve();
		signal.addEventListener('abort', () => resolve(), {once: true});
	});
	await close();
	return 0;
};

/** `serve`: the toolbox on stdin and stdout, or over HTTP until somebody ends it. */
export const runServe = async (line: CommandLine): Promise<number> => {
	const output = createCommandOutput(redactedStreams(), line.values.has('json'), process.stderr.columns);
	const read = readServeLine(line, process.cwd());
	if (read.type === 'refused') return output.refuse({code: 'bad-input', message: read.message});
	const {serve} = read;
	const stop = new AbortController();
	watchForEnd(() => stop.abort());
	return serve.mcpPort === undefined && serve.restPort === undefined
		? serveStdio(serve, output, stop.signal)
		: serveHttp(line, serve, output, stop.signal);
};
