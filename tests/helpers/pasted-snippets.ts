// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this

import type {PastedRow} from './pasted-links.ts';

const json = (value: object): string => JSON.stringify(value, null, 2);

const yaml = (...lines: readonly string[]): string => lines.join('\n');

/** Snippets in the shapes that the documentation of other programs has. */
export const pastedSnippets: readonly PastedRow[] = [
	{
		from: 'Claude Desktop, filesystem',
		text: json({
			mcpServers: {
				filesystem: {
					command: 'npx',
					args: ['-y', '@modelcontextprotocol/server-filesystem', '/Users/me/Desktop'],
				},
			},
		}),
		servers: {
			filesystem: {
				command: 'npx',
				args: ['-y', '@modelcontextprotocol/server-filesystem', '/Users/me/Desktop'],
			},
		},
	},
	{
		from: 'Claude Code, a remote server with a default',
		text: json({
			mcpServers: {api: {type: 'http', url: '${API_BASE_URL:-https://api.example.com}/mcp'}},
		}),
		servers: {api: {type: 'http', url: '${API_BASE_URL:-https://api.example.com}/mcp'}},
	},
	{
		from: 'Gemini CLI, a variable without braces',
		text: json({
			mcpServers: {py: {command: 'python', args: ['-m', 'srv', '$MODE'], env: {KEY: '$MY_API_TOKEN'}}},
		}),
		servers: {
			py: {command: 'python', args: ['-m', 'srv', '${MODE}'], env: {KEY: '${MY_API_TOKEN}'}},
		},
	},
	{
		from: 'Gemini CLI, a header with a variable',
		text: json({
			mcpServers: {web: {httpUrl: 'https://a.example/mcp', headers: {Authorization: 'Bearer $TOKEN'}}},
		}),
		servers: {
			web: {httpUrl: 'https://a.example/mcp', headers: {Authorization: 'Bearer ${TOKEN}'}},
		},
	},
	{
		from: 'a shell that keeps its own variables',
		text: json({mcpServers: {x: {command: 'bash', args: ['-c', 'exec srv --key $KEY'], env: {P: 'a$$B'}}}}),
		servers: {x: {command: 'bash', args: ['-c', 'exec srv --key $KEY'], env: {P: 'a$$B'}}},
	},
	{
		from: 'Windsurf, a remote server with disabled tools',
		text: json({mcpServers: {w: {serverUrl: 'https://w.example/mcp', disabledTools: ['delete']}}}),
		servers: {w: {serverUrl: 'https://w.example/mcp', disabledTools: ['delete']}},
	},
	{
		from: 'Kiro, every key written out',
		text: json({
			mcpServers: {
				k: {command: 'uvx', args: ['k'], env: {}, disabled: false, autoApprove: [], disabledTools: []},
			},
		}),
		servers: {
			k: {command: 'uvx', args: ['k'], env: {}, disabled: false, autoApprove: [], disabledTools: []},
		},
	},
	{
		from: 'Cline, transportType',
		text: json({mcpServers: {c: {url: 'https://c.example/sse', transportType: 'sse', timeout: 60}}}),
		servers: {c: {url: 'https://c.example/sse', transportType: 'sse', timeout: 60}},
	},
	{
		from: 'mcporter, baseUrl',
		text: json({mcpServers: {linear: {baseUrl: 'https://mcp.linear.app/mcp', description: 'Issues'}}}),
		servers: {linear: {baseUrl: 'https://mcp.linear.app/mcp', description: 'Issues'}},
	},
	{
		from: 'mcporter, a list of servers by base_url',
		text: json([{name: 'docs', base_url: 'https://docs.example/mcp'}]),
		servers: {docs: {base_url: 'https://docs.example/mcp'}},
	},
	{
		from: 'Amp, the dotted key',
		text: json({'amp.mcpServers': {playwright: {command: 'npx', args: ['-y', '@playwright/mcp@latest']}}}),
		servers: {playwright: {command: 'npx', args: ['-y', '@playwright/mcp@latest']}},
	},
	{
		from: 'Amp, the dotted key as a member with a remote server',
		text: '"amp.mcpServers": {"sem": {"url": "https://sem.example/mcp", "headers": {"X-Key": "abc"}}}',
		servers: {sem: {url: 'https://sem.example/mcp', headers: {'X-Key': 'abc'}}},
	},
	{
		from: 'an adapter that keeps its servers among tools, with every default written out',
		text: json({
			tools: {
				mcp_servers: {
					time: {command: 'uvx', args: ['mcp-server-time'], env: null, cwd: null, url: '', headers: null},
				},
			},
		}),
		servers: {time: {command: 'uvx', args: ['mcp-server-time']}},
	},
	{
		from: 'an adapter, a remote server with every default written out',
		text: json({
			tools: {
				mcp_servers: {
					web: {command: '', args: [], env: null, url: 'https://w.example/mcp', transport: 'sse'},
				},
			},
		}),
		servers: {web: {type: 'sse', url: 'https://w.example/mcp'}},
	},
	{
		from: 'mcpServers with nulls',
		text: json({mcpServers: {n: {command: 'uvx', args: ['n'], env: null, cwd: null, url: ''}}}),
		servers: {n: {command: 'uvx', args: ['n']}},
	},
	{
		from: 'a command line in an entry',
		text: json({mcpServers: {p: {command: 'npx @playwright/mcp@latest'}}}),
		servers: {p: {command: 'npx', args: ['@playwright/mcp@latest']}},
	},
	{
		from: 'a command line beside empty arguments',
		text: json({mcpServers: {p: {command: 'uvx --from git+https://g.example/p p', args: []}}}),
		servers: {p: {command: 'uvx', args: ['--from', 'git+https://g.example/p', 'p']}},
	},
	{
		from: 'VS Code, mcp.json with an input',
		text: json({
			inputs: [{type: 'promptString', id: 'key', description: 'Key', password: true}],
			servers: {v: {type: 'stdio', command: 'npx', args: ['-y', 'v'], env: {KEY: '${input:key}'}}},
		}),
		servers: {v: {type: 'stdio', command: 'npx', args: ['-y', 'v'], env: {KEY: '${input:key}'}}},
	},
	{
		from: 'VS Code, settings.json',
		text: json({'editor.fontSize': 12, mcp: {servers: {v: {type: 'http', url: 'https://v.example/mcp'}}}}),
		servers: {v: {type: 'http', url: 'https://v.example/mcp'}},
	},
	{
		from: 'opencode, local and remote',
		text: json({
			$schema: 'https://opencode.ai/config.json',
			mcp: {
				a: {type: 'local', command: ['bun', 'x', 'a'], environment: {A: '1'}, enabled: true},
				b: {type: 'remote', url: 'https://b.example/mcp', enabled: true},
			},
		}),
		servers: {
			a: {type: 'local', command: ['bun', 'x', 'a'], environment: {A: '1'}, enabled: true},
			b: {type: 'remote', url: 'https://b.example/mcp', enabled: true},
		},
	},
	{
		from: 'Crush, crush.json',
		text: json({
			$schema: 'https://charm.land/crush.json',
			mcp: {
				github: {
					type: 'http',
					url: 'https://api.githubcopilot.com/mcp/',
					timeout: 120,
					disabled: false,
					disabled_tools: ['create_issue'],
					headers: {Authorization: 'Bearer $GH_PAT'},
				},
			},
		}),
		servers: {
			github: {
				type: 'http',
				url: 'https://api.githubcopilot.com/mcp/',
				timeout: 120,
				disabled: false,
				disabled_tools: ['create_issue'],
				headers: {Authorization: 'Bearer ${GH_PAT}'},
			},
		},
	},
	{
		from: 'Zed, context_servers',
		text: json({context_servers: {z: {command: 'node', args: ['z.js'], env: {}}}}),
		servers: {z: {command: 'node', args: ['z.js']}},
	},
	{
		from: 'Zed, the older shape',
		text: json({
			context_servers: {z: {source: 'custom', command: {path: 'node', args: ['z.js'], env: null}}},
		}),
		servers: {z: {command: 'node', args: ['z.js']}},
	},
	{
		from: 'Codex, config.toml',
		text: '[mcp_servers.context7]\ncommand = "npx"\nargs = ["-y", "@upstash/context7-mcp"]\nstartup_timeout_sec = 20',
		servers: {context7: {command: 'npx', args: ['-y', '@upstash/context7-mcp'], timeout: 20_000}},
	},
	{
		from: 'Codex, a remote server',
		text: '[mcp_servers.figma]\nurl = "https://mcp.figma.com/mcp"\nhttp_headers = { "X-Region" = "us" }',
		servers: {figma: {url: 'https://mcp.figma.com/mcp', headers: {'X-Region': 'us'}}},
	},
	{
		from: 'Codex, enabled and disabled tools',
		text: '[mcp_servers.x]\ncommand = "x"\nenabled_tools = ["a"]\ndisabled_tools = ["b"]',
		servers: {x: {command: 'x', includeTools: ['a'], excludeTools: ['b']}},
	},
	{
		from: 'goose, config.yaml',
		text: yaml(
			'extensions:',
			'  github:',
			'    name: GitHub',
			'    cmd: npx',
			'    args: [-y, "@modelcontextprotocol/server-github"]',
			'    enabled: true',
			'    envs: { "GITHUB_TOKEN": "x" }',
			'    type: stdio',
			'    timeout: 300',
		),
		servers: {
			github: {
				type: 'stdio',
				command: 'npx',
				args: ['-y', '@modelcontextprotocol/server-github'],
				env: {GITHUB_TOKEN: 'x'},
				requestTimeout: 300_000,
			},
		},
	},
	{
		from: 'LibreChat, librechat.yaml',
		text: yaml(
			'mcpServers:',
			'  everything:',
			'    type: stdio',
			'    command: npx',
			'    args:',
			'      - -y',
			'      - "@modelcontextprotocol/server-everything"',
			'    timeout: 60000',
			'  remote:',
			'    type: streamable-http',
			'    url: https://r.example/mcp',
		),
		servers: {
			everything: {
				type: 'stdio',
				command: 'npx',
				args: ['-y', '@modelcontextprotocol/server-everything'],
				timeout: 60_000,
			},
			remote: {type: 'streamable-http', url: 'https://r.example/mcp'},
		},
	},
	{
		from: 'Continue, a list in YAML',
		text: yaml(
			'mcpServers:',
			'  - name: SQLite MCP',
			'    command: uvx',
			'    args:',
			'      - mcp-server-sqlite',
		),
		servers: {'SQLite MCP': {command: 'uvx', args: ['mcp-server-sqlite']}},
	},
	{
		from: 'MCPB, a manifest with settings',
		text: json({
			manifest_version: '0.3',
			name: 'files',
			version: '1.0.0',
			author: {name: 'Ada', url: 'https://ada.example'},
			repository: {type: 'git', url: 'https://g.example/files.git'},
			server: {
				type: 'node',
				entry_point: 'server/index.js',
				mcp_config: {
					command: 'npx',
					args: [
						'-y',
						'files-mcp',
						'${user_config.folders}',
						'--level=${user_config.level}',
						'${user_config.extra}',
					],
					env: {KEY: '${user_config.api_key}', MODE: '${user_config.mode}', EXTRA: '${user_config.extra}'},
				},
			},
			user_config: {
				folders: {
					type: 'directory',
					multiple: true,
					default: ['${HOME}/Desktop', '${DOCUMENTS}'],
					required: true,
				},
				level: {type: 'string', default: 'info'},
				api_key: {type: 'string', sensitive: true, required: true},
				mode: {type: 'string', required: true},
				extra: {type: 'string', required: false},
			},
		}),
		servers: {
			files: {
				command: 'npx',
				args: ['-y', 'files-mcp', '${HOME}/Desktop', '${HOME}/Documents', '--level=info'],
				env: {KEY: '${input:files/api_key}', MODE: '${input:files/mode}'},
			},
		},
	},
	{
		from: 'MCPB, a manifest without settings',
		text: json({
			dxt_version: '0.1',
			name: 'MyMcpServer',
			author: {name: 'CompanyName', email: null, url: 'https://c.example'},
			server: {type: 'binary', mcp_config: {command: 'my-mcp-server', args: ['--stdio'], env: {}}},
		}),
		servers: {MyMcpServer: {command: 'my-mcp-server', args: ['--stdio']}},
	},
	{
		from: 'a command',
		text: 'npx -y @modelcontextprotocol/server-everything',
		servers: {'': {command: 'npx', args: ['-y', '@modelcontextprotocol/server-everything']}},
	},
	{
		from: 'a command with variables over lines',
		text: 'GITHUB_TOKEN=x docker run -i --rm \\\n  -e GITHUB_TOKEN ghcr.io/github/github-mcp-server',
		servers: {
			'': {
				command: 'docker',
				args: ['run', '-i', '--rm', '-e', 'GITHUB_TOKEN', 'ghcr.io/github/github-mcp-server'],
				env: {GITHUB_TOKEN: 'x'},
			},
		},
	},
	{
		from: 'an address',
		text: 'https://mcp.deepwiki.com/mcp',
		servers: {'': {url: 'https://mcp.deepwiki.com/mcp'}},
	},
	{
		from: 'name and config in an object',
		text: json({name: 'docs', config: {type: 'http', url: 'https://d.example/mcp'}}),
		servers: {docs: {type: 'http', url: 'https://d.example/mcp'}},
	},
];
