/** Where clients keep their servers: most of them, VS Code, opencode. */
export const serverSections: readonly string[] = ['mcpServers', 'servers', 'mcp'];
