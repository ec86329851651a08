import type {App} from '../../source/app/app.ts';
import type {JsonObject} from '../../source/domain/json.ts';
import type {CallReport} from '../../source/domain/ports.ts';
import type {OfferedTool, ToolDefinition} from '../../source/domain/tool.ts';
import type {ToolDesk} from '../../source/domain/tool-desk.ts';
import {noDesk} from '../../source/ui/tools/no-desk.ts';
import {createToolsSection} from '../../source/ui/tools/tools-section.ts';
import {succeededWith} from './fake-servers.ts';
import {openBench} from './ui-bench.ts';

export const offer = (server: string, tool: string, change: Partial<ToolDefinition> = {}): OfferedTool => ({
	modelName: `${server}__${tool}`,
	definition: {
		server,
		tool,
		description: `What ${tool} does.`,
		inputSchema: {
			type: 'object',
			properties: {
				path: {type: 'string', description: 'Where it is'},
				options: {type: 'object', properties: {depth: {type: 'integer', default: 3}}},
			},
			required: ['path'],
		},
		annotations: {},
		...change,
	},
});

const tools: readonly OfferedTool[] = [
	offer('files', 'read', {title: 'Reader', annotations: {readOnlyHint: true}}),
	offer('files', 'wipe', {annotations: {destructiveHint: true}}),
	offer('web', 'fetch', {annotations: {openWorldHint: true}}),
];

export type ToolsOptions = {
	readonly explorer?: Partial<App['explorer']>;
	readonly desk?: Partial<ToolDesk>;
	readonly tools?: readonly OfferedTool[];
	/** Starts the servers that do not run. */
	readonly connect?: () => Promise<void>;
	readonly target?: Parameters<typeof openBench>[0]['target'];
	readonly size?: {readonly columns: number; readonly rows: number};
};

/** The list of tools in the workbench. */
export const openTools = ({
	explorer = {},
	desk = {},
	tools: offered = tools,
	connect,
	target,
	size = {columns: 110, rows: 30},
}: ToolsOptions = {}) =>
	openBench({
		create: createToolsSection,
		size,
		ports: {tools: {...noDesk, ...desk}},
		catalogue: {tools: () => offered, ...(connect === undefined ? {} : {connect})},
		...(target === undefined ? {} : {target}),
		before(fake) {
			fake.explorer = explorer;
		},
	});

type Opened = Awaited<ReturnType<typeof openTools>>;

/** Presses a key on what could be read before. */
export const pressSeen = ({text, clock, press}: Opened, key: string): void => {
	text();
	clock.advance(400);
	press(key);
};

/** The explorer, in which what is tried is noted and answered. */
export const openTrying = async (options: ToolsOptions & {readonly report?: CallReport} = {}) => {
	const sent: JsonObject[] = [];
	const opened = await openTools({
		...options,
		explorer: {
			run: async (_, args) => {
				sent.push(args);
				return options.report ?? succeededWith('{"found": 1}');
			},
			...options.explorer,
		},
	});
	return {...opened, opened, sent};
};
