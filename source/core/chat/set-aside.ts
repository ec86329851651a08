import {createHash} from 'node:crypto';
import {isSameTool, type ToolDefinition, type ToolRef} from '../../domain/tool.ts';

/** A tool that a model is not offered. `print` is that of the definition it had then; without it, any. */
export type SetAside = ToolRef & {
	readonly why: 'unfit' | 'rejected';
	readonly reason?: string;
	readonly print?: string;
};

const remembered = new WeakMap<ToolDefinition, string>();

/** Tells one definition of a tool from the next. Servers list the same one again and again, as another object. */
export const definitionPrint = (definition: ToolDefinition): string => {
	let print = remembered.get(definition);
	if (print === undefined) {
		const {description, inputSchema} = definition;
		try {
			print = createHash('sha256')
				.update(JSON.stringify([description, inputSchema]))
				.digest('base64');
		} catch {
			// Nested too deeply to be written down, and to be sent: no need to tell it from others of that kind.
			print = '';
		}
		remembered.set(definition, print);
	}
	return print;
};

/** Whether it is this definition that was set aside, and not one that the server has replaced since. */
export const isAside = (aside: ToolRef & {readonly print?: string}, definition: ToolDefinition): boolean =>
	isSameTool(aside, definition) && (aside.print === undefined || aside.print === definitionPrint(definition));
