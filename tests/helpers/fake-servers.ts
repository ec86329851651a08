import {isDeepStrictEqual} from 'node:util';
import type {JsonObject} from '../../source/domain/json.ts';
import type {CallReport, ToolServers} from '../../source/domain/ports.ts';
import type {ServerFacts, ServerStatus} from '../../source/domain/server.ts';
import {
	isSameTool,
	type OfferedTool,
	type ToolAnnotations,
	type ToolDefinition,
	type ToolRef,
} from '../../source/domain/tool.ts';

export const offerTool = (
	server: string,
	tool: string,
	{
		description = '',
		annotations = {},
		inputSchema = {type: 'object'},
	}: {description?: string; annotations?: ToolAnnotations; inputSchema?: JsonObject} = {},
): OfferedTool => ({
	modelName: `${server}__${tool}`,
	definition: {server, tool, description, inputSchema, annotations},
});

export const succeededWith = (text: string): CallReport => ({
	type: 'succeeded',
	result: {content: [{type: 'text', text}]},
	raw: {content: [{type: 'text', text}]},
});

/** A server that is there, with so many tools. */
export const readyStatus = (change: Partial<ServerFacts> = {}): ServerStatus & {type: 'ready'} => ({
	type: 'ready',
	transport: 'stdio',
	protocolVersion: '2025-11-25',
	toolCount: 1,
	promptCount: 0,
	resourceCount: 0,
	templateCount: 0,
	definitionTokens: 0,
	...change,
});

type FakeCall = {readonly ref: ToolRef; readonly args: JsonObject};

type FakeServersOptions = {
	/** A function where they change. */
	readonly tools?: readonly OfferedTool[] | (() => readonly OfferedTool[]);
	readonly statuses?: ReadonlyMap<string, ServerStatus>;
	readonly connect?: ToolServers['connect'];
	readonly starting?: ToolServers['starting'];
	readonly listed?: ToolServers['listed'];
	/** Answers a call; without it every call succeeds with its own arguments as text. */
	readonly onCall?: ToolServers['call'];
	readonly check?: ToolServers['check'];
};

export type FakeServers = ToolServers & {
	readonly calls: readonly FakeCall[];
	readonly isClosed: () => boolean;
};

export const createFakeServers = ({
	tools = [],
	statuses = new Map(),
	connect = async () => undefined,
	starting = () => [],
	listed: readLists = async () => undefined,
	check = async () => undefined,
	onCall = async (_ref, args) => succeededWith(JSON.stringify(args)),
}: FakeServersOptions = {}): FakeServers => {
	const calls: FakeCall[] = [];
	const listed = (): readonly OfferedTool[] => (typeof tools === 'function' ? tools() : tools);
	/** As at real servers: whoever gives a definition calls that one and no other. */
	const isChanged = (ref: ToolRef | ToolDefinition): boolean => {
		const now = listed().find(({definition}) => isSameTool(definition, ref));
		return 'inputSchema' in ref && now !== undefined && !isDeepStrictEqual(now.definition, ref);
	};
	let isClosed = false;
	return {
		connect,
		starting,
		start: async server => statuses.get(server) ?? {type: 'idle'},
		listed: readLists,
		tools: listed,
		statuses: () => statuses,
		check,
		call(ref, args, onProgress, signal) {
			const {server, tool} = ref;
			if (isChanged(ref)) {
				const failure = {code: 'tool-changed', message: 'Nothing was sent: it has changed.'};
				return Promise.resolve({type: 'failed', failure});
			}
			calls.push({ref: {server, tool}, args});
			return onCall({server, tool}, args, onProgress, signal);
		},
		async close() {
			isClosed = true;
		},
		calls,
		isClosed: () => isClosed,
	};
};

/** A call that runs until it is interrupted, as a well-behaved connection does. */
export const runsUntilAborted: ToolServers['call'] = (_ref, _args, _onProgress, signal) =>
	new Promise(resolve => {
		const end = (): void => resolve({type: 'cancelled', sent: true});
		if (signal.aborted) {
			end();
		}
		signal.addEventListener('abort', end);
	});
