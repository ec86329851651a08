/** The Node on which tests run the built program: this one, unless `npm run nodes` names another. */
export const programNode = process.env.MCP_TUI_TEST_NODE ?? process.execPath;
