import {withRequiredDefaults} from '../../domain/argument-fields.ts';
import {assertNever} from '../../domain/assert-never.ts';
import type {CallReport} from '../../domain/ports.ts';
import type {ServerStatus} from '../../domain/server.ts';
import type {ToolDefinition} from '../../domain/tool.ts';
import type {CallProgress} from '../../domain/tool-call.ts';
import {suggestion} from '../../support/nearest.ts';
import {type CommandOutput, commandExitCodes} from '../command-output.ts';
import {readCallArguments} from './call-arguments.ts';
import {connectServers} from './connect-servers.ts';
import {describeParameters} from './describe-parameters.ts';
import {type OutputFile, saveContent} from './save-content.ts';
import {findServer, type ServerRun} from './server-run.ts';
import {showResult} from './show-content.ts';
import {unusableServer} from './unusable-server.ts';

type CallOptions = {
	readonly run: ServerRun;
	readonly output: CommandOutput;
	readonly server: string;
	readonly tool: string;
	/** As they were typed. */
	readonly words: readonly string[];
	/** Where the bytes of the result go, if not to stdout. */
	readonly file?: OutputFile;
};

const showProgress = ({progress, total, message}: CallProgress): string =>
	[
		total === undefined ? `${progress}` : `${progress} of ${total}`,
		...(message === undefined ? [] : [message]),
	].join('  ');

const printSucceeded = async (
	report: Extract<CallReport, {type: 'succeeded'}>,
	{output, file}: CallOptions,
): Promise<number> => {
	const {result, raw, warning} = report;
	if (warning !== undefined) {
		output.say(warning);
	}
	const text = showResult(result);
	if (file !== undefined) {
		const failure = await saveContent(result.content, text, file);
		if (failure !== undefined) {
			return output.fail(failure);
		}
		output.say(`Written to ${file.path}.`);
	}
	if (output.isJson) {
		output.printJson(raw);
	} else if (file === undefined && text !== '') {
		output.print(text);
	}
	return commandExitCodes.ok;
};

/** A tool that reports an error has a result, too; stdout stays empty unless that result is wanted as JSON. */
const printFailed = (
	{failure, result, raw}: Extract<CallReport, {type: 'failed'}>,
	output: CommandOutput,
): number => {
	if (raw === undefined || result === undefined) {
		return output.fail(failure);
	}
	if (output.isJson) {
		output.printJson(raw);
	}
	const text = showResult(result);
	output.complain(text.trim() === '' ? failure : {...failure, message: text});
	return commandExitCodes.failed;
};

const findTool = ({
	run,
	server,
	tool,
}: CallOptions): {readonly definition: ToolDefinition} | {readonly names: readonly string[]} => {
	const definitions = run.servers
		.tools()
		.map(offered => offered.definition)
		.filter(definition => definition.server === server);
	const definition = definitions.find(each => each.tool === tool);
	return definition === undefined ? {names: definitions.map(each => each.tool)} : {definition};
};

/** Calls one tool of one server; no other server is started. */
export const callServerTool = async (options: CallOptions, signal: AbortSignal): Promise<number> => {
	const {run, output, server, tool, words} = options;
	const found = findServer(run, server);
	if (found.type === 'refused') {
		return output.refuse(found.failure);
	}
	const statuses = await connectServers(run, [found.config], output, signal);
	const status: ServerStatus = statuses.get(server) ?? {type: 'idle'};
	const unusable = unusableServer(server, status, signal);
	if (unusable !== undefined) {
		return output.fail(unusable);
	}
	const wanted = findTool(options);
	if ('names' in wanted) {
		return output.refuse({
			code: 'unknown-tool',
			message: `Server "${server}" has no tool "${tool}"${suggestion(tool, wanted.names) || '.'}`,
			hint: `mcp-tui tools --server ${server} shows what it has.`,
		});
	}
	const read = readCallArguments(words, wanted.definition.inputSchema);
	if (read.type === 'refused') {
		return output.refuse(read.failure);
	}
	output.show(`${tool} is running ...`);
	const report = await run.servers.call(
		{server, tool},
		withRequiredDefaults(wanted.definition.inputSchema, read.arguments),
		progress => output.show(`${tool}: ${showProgress(progress)}`),
		signal,
	);
	output.show('');
	if (report.type !== 'cancelled' && report.unchecked !== undefined) {
		output.say(`The arguments were not checked: ${report.unchecked}.`);
	}
	switch (report.type) {
		case 'succeeded':
			return printSucceeded(report, options);
		case 'failed':
			// Nothing was sent: what was typed is at fault.
			return report.failure.code === 'invalid-arguments'
				? output.refuse({...report.failure, hint: describeParameters(wanted.definition.inputSchema)})
				: printFailed(report, output);
		case 'cancelled':
			return output.fail({
				code: 'cancelled',
				message: report.sent
					? `Interrupted. "${server}" was told to stop ${tool}; it may have done some of its work.`
					: `Interrupted before ${tool} was called.`,
			});
		default:
			return assertNever(report);
	}
};
