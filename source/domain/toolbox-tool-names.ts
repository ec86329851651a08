/** The names of the built-in tools: a custom tool needs another. */
export const toolboxToolNames: readonly string[] = [
	'calculate',
	'current-time',
	'fetch-url',
	'list-directory',
	'read-file',
	'read-result',
	'search-files',
	'search-sessions',
	'search-tools',
	'write-file',
];
