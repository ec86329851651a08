import type {OfferedTool} from '../../../../domain/tool.ts';
import type {McpToolOutcome} from '../../shared/McpTool.ts';
import {oneLine} from '../../shared/oneLine.ts';
import {showName} from '../../shared/showName.ts';
import {parameterNames, rankTools} from './rankTools.ts';
import {type SearchToolsInput, usualTools} from './SearchToolsInputSchema.ts';
import type {FoundTool, SearchToolsOutput} from './SearchToolsOutputSchema.ts';

type SearchToolsMcpToolHandlerParams = {
	readonly params: SearchToolsInput;
	readonly tools: readonly OfferedTool[];
};

const longestDescription = 300;
const longestName = 100;
const mostServers = 50;

const describeTool = ({modelName, definition}: OfferedTool): FoundTool => ({
	name: modelName,
	server: definition.server,
	tool: definition.tool,
	description: oneLine(definition.description, longestDescription),
	parameters: parameterNames(definition).map(name => oneLine(name, longestName)),
});

const writeLine = ({name, server, description, parameters}: FoundTool): string =>
	[
		`${showName(name, longestName)} (server ${showName(server, longestName)})`,
		...(description === '' ? [] : [`: ${description}`]),
		parameters.length === 0 ? ' [no parameters]' : ` [parameters: ${parameters.join(', ')}]`,
	].join('');

const describeServers = (tools: readonly OfferedTool[]): string => {
	const counts = new Map<string, number>();
	for (const {definition} of tools) {
		counts.set(definition.server, (counts.get(definition.server) ?? 0) + 1);
	}
	const names = [...counts]
		.slice(0, mostServers)
		.map(([server, count]) => `${showName(server, longestName)} (${count})`);
	return [...names, ...(counts.size > mostServers ? [`${counts.size - mostServers} more`] : [])].join(', ');
};

const describeNothing = (query: string, tools: readonly OfferedTool[]): string =>
	tools.length === 0
		? 'No server offers any tool now.'
		: `No tool fits ${showName(query, longestName)}. Try other words, or the name of a server. These servers have tools: ${describeServers(tools)}.`;

export const searchToolsMcpToolHandler = async ({
	params,
	tools,
}: SearchToolsMcpToolHandlerParams): Promise<McpToolOutcome<SearchToolsOutput>> => {
	const {query, limit = usualTools} = params;
	const fitting = await rankTools(tools, query);
	const found = fitting.slice(0, limit).map(describeTool);
	const more = fitting.length - found.length;
	const text =
		found.length === 0
			? describeNothing(query, tools)
			: [
					...found.map(writeLine),
					...(more > 0 ? [`… and ${more} more that fit less. More words find fewer.`] : []),
				].join('\n');
	return [
		{type: 'text', text},
		{type: 'json', data: {tools: found, found: fitting.length}},
	];
};
