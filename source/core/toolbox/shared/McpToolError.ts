/** Why a tool could not do what was asked, in words a model can act on. */
export class McpToolError extends Error {
	/** The argument that is to blame. */
	readonly field: string | undefined;

	constructor(message: string, field?: string, options?: ErrorOptions) {
		super(message, options);
		this.name = 'McpToolError';
		this.field = field;
	}
}
