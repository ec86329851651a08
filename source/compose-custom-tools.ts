import type {Loaded} from './compose-load.ts';
import {version} from './compose-settings.ts';
import {isSameCustomTools} from './core/config/custom/same-custom-tools.ts';
import {createExchangeLog} from './core/toolbox/custom/exchangeLog.ts';
import type {CheckArguments} from './core/toolbox/custom/internal/jsonSchemaInput.ts';
import type {CustomToolDeps} from './core/toolbox/custom/runCustomTool.ts';
import type {McpTool} from './core/toolbox/shared/McpTool.ts';
import type {CustomExchange, CustomTool, CustomToolView} from './domain/custom-tool.ts';
import type {ToolDefinition} from './domain/tool.ts';
import type {CustomToolTest} from './headless/test-custom-tool.ts';
import {redactor} from './program-redactor.ts';

/** The tools of the user's own, as the files say now. */
export type CustomTools = {
	readonly names: () => readonly string[];
	readonly tools: () => Promise<readonly McpTool[]>;
	/** Tells of others when there are others. Returns how to stop that. */
	readonly watch: (listener: (tools: readonly McpTool[]) => void) => () => void;
	/** Takes over what the files say now. */
	readonly refresh: () => Promise<void>;
	readonly viewOf: (tool: string) => CustomToolView | undefined;
	/** Those that are disabled, as if a server of this name had them. */
	readonly disabledOn: (server: string) => readonly ToolDefinition[];
};

const runDeps = (): CustomToolDeps => ({
	version,
	now: Date.now,
	environment: process.env,
	redact: redactor.redactAll,
});

const usedTools = ({config}: Pick<Loaded, 'config'>): readonly CustomTool[] =>
	config.customTools.filter(({disabled}) => !disabled);

/** For the toolbox inside this program, whose client has checked arguments before it sends them. */
const makeTools = async (
	tools: readonly CustomTool[],
	onExchange: (tool: string, exchange: CustomExchange) => void,
): Promise<readonly McpTool[]> => {
	if (tools.length === 0) {
		return [];
	}
	const {createCustomMcpTool} = await import('./core/toolbox/custom/createCustomMcpTool.ts');
	return tools.map(tool => createCustomMcpTool(tool, {...runDeps(), onExchange}));
};

export const createCustomTools = (loaded: () => Loaded): CustomTools => {
	const log = createExchangeLog();
	/** The same definition for the same tool: a list that has not changed is not made anew. */
	const definitions = new WeakMap<CustomTool, ToolDefinition>();
	const definitionOf = (tool: CustomTool, server: string): ToolDefinition => {
		const {name, title, description, parameters, annotations} = tool;
		const known = definitions.get(tool) ?? {
			server,
			tool: name,
			...(title === undefined ? {} : {title}),
			description,
			inputSchema: parameters,
			annotations,
		};
		definitions.set(tool, known);
		return known;
	};
	const listeners = new Set<(tools: readonly McpTool[]) => void>();
	let made: {readonly from: readonly CustomTool[]; readonly tools: Promise<readonly McpTool[]>} | undefined;
	const make = (): Promise<readonly McpTool[]> => {
		const from = usedTools(loaded());
		if (made === undefined || !isSameCustomTools(made.from, from)) {
			made = {from, tools: makeTools(from, log.add)};
		}
		return made.tools;
	};
	return {
		names: () => usedTools(loaded()).map(({name}) => name),
		tools: make,
		watch(listener) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
		async refresh() {
			const before = made;
			const tools = await make();
			if (made !== before) {
				for (const listener of listeners) {
					listener(tools);
				}
			}
		},
		viewOf(name) {
			const tool = loaded().config.customTools.find(each => each.name === name);
			return tool === undefined ? undefined : {tool, exchanges: redactor.redactAll(log.of(name))};
		},
		disabledOn: server =>
			loaded()
				.config.customTools.filter(({disabled}) => disabled)
				.map(tool => definitionOf(tool, server)),
	};
};

/**
 * The custom tools of a configuration for clients that may not have checked their arguments: that is done here, in a
 * thread of its own, which ends with the signal, as do the checks.
 */
export const customToolsOf = async (
	loaded: Pick<Loaded, 'config'>,
	signal: AbortSignal,
): Promise<readonly McpTool[]> => {
	const tools = usedTools(loaded);
	if (tools.length === 0) {
		return [];
	}
	const [{createCustomMcpTool}, {createSchemaChecker}] = await Promise.all([
		import('./core/toolbox/custom/createCustomMcpTool.ts'),
		import('./core/mcp/calls/schema-checker.ts'),
	]);
	const checker = createSchemaChecker();
	signal.addEventListener('abort', () => void checker.close(), {once: true});
	const check: CheckArguments = (schema, args) => checker.check(schema, args, signal);
	return tools.map(tool => createCustomMcpTool(tool, {...runDeps(), check}));
};

/** The custom tools of a configuration for a user who tries them out, those that are disabled too. */
export const customToolTest = ({config}: Loaded): CustomToolTest => {
	const find = (name: string): CustomTool => {
		const tool = config.customTools.find(each => each.name === name);
		if (tool === undefined) {
			throw new Error(`There is no custom tool ${name}.`);
		}
		return tool;
	};
	return {
		tools: config.customTools,
		refused: config.refusedCustomTools,
		async check(name, args, signal) {
			const {createSchemaChecker} = await import('./core/mcp/calls/schema-checker.ts');
			const checker = createSchemaChecker();
			const verdict = await checker.check(find(name).parameters, args, signal);
			await checker.close();
			switch (verdict.type) {
				case 'valid':
					return [];
				case 'invalid':
					return verdict.problems;
				case 'unchecked':
					return [`they cannot be checked, because ${verdict.why}`];
			}
		},
		async run(name, args, signal) {
			const [{runCustomTool}, {toCallToolResult}] = await Promise.all([
				import('./core/toolbox/custom/runCustomTool.ts'),
				import('./core/toolbox/call-tool-result.ts'),
			]);
			const {exchange, outcome} = await runCustomTool(find(name), args, runDeps(), signal);
			return {exchange, result: toCallToolResult(outcome)};
		},
	};
};
