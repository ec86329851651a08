type Environment = Readonly<Record<string, string | undefined>>;

const isOn = (value: string | undefined): boolean => /^(?:1|true|yes)$/i.test(value ?? '');

/** Whether the surroundings say that nothing may move on this screen: it cannot, or somebody listens to it. */
export const wantsLines = (env: Environment): boolean =>
	env.TERM === 'dumb' || isOn(env.MCP_TUI_SCREEN_READER) || isOn(env.INK_SCREEN_READER);
