/** What `--mcp-config` was given where that is no file: the configuration itself, or `-` for standard input. */
export const givenConfigName = (given: string): string | undefined => {
	if (given === '-') return 'standard input';
	return given.trimStart().startsWith('{') ? '--mcp-config' : undefined;
};
