/** A long answer with every kind of markdown, to show streaming. Esc interrupts it. */
export const longAnswer = `# The Model Context Protocol in two minutes

You can press \`esc\` at any time to interrupt me. What I said so far stays, and so does your draft.

## Why it exists

A model knows nothing about *your* files, tickets or databases. Before MCP every program wired every service by hand: **M programs times N services**. With a protocol in between it is M plus N.

> A server offers what it has. A client decides, with you, what to use of it.

## Who is who

| part | what it does | here |
|---|---|---|
| host | talks to you and to the model | \`mcp-tui\` |
| client | one connection to one server | one per line in your config |
| server | offers tools, resources and prompts | \`toolbox\`, a child process |

## What a server offers

1. **Tools**: functions that a model may call. Each has a name, a description and a JSON Schema for its arguments.
   - Some only read.
   - Some change things, and a good client asks before it runs those.
2. **Resources**: data with an address, such as \`file:///notes/meeting.md\`.
3. **Prompts**: templates that people pick by name.

## What travels

Messages are JSON-RPC, one per line over a pipe. When I asked for the time, this went to the toolbox:

\`\`\`json
{
  "jsonrpc": "2.0",
  "id": 3,
  "method": "tools/call",
  "params": {
    "name": "current-time",
    "arguments": { "timeZone": "UTC" }
  }
}
\`\`\`

The answer came back the same way, with the text that you saw on the card:

\`\`\`json
{
  "jsonrpc": "2.0",
  "id": 3,
  "result": {
    "content": [{ "type": "text", "text": "..." }]
  }
}
\`\`\`

## A server of your own

A useful server fits on one screen. This one adds two numbers:

\`\`\`ts
import {McpServer} from '@modelcontextprotocol/server';
import {StdioServerTransport} from '@modelcontextprotocol/server/stdio';
import {z} from 'zod';

const server = new McpServer({name: 'adder', version: '1.0.0'});

server.registerTool(
  'add',
  {
    description: 'Adds two numbers',
    inputSchema: z.object({a: z.number(), b: z.number()}),
  },
  async ({a, b}) => ({content: [{type: 'text', text: String(a + b)}]}),
);

await server.connect(new StdioServerTransport());
\`\`\`

Then tell \`mcp-tui\` how to start it:

\`\`\`json
{
  "mcpServers": {
    "adder": { "command": "node", "args": ["adder.mjs"] }
  }
}
\`\`\`

## How far to trust a server

- [x] It runs with an environment that holds **none** of your keys.
- [x] It cannot write to your terminal: every byte of its text is cleaned before it is shown.
- [x] It ends when this program ends, whatever way that happens.
- [ ] What it says about itself is *a claim*, not a fact. Read the arguments before you press \`y\`.

---

That was the long answer. It streamed block by block: what is finished belongs to your terminal now, so scrolling, searching and copying work as always.

*Press enter for the end of the tour.*
`;
