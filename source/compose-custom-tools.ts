import type {Loaded} from './compose-load.ts';
import {version} from './compose-settings.ts';
import {isSameCustomTools} from './core/config/custom/same-custom-tools.ts';
import type {McpTool} from './core/toolbox/shared/McpTool.ts';
import type {CustomExchange, CustomToolView} from './domain/custom-tool.ts';
import {redactor} from './program-redactor.ts';

const runDeps = () => ({
	version,
	now: Date.now,
	environment: process.env,
	redact: redactor.redactAll,
});

type OnExchange = (tool: string, exchange: CustomExchange) => void;

const createTools = async (loaded: Loaded, onExchange: OnExchange): Promise<readonly McpTool[]> => {
	if (loaded.config.customTools.length === 0) {
		return [];
	}
	const {createCustomMcpTool} = await import('./core/toolbox/custom/createCustomMcpTool.ts');
	return loaded.config.customTools.map(tool => createCustomMcpTool(tool, {...runDeps(), onExchange}));
};

/**
 * The custom tools of a configuration for clients of which nobody knows whether they check arguments: it is done here, in
 * a thread of its own.
 */
export const customToolsOf = async (loaded: Loaded): Promise<readonly McpTool[]> => {
	if (loaded.config.customTools.length === 0) {
		return [];
	}
	const [{createCustomMcpTool}, {createSchemaChecker}] = await Promise.all([
		import('./core/toolbox/custom/createCustomMcpTool.ts'),
		import('./core/mcp/calls/schema-checker.ts'),
	]);
	const {check} = createSchemaChecker();
	return loaded.config.customTools.map(tool => createCustomMcpTool(tool, {...runDeps(), check}));
};
