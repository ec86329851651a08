import path from 'node:path';
import type {JsonObject} from '../../domain/json.ts';
import type {ResultStore} from '../../domain/ports.ts';
import type {SessionShelf} from '../../domain/session-shelf.ts';
import type {OfferedTool} from '../../domain/tool.ts';
import {createCalculateMcpTool} from './calculate/createCalculateMcpTool.ts';
import {createCurrentTimeMcpTool} from './current-time/createCurrentTimeMcpTool.ts';
import {createFetchUrlMcpTool, type FetchUrlDeps} from './fetch-url/createFetchUrlMcpTool.ts';
import {createListDirectoryMcpTool} from './list-directory/createListDirectoryMcpTool.ts';
import {createReadFileMcpTool} from './read-file/createReadFileMcpTool.ts';
import {createReadResultMcpTool} from './read-result/createReadResultMcpTool.ts';
import {createSearchFilesMcpTool} from './search-files/createSearchFilesMcpTool.ts';
import {createSearchSessionsMcpTool} from './search-sessions/createSearchSessionsMcpTool.ts';
import {createSearchToolsMcpTool} from './search-tools/createSearchToolsMcpTool.ts';
import {createGrantedFolders, type GrantedFolders} from './shared/createGrantedFolders.ts';
import type {McpTool} from './shared/McpTool.ts';
import {showName} from './shared/showName.ts';
import {createWriteFileMcpTool} from './write-file/createWriteFileMcpTool.ts';

export type ToolSources = {
	/** The folders that file tools may use; relative paths start at the first. The current folder when absent. */
	readonly roots?: readonly string[];
	readonly now: () => number;
	/** With it there is a tool that reads what was left out of long results. */
	readonly results?: Pick<ResultStore, 'read'>;
	/** With it there is a tool that searches these: what the other servers offer. */
	readonly findTools?: () => readonly OfferedTool[];
	/** With it there is a tool that searches the user's earlier sessions. */
	readonly sessions?: Pick<SessionShelf, 'list' | 'search'>;
	/** With it there is a tool that gets public pages. */
	readonly network?: FetchUrlDeps;
};

export type ToolSet = {
	readonly tools: readonly McpTool[];
	/** Those of `tools` that work on the granted folders. */
	readonly fileTools: ReadonlySet<string>;
	/** The granted folders as they are shown. */
	readonly where: string;
};

const withReach = (
	tools: readonly McpTool[],
	reach: JsonObject,
	words: {readonly where?: string} = {},
): readonly McpTool[] => tools.map(tool => ({...tool, reach, ...words}));

const createFileTools = (folders: GrantedFolders): readonly McpTool[] => [
	...createListDirectoryMcpTool({folders}),
	...createReadFileMcpTool({folders}),
	...createSearchFilesMcpTool({folders}),
	...createWriteFileMcpTool({folders}),
];

/** Every tool that its sources allow for, whatever the mode in which it may be offered. */
export const createToolSet = ({results, findTools, sessions, network, ...sources}: ToolSources): ToolSet => {
	const roots = (sources.roots ?? [process.cwd()]).map(root => path.resolve(root));
	const where = roots.map(root => showName(root)).join(' and ') || 'no folder';
	const onFiles = withReach(createFileTools(createGrantedFolders({roots})), {roots}, {where});
	return {
		tools: [
			...createCurrentTimeMcpTool({now: sources.now}),
			...createCalculateMcpTool(),
			...(results === undefined ? [] : createReadResultMcpTool({results})),
			...(findTools === undefined ? [] : createSearchToolsMcpTool({findTools})),
			...(sessions === undefined ? [] : createSearchSessionsMcpTool({sessions})),
			...(network === undefined
				? []
				: withReach(createFetchUrlMcpTool(network), {
						allowedHosts: [...(network.allowedHosts ?? [])].sort(),
					})),
			...onFiles,
		],
		fileTools: new Set(onFiles.map(({name}) => name)),
		where,
	};
};
