export type Example = {
	/** What it is good for. */
	readonly says: string;
	/** As it is typed; lines that belong together stand below each other. */
	readonly line: string;
};

type Row = readonly [name: string, meaning: string];

/** What help says of a command beside its words and options. */
export type ManualPage = {
	/** Paragraphs. The first goes on after what the table of commands says. */
	readonly about: readonly string[];
	readonly examples: readonly [Example, ...(readonly Example[])];
	/** Where the usual meaning of exit codes does not say enough. */
	readonly exits?: readonly Row[];
	readonly files?: readonly Row[];
	readonly environment?: readonly Row[];
};

export type ManualPages = Readonly<Record<string, ManualPage>>;

export const usualExits: readonly Row[] = [
	['0', 'it was done'],
	['1', 'it failed'],
	['42', 'bad input or configuration'],
];

export const configFile: Row = [
	'~/.config/mcp-tui/config.json',
	'your configuration; on macOS in ~/Library/Preferences/mcp-tui',
];

export const dataFolder: Row = [
	'~/.local/share/mcp-tui/',
	'sessions, drafts and what the program remembers; on macOS ~/Library/Application Support/mcp-tui/',
];

export const projectFile: Row = ['.mcp.json', 'servers of the folder you are in, once you trust them'];

export const homeVariable: Row = ['MCP_TUI_HOME', 'one folder for configuration, data and cache'];

/** How the arguments of a tool are typed. */
export const argumentWords =
	"key=value is text, unless the tool's schema says number, boolean, array or object; key:=json is JSON. All of them can also be one JSON object, or - to read that from stdin.";
