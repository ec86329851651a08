import type {CustomExchange, RefusedCustomTool, ShownRequest} from '../domain/custom-tool.ts';
import type {JsonObject} from '../domain/json.ts';
import {suggestion} from '../support/nearest.ts';
import {type CommandOutput, commandExitCodes} from './command-output.ts';
import {readCallArguments} from './servers/call-arguments.ts';
import {describeParameters} from './servers/describe-parameters.ts';

/** What came of a call: the result as an MCP client would get it. */
type CustomToolRun = {
	readonly exchange: CustomExchange;
	readonly result: {readonly isError?: true; readonly content: readonly {readonly text: string}[]};
};

/** The custom tools of the configuration, to be tried. Nothing here throws. */
export type CustomToolTest = {
	readonly tools: readonly {readonly name: string; readonly parameters: JsonObject}[];
	readonly refused: readonly RefusedCustomTool[];
	/** What is wrong with the arguments, one line each. */
	readonly check: (name: string, args: JsonObject, signal: AbortSignal) => Promise<readonly string[]>;
	readonly run: (name: string, args: JsonObject, signal: AbortSignal) => Promise<CustomToolRun>;
};

type TestOptions = {
	readonly tools: CustomToolTest;
	readonly output: CommandOutput;
	readonly name: string;
	/** As they were typed. */
	readonly words: readonly string[];
};

const refuseName = ({tools, output, name}: TestOptions): number => {
	const bad = tools.refused.find(tool => tool.name === name);
	if (bad !== undefined) {
		return output.refuse({
			code: 'bad-config',
			message: `The custom tool "${name}" cannot be used:\n${bad.problems.join('\n')}`,
			hint: 'Correct it in the file; the other tools are not affected.',
		});
	}
	const known = [...tools.tools, ...tools.refused].map(tool => tool.name);
	return output.refuse({
		code: 'unknown-tool',
		message: `There is no custom tool "${name}"${suggestion(name, known) || '.'}`,
		hint:
			known.length === 0
				? 'Describe one under customTools in your config.json. A tool of a server is called with: mcp-tui call <server> <tool>'
				: `There ${known.length === 1 ? 'is' : 'are'} ${known.join(', ')}.`,
	});
};

const requestLines = ({method, url, headers, body}: ShownRequest): readonly string[] => [
	`${method} ${url}`,
	...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
	...(body === undefined ? [] : ['', body]),
];

const answerLine = ({answer, duration}: CustomExchange): string =>
	answer === undefined
		? `no answer, after ${duration} ms`
		: [
				`${answer.status} ${answer.statusText}`.trim(),
				`${duration} ms`,
				`${answer.bytes} bytes`,
				...(answer.contentType === '' ? [] : [answer.contentType]),
			].join(', ');

/** Calls a custom tool once, as the user's own act, and shows what was sent and what came back. */
export const testCustomTool = async (options: TestOptions, signal: AbortSignal): Promise<number> => {
	const {tools, output, name, words} = options;
	const tool = tools.tools.find(each => each.name === name);
	if (tool === undefined) {
		return refuseName(options);
	}
	const read = readCallArguments(words, tool.parameters);
	if (read.type === 'refused') {
		return output.refuse(read.failure);
	}
	const problems = await tools.check(name, read.arguments, signal);
	if (problems.length > 0) {
		return output.refuse({
			code: 'invalid-arguments',
			message: `The arguments do not fit the parameters of ${name}, so nothing was sent: ${problems.join('; ')}`,
			hint: describeParameters(tool.parameters),
		});
	}
	output.show(`${name} is running ...`);
	const {exchange, result} = await tools.run(name, read.arguments, signal);
	output.show('');
	const {request, answer, duration, error} = exchange;
	if (output.isJson) {
		output.printJson({tool: name, request, answer, durationMs: duration, result});
	} else if (request !== undefined) {
		output.print([...requestLines(request), '', answerLine(exchange)].join('\n'));
	}
	if (result.isError === true) {
		output.complain({code: 'tool-failed', message: error ?? 'The tool failed.'});
		return commandExitCodes.failed;
	}
	if (!output.isJson) {
		output.print(['', ...result.content.map(({text}) => text)].join('\n'));
	}
	return commandExitCodes.ok;
};
