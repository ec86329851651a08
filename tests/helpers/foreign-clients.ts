import {mkdirSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';

/** A secret in a file of another client. */
export const foreignCanary = 'canary-8d21f0c4';

/** How each client writes its servers, as its documentation has it. */
export const foreignFixtures: Readonly<Record<string, string>> = {
	'claude-desktop': `{
	"globalShortcut": "",
	"mcpServers": {
		"desk-files": {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "/data"]},
		"desk-keys": {"command": "uvx", "args": ["srv"], "env": {"API_KEY": "${foreignCanary}", "MODE": "fast"}}
	}
}`,
	'claude-code': `{
	"numStartups": 12,
	"mcpServers": {
		"code-remote": {
			"type": "http",
			"url": "https://mcp.example.com/mcp",
			"headers": {"Authorization": "Bearer \${TOKEN:-none}"},
			"oauth": {"clientId": "me", "callbackPort": 8080}
		}
	},
	"projects": {
		"/site/shop": {
			"allowedTools": [],
			"mcpServers": {
				"code-shop": {"type": "stdio", "command": "node", "args": ["./tools/server.js"], "env": {}},
				"code-off": {"type": "sse", "url": "https://sse.example.com/sse"}
			},
			"disabledMcpServers": ["code-off"]
		},
		"/site/empty": {"mcpServers": {}}
	}
}`,
	vscode: `{
	// VS Code has comments
	"inputs": [{"type": "promptString", "id": "key", "description": "API key", "password": true}],
	"servers": {
		"vs-local": {
			"type": "stdio",
			"command": "python3",
			"args": ["\${userHome}/server.py"],
			"env": {"KEY": "\${input:key}"},
			"envFile": "\${workspaceFolder}/.env",
			"dev": {"watch": "src/**"},
		},
		"vs-remote": {"type": "http", "url": "https://api.githubcopilot.com/mcp/", "gallery": "x", "version": "1"},
	},
}`,
	cursor: `{"mcpServers": {
	"cur-local": {"command": "npx", "args": ["-y", "x"], "env": {"HOME_DIR": "\${userHome}"}},
	"cur-oauth": {"url": "https://o.example.com/mcp", "auth": {"CLIENT_ID": "id", "CLIENT_SECRET": "${foreignCanary}", "scopes": ["read"]}}
}}`,
	windsurf: `{"mcpServers": {
	"wind": {"serverUrl": "https://w.example.com/mcp", "headers": {"X-Key": "\${env:WIND_KEY}"}, "disabledTools": ["drop"]},
	"wind-off": {"command": "x", "disabled": true, "alwaysAllow": ["a"]}
}}`,
	gemini: `{
	"theme": "Default",
	"mcp": {"excluded": ["gem-off"]},
	"mcpServers": {
		"gem": {"httpUrl": "https://g.example.com/mcp", "timeout": 600000, "trust": true, "includeTools": ["a"]},
		"gem-sse": {"url": "https://g.example.com/sse", "headers": {"X-Key": "$GEM_KEY"}},
		"gem-off": {"command": "gemmy", "cwd": "/srv", "excludeTools": ["b"]}
	}
}`,
	opencode: `{
	"$schema": "https://opencode.ai/config.json",
	"mcp": {
		"oc-local": {"type": "local", "command": ["bun", "x", "srv"], "environment": {"A": "{env:OC_A}"}, "enabled": true, "timeout": 5000},
		"oc-remote": {"type": "remote", "url": "https://oc.example.com/mcp", "enabled": false, "oauth": false},
		"oc-switch": {"enabled": false},
	},
}`,
	codex: `model = "o3"

[mcp_servers.cx-local]
command = "npx"
args = ["-y", "ctx"]
env_vars = ["CX_KEY"]
startup_timeout_sec = 20
tool_timeout_sec = 900.5
enabled_tools = ["open"]

[mcp_servers.cx-local.env]
LEVEL = "info"

[mcp_servers."cx.remote"]
url = "https://cx.example.com/mcp"
bearer_token_env_var = "CX_TOKEN"
http_headers = { "X-Team" = "a" }
env_http_headers = { "X-Key" = "CX_HEADER" }
enabled = false
`,
	goose: `GOOSE_PROVIDER: anthropic
extensions:
  developer:
    bundled: true
    enabled: true
    name: developer
    timeout: 300
    type: builtin
  go-local:
    enabled: true
    type: stdio
    name: Go Local
    description: Local things
    cmd: uvx
    args:
      - srv
    envs:
      MODE: a
    env_keys:
      - GO_KEY
    timeout: 120
    bundled: null
  go-remote:
    enabled: false
    type: streamable_http
    name: go-remote
    uri: https://go.example.com/mcp
    headers:
      X-Key: $GO_HEADER
    envs: {}
    env_keys: []
    available_tools: []
  go-code:
    enabled: true
    type: inline_python
    name: go-code
    code: print(1)
`,
	lmstudio: `{"mcpServers": {"lm": {"url": "http://localhost:3000/mcp"}}}`,
	zed: `{
	// settings
	"context_servers": {
		"zed-old": {"source": "custom", "command": {"path": "node", "args": ["s.js"], "env": {"A": "1"}}},
		"zed-new": {"source": "custom", "enabled": false, "command": "uvx", "args": ["s"], "env": {}},
		"zed-url": {"url": "https://z.example.com/mcp", "headers": {}},
		"zed-extension": {"source": "extension", "settings": {"key": "x"}},
	},
}`,
	cline: `{"mcpServers": {"cli": {"autoApprove": ["a"], "disabled": false, "timeout": 60, "type": "streamableHttp", "url": "https://c.example.com/mcp"}}}`,
	roo: `{"mcpServers": {
	"roo": {"command": "npx -y roo-mcp", "args": [], "timeout": 120, "alwaysAllow": ["a"], "disabledTools": ["b"], "watchPaths": ["x"]}
}}`,
	kiro: `{"mcpServers": {
	"kiro": {"command": "uvx", "args": ["kiro"], "env": {"A": "\${KIRO_A}"}, "disabled": true, "autoApprove": [], "disabledTools": ["c"], "timeout": 120000}
}}`,
	junie: `{"mcpServers": {"junie": {"url": "https://j.example.com/mcp", "headers": {"X": "1"}}}}`,
	'amazon-q': `{"mcpServers": {"q": {"command": "uvx", "args": ["q"], "env": null, "timeout": 60000, "disabled": false}}}`,
	amp: `{"amp.theme": "dark", "amp.mcpServers": {"amp": {"command": "npx", "args": ["-y", "amp-mcp"]}}}`,
	crush: `{"$schema": "https://charm.land/crush.json", "mcp": {
	"crush": {"type": "http", "url": "https://c.example.com/mcp", "timeout": 120, "disabled_tools": ["d"], "headers": {"Authorization": "Bearer $CRUSH_KEY"}},
	"crush-shell": {"type": "http", "url": "https://c.example.com/mcp", "headers": {"X": "$(pass show x)"}}
}}`,
	continue: `name: mine
mcpServers:
  - name: cont
    command: uvx
    args: [cont]
    env:
      KEY: \${{ secrets.CONT_KEY }}
    connectionTimeout: 20000
  - name: cont-remote
    type: streamable-http
    url: https://c.example.com/mcp
    requestOptions:
      headers:
        X-Key: \${{ secrets.CONT_KEY }}
`,
	librechat: `version: 1.2.8
mcpServers:
  libre:
    type: streamable-http
    url: https://l.example.com/mcp
    headers:
      X-Key: "\${LIBRE_KEY}"
    timeout: 30000
    initTimeout: 10000
    serverInstructions: true
  libre-user:
    type: sse
    url: https://l.example.com/sse
    headers:
      X-User: "{{LIBRECHAT_USER_ID}}"
`,
	mcporter: `{"mcpServers": {
	"port": {"description": "Docs", "baseUrl": "https://p.example.com/mcp", "bearerTokenEnv": "PORT_KEY"},
	"port-local": {"command": ["npx", "-y", "port"], "env": {"A": "$env:PORT_A"}}
}, "imports": []}`,
	shared: `{"mcpServers": {"shared": {"command": "shared-mcp"}}}`,
};

/** Where each of them is in a home folder on Linux. */
export const foreignFiles: Readonly<Record<string, string>> = {
	'claude-desktop': '.config/Claude/claude_desktop_config.json',
	'claude-code': '.claude.json',
	vscode: '.config/Code/User/mcp.json',
	cursor: '.cursor/mcp.json',
	windsurf: '.codeium/windsurf/mcp_config.json',
	gemini: '.gemini/settings.json',
	opencode: '.config/opencode/opencode.json',
	codex: '.codex/config.toml',
	goose: '.config/goose/config.yaml',
	lmstudio: '.lmstudio/mcp.json',
	zed: '.config/zed/settings.json',
	cline: '.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
	roo: '.config/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json',
	kiro: '.kiro/settings/mcp.json',
	junie: '.junie/mcp/mcp.json',
	'amazon-q': '.aws/amazonq/cli-agents/mine.json',
	amp: '.config/amp/settings.json',
	crush: '.config/crush/crush.json',
	continue: '.continue/config.yaml',
	librechat: 'project/librechat.yaml',
	mcporter: '.mcporter/mcporter.json',
	shared: '.config/mcp/mcp.json',
};

export const writeFile = (folder: string, path: string, text: string): string => {
	const file = join(folder, path);
	mkdirSync(dirname(file), {recursive: true});
	writeFileSync(file, text);
	return file;
};

/** Puts the files of every client into a home folder. */
export const writeForeignFiles = (home: string): void => {
	for (const [client, text] of Object.entries(foreignFixtures)) {
		writeFile(home, foreignFiles[client] ?? client, text);
	}
};
