import {createHash} from 'node:crypto';
import type {ServerConfig} from '../../domain/server.ts';
import type {ToolDefinition} from '../../domain/tool.ts';
import {canonicalJson} from '../../support/canonical-json.ts';
import {serverReach} from './server-reach.ts';

const printLength = 22;

/** Equal exactly when the values say the same. */
export const printOf = (value: unknown): string =>
	createHash('sha256').update(canonicalJson(value)).digest('base64url').slice(0, printLength);

const toolPrints = new WeakMap<ToolDefinition, string>();
const serverPrints = {own: new WeakMap<ServerConfig, string>(), foreign: new WeakMap<ServerConfig, string>()};

const remembered = <T extends object>(prints: WeakMap<T, string>, of: T, make: () => string): string => {
	const known = prints.get(of);
	if (known !== undefined) return known;
	const print = make();
	prints.set(of, print);
	return print;
};

/**
 * Of everything that a model or a user is told about a tool, and of what it may reach if it is one of ours. Equal exactly
 * when the definitions say the same.
 */
export const toolPrint = (tool: ToolDefinition): string =>
	remembered(toolPrints, tool, () => {
		const {tool: name, title, description, inputSchema, outputSchema, annotations, reach} = tool;
		// Definitions from elsewhere than a server may lack the annotations, which says the same as none.
		return printOf({
			name,
			title,
			description,
			inputSchema,
			outputSchema,
			annotations: annotations ?? {},
			reach,
		});
	});

/**
 * Of how a server is reached: its command or address and the names of what it is given, as they are written. `isOwn`: the
 * user's own configuration names it; of any other the print also says which file does, and where it runs.
 */
export const serverPrint = (config: ServerConfig, isOwn: boolean): string =>
	remembered(serverPrints[isOwn ? 'own' : 'foreign'], config, () => printOf(serverReach(config, isOwn)));

/** What a tool and the way to its server are, for an approval that is to hold for nothing else. */
export const bindingOf = (tool: ToolDefinition, print: string | undefined): string =>
	`${print ?? ''} ${toolPrint(tool)}`;
