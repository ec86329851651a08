/** What the user says about the built-in server. */
export type ToolboxSettings = {
	/** Absent where the user has not said whether they want it. */
	readonly isWanted?: boolean;
	/** The folders that its file tools may use, in full; without them the one in which the program runs. */
	readonly roots?: readonly string[];
	/** Globs of tool names, as for every server. */
	readonly includeTools?: readonly string[];
	readonly excludeTools: readonly string[];
	/** Hosts of the user's own network that its tools may ask: `name`, or `name:port`. */
	readonly allowedHosts: readonly string[];
};

/** What the built-in server is called where no other server has that name. */
export const usualToolboxName = 'toolbox';

export const usualToolbox: ToolboxSettings = {excludeTools: [], allowedHosts: []};

/** What was to be narrower than usual must not become wider because of a slip of the pen. */
export const noToolbox: ToolboxSettings = {...usualToolbox, isWanted: false};
