import type {McpTool} from './shared/McpTool.ts';
import {McpToolError} from './shared/McpToolError.ts';

/** A call that took too long. */
export class ToolTimeout extends McpToolError {
	constructor(name: string, milliseconds: number) {
		super(`${name} took longer than ${milliseconds / 1000} seconds and was stopped. Ask for less at a time.`);
		this.name = 'ToolTimeout';
	}
}

/** The same tool, whose calls end after so many milliseconds, even those of a handler that does not listen. */
export const withTimeLimit = (tool: McpTool, milliseconds: number): McpTool => ({
	...tool,
	async handler(call, signal) {
		const limit = new AbortController();
		let timer: NodeJS.Timeout | undefined;
		const over = new Promise<ToolTimeout>(resolve => {
			timer = setTimeout(() => {
				resolve(new ToolTimeout(tool.name, milliseconds));
				limit.abort();
			}, milliseconds);
		});
		try {
			return await Promise.race([tool.handler(call, AbortSignal.any([signal, limit.signal])), over]);
		} finally {
			clearTimeout(timer);
		}
	},
});
