import type {JsonObject} from '../../../source/domain/json.ts';

/** A line of the documentation of another program, and the entry that it becomes here. */
export type PastedLine = readonly [line: string, entry: JsonObject];

const env = (name: string): string => `\${${name}}`;
const kept = (name: string): string => `\${keychain:${name}}`;

const run = (command: string, args: readonly string[] = [], more: JsonObject = {}): JsonObject =>
	args.length === 0 ? {type: 'stdio', command, ...more} : {type: 'stdio', command, args: [...args], ...more};
const npx = (args: string, more?: JsonObject): JsonObject => run('npx', args.split(' '), more);
const at = (url: string, more: JsonObject = {}, type = 'http'): JsonObject => ({type, url, ...more});
const header = (name: string, value: string): JsonObject => ({headers: {[name]: value}});

const claudeCode: readonly PastedLine[] = [
	['claude mcp add --transport http notion https://mcp.notion.com/mcp', at('https://mcp.notion.com/mcp')],
	[
		'claude mcp add --transport http secure-api https://api.example.com/mcp --header "Authorization: Bearer your-token"',
		at('https://api.example.com/mcp', header('Authorization', `Bearer ${env('SECURE_API_TOKEN')}`)),
	],
	[
		'claude mcp add --transport sse asana https://mcp.asana.com/sse',
		at('https://mcp.asana.com/sse', {}, 'sse'),
	],
	[
		'claude mcp add --transport sse private-api https://api.company.com/sse --header "X-API-Key: your-key-here"',
		at('https://api.company.com/sse', header('X-API-Key', env('PRIVATE_API_X_API_KEY')), 'sse'),
	],
	[
		'claude mcp add --transport stdio airtable --env AIRTABLE_API_KEY=YOUR_KEY -- npx -y airtable-mcp-server',
		npx('-y airtable-mcp-server', {env: {AIRTABLE_API_KEY: env('AIRTABLE_API_KEY')}}),
	],
	[
		'claude mcp add --env AIRTABLE_API_KEY=YOUR_KEY --transport stdio airtable -- npx -y airtable-mcp-server',
		npx('-y airtable-mcp-server', {env: {AIRTABLE_API_KEY: env('AIRTABLE_API_KEY')}}),
	],
	[
		'claude mcp add --transport http stripe --scope local https://mcp.stripe.com',
		at('https://mcp.stripe.com'),
	],
	[
		'claude mcp add --transport http paypal --scope project https://mcp.paypal.com/mcp',
		at('https://mcp.paypal.com/mcp'),
	],
	[
		'claude mcp add --transport http hubspot --scope user https://mcp.hubspot.com/anthropic',
		at('https://mcp.hubspot.com/anthropic'),
	],
	[
		'claude mcp add --transport stdio db -- npx -y @bytebase/dbhub --dsn "postgresql://readonly:pass@prod.db.com:5432/analytics"',
		npx(`-y @bytebase/dbhub --dsn postgresql://readonly:${env('DB_PASSWORD')}@prod.db.com:5432/analytics`),
	],
	[
		'claude mcp add --transport http my-server --client-id your-client-id --client-secret --callback-port 8080 https://mcp.example.com/mcp',
		at('https://mcp.example.com/mcp', {
			oauth: {clientId: 'your-client-id', clientSecret: env('MCP_CLIENT_SECRET'), callbackPort: 8080},
		}),
	],
	[
		'claude mcp add --transport stdio myserver --env KEY=value -- python server.py --port 8080',
		run('python', ['server.py', '--port', '8080'], {env: {KEY: 'value'}}),
	],
	[
		'claude mcp add my-server -e API_KEY=123 -e DEBUG=true -- /path/to/server arg1 arg2',
		run('/path/to/server', ['arg1', 'arg2'], {env: {API_KEY: '123', DEBUG: 'true'}}),
	],
	[
		'claude mcp add logs -e LOG_LEVEL=debug REGION=eu -- npx -y logs-mcp',
		npx('-y logs-mcp', {env: {LOG_LEVEL: 'debug', REGION: 'eu'}}),
	],
	['claude mcp add codex --scope user -- codex mcp-server', run('codex', ['mcp-server'])],
	['claude mcp add hyper --transport http http://localhost:8080/mcp', at('http://localhost:8080/mcp')],
	[
		'claude mcp add android --transport stdio node /absolute/path/to/build/index.js',
		run('node', ['/absolute/path/to/build/index.js']),
	],
	[
		'claude mcp add discord -s user -e DISCORD_EMAIL=your_email@example.com -e DISCORD_PASSWORD=your_password -e DISCORD_HEADLESS=true -- uvx --from git+https://github.com/elyxlz/discord-mcp.git discord-mcp',
		run('uvx', ['--from', 'git+https://github.com/elyxlz/discord-mcp.git', 'discord-mcp'], {
			env: {
				DISCORD_EMAIL: 'your_email@example.com',
				DISCORD_PASSWORD: env('DISCORD_PASSWORD'),
				DISCORD_HEADLESS: 'true',
			},
		}),
	],
	[
		'claude mcp add -s user zai --env Z_AI_API_KEY=YOUR_API_KEY -- npx -y "@z_ai/mcp-server@latest"',
		npx('-y @z_ai/mcp-server@latest', {env: {Z_AI_API_KEY: env('Z_AI_API_KEY')}}),
	],
	[
		'claude mcp add --transport http apify "https://mcp.apify.com/?tools=actors,docs,johnvc/google-news-lite-api"',
		at('https://mcp.apify.com/?tools=actors,docs,johnvc/google-news-lite-api'),
	],
	[
		'claude mcp add --transport http --scope user lgm https://mcpapp.lagrowthmachine.com/mcp --header "X-LGM-API-KEY: <your-api-key>"',
		at('https://mcpapp.lagrowthmachine.com/mcp', header('X-LGM-API-KEY', env('LGM_X_LGM_API_KEY'))),
	],
	[
		'claude mcp add -s user -t stdio debugger -- python -m mcp_debugger',
		run('python', ['-m', 'mcp_debugger']),
	],
	[
		`claude mcp add-json weather-api '{"type":"http","url":"https://api.weather.com/mcp","headers":{"Authorization":"Bearer token"}}'`,
		at('https://api.weather.com/mcp', header('Authorization', `Bearer ${env('WEATHER_API_TOKEN')}`)),
	],
	[
		`claude mcp add-json local-weather '{"type":"stdio","command":"/path/to/weather-cli","args":["--api-key","abc123"],"env":{"CACHE_DIR":"/tmp"}}'`,
		run('/path/to/weather-cli', ['--api-key', kept('local-weather/api-key')], {env: {CACHE_DIR: '/tmp'}}),
	],
	[
		'claude mcp add github --transport http https://api.githubcopilot.com/mcp/ -H "Authorization: Bearer ghp_0123456789abcdefghij"',
		at(
			'https://api.githubcopilot.com/mcp/',
			header('Authorization', `Bearer ${kept('github/Authorization')}`),
		),
	],
	['claude mcp add playwright npx @playwright/mcp@latest', npx('@playwright/mcp@latest')],
	[
		'claude mcp add context7 -- npx -y @upstash/context7-mcp --api-key YOUR_API_KEY',
		npx(`-y @upstash/context7-mcp --api-key ${env('CONTEXT7_API_KEY')}`),
	],
	[
		'claude mcp add --transport http context7 https://mcp.context7.com/mcp --header "CONTEXT7_API_KEY: YOUR_API_KEY"',
		at('https://mcp.context7.com/mcp', header('CONTEXT7_API_KEY', env('CONTEXT7_API_KEY'))),
	],
	[
		'claude mcp add supabase --transport http "https://mcp.supabase.com/mcp?project_ref=abcdefghijkl&read_only=true"',
		at('https://mcp.supabase.com/mcp?project_ref=abcdefghijkl&read_only=true'),
	],
	[
		'claude mcp add exa --transport http "https://mcp.exa.ai/mcp?exaApiKey=YOUR_EXA_KEY"',
		at(`https://mcp.exa.ai/mcp?exaApiKey=${env('EXA_API_KEY')}`),
	],
	[
		'claude mcp add graph node /opt/dist/index.js --env NEO4J_URI=bolt://localhost:7687 --env NEO4J_USER=neo4j',
		run('node', ['/opt/dist/index.js'], {env: {NEO4J_URI: 'bolt://localhost:7687', NEO4J_USER: 'neo4j'}}),
	],
];

const codex: readonly PastedLine[] = [
	['codex mcp add context7 -- npx -y @upstash/context7-mcp', npx('-y @upstash/context7-mcp')],
	[
		'codex mcp add docs --url https://docs.example.com/mcp --bearer-token-env-var DOCS_TOKEN',
		at('https://docs.example.com/mcp', header('Authorization', `Bearer ${env('DOCS_TOKEN')}`)),
	],
	['codex mcp add --url https://docs.livekit.io/mcp livekit-docs', at('https://docs.livekit.io/mcp')],
	[
		'codex mcp add zep -e ZEP_API_KEY=your-key -e ZEP_DEFAULT_USER_ID=your-user-id -- uvx mcp-server-zep-cloud',
		run('uvx', ['mcp-server-zep-cloud'], {
			env: {ZEP_API_KEY: env('ZEP_API_KEY'), ZEP_DEFAULT_USER_ID: 'your-user-id'},
		}),
	],
	[
		'codex mcp add diskhound --url http://127.0.0.1:51733/mcp --oauth-client-registration dcr',
		at('http://127.0.0.1:51733/mcp'),
	],
	[
		'codex mcp add calyx --env CALYX_TENANT_ID=default --env DATABASE_URL=postgres://calyx:calyx@localhost:15432/calyx -- npm run dev:mcp',
		run('npm', ['run', 'dev:mcp'], {
			env: {
				CALYX_TENANT_ID: 'default',
				DATABASE_URL: `postgres://calyx:${kept('calyx/password')}@localhost:15432/calyx`,
			},
		}),
	],
	[
		'codex mcp add groundlane --url http://localhost:8080/mcp --bearer-token-env-var GROUNDLANE_AUTH_TOKEN',
		at('http://localhost:8080/mcp', header('Authorization', `Bearer ${env('GROUNDLANE_AUTH_TOKEN')}`)),
	],
	['codex mcp add regen-koi npx "-y regen-koi-mcp@latest"', npx('-y regen-koi-mcp@latest')],
	['codex mcp add pycharm -- "/home/me/.local/bin/pycharm-mcp"', run('/home/me/.local/bin/pycharm-mcp')],
];

const geminiAndQwen: readonly PastedLine[] = [
	[
		'gemini mcp add -e API_KEY=123 -e DEBUG=true my-stdio-server /path/to/server arg1 arg2 arg3',
		run('/path/to/server', ['arg1', 'arg2', 'arg3'], {env: {API_KEY: '123', DEBUG: 'true'}}),
	],
	[
		'gemini mcp add python-server python server.py -- --server-arg my-value',
		run('python', ['server.py', '--server-arg', 'my-value']),
	],
	[
		'gemini mcp add --transport http http-server https://api.example.com/mcp/',
		at('https://api.example.com/mcp/'),
	],
	[
		'gemini mcp add --transport http --header "Authorization: Bearer abc123" secure https://api.example.com/mcp/',
		at('https://api.example.com/mcp/', header('Authorization', `Bearer ${kept('secure/Authorization')}`)),
	],
	[
		'gemini mcp add --transport sse --header "Authorization: Bearer abc123" secure https://api.example.com/sse/',
		at(
			'https://api.example.com/sse/',
			header('Authorization', `Bearer ${kept('secure/Authorization')}`),
			'sse',
		),
	],
	[
		'gemini mcp add stock "uv run python -m src.mcp.server" --trust -s project',
		run('uv', ['run', 'python', '-m', 'src.mcp.server']),
	],
	['gemini mcp add --scope user marshmallow /opt/scripts/mcp_server.py', run('/opt/scripts/mcp_server.py')],
	['gemini mcp add -t stdio -s user svelte npx -y @sveltejs/mcp', npx('-y @sveltejs/mcp')],
	[
		'gemini mcp add --timeout 30000 --description "Our docs" --include-tools search,read --exclude-tools delete docs https://docs.example.com/mcp',
		at('https://docs.example.com/mcp', {
			timeout: 30_000,
			description: 'Our docs',
			includeTools: ['search', 'read'],
			excludeTools: ['delete'],
		}),
	],
	[
		`gemini mcp add context7 https://mcp.context7.com/mcp --header 'CONTEXT7_API_KEY=\${CONTEXT7_API_KEY}'`,
		at('https://mcp.context7.com/mcp', header('CONTEXT7_API_KEY', env('CONTEXT7_API_KEY'))),
	],
	['gemini mcp add backlog -s user backlog mcp start', run('backlog', ['mcp', 'start'])],
	[
		'gemini mcp add gmail -- npx @gongrzhe/server-gmail-autoauth-mcp',
		npx('@gongrzhe/server-gmail-autoauth-mcp'),
	],
	[
		'qwen mcp add desktop-commander -- npx -y @wonderwhy-er/desktop-commander@latest',
		npx('-y @wonderwhy-er/desktop-commander@latest'),
	],
	['qwen mcp add --transport http my-server http://localhost:3000/mcp', at('http://localhost:3000/mcp')],
	[
		'qwen mcp add serena uvx --from git+https://github.com/oraios/serena serena start-mcp-server --context ide-assistant --env KEY=value',
		run(
			'uvx',
			'--from git+https://github.com/oraios/serena serena start-mcp-server --context ide-assistant'.split(
				' ',
			),
			{env: {KEY: 'value'}},
		),
	],
	[
		'qwen mcp add -s user -t stdio fetch cmd /c npx -y mcp-fetch',
		run('cmd', ['/c', 'npx', '-y', 'mcp-fetch']),
	],
	[
		'qwen mcp add web http://localhost:3000/mcp --transport streamable-http --timeout 5000',
		at('http://localhost:3000/mcp', {timeout: 5000}),
	],
];

const others: readonly PastedLine[] = [
	['amp mcp add chrome-devtools -- npx chrome-devtools-mcp@latest', npx('chrome-devtools-mcp@latest')],
	[
		'amp mcp add needmcp https://needmcp.com/mcp --header "X-API-Key: YOUR_API_KEY"',
		at('https://needmcp.com/mcp', header('X-API-Key', env('NEEDMCP_X_API_KEY'))),
	],
	['amp mcp add hebb -- /absolute/path/to/hebb-mcp', run('/absolute/path/to/hebb-mcp')],
	['droid mcp add figma https://mcp.figma.com/mcp --type http', at('https://mcp.figma.com/mcp')],
	['droid mcp add regen-koi "npx -y regen-koi-mcp@latest"', npx('-y regen-koi-mcp@latest')],
	[
		'droid mcp add cerebro http://127.0.0.1:8080/api/v1/mcp --type http --header "Authorization: Bearer local-dev-key"',
		at(
			'http://127.0.0.1:8080/api/v1/mcp',
			header('Authorization', `Bearer ${kept('cerebro/Authorization')}`),
		),
	],
	[
		'droid mcp add airtable "npx -y airtable-mcp-server" --env AIRTABLE_API_KEY=your_key',
		npx('-y airtable-mcp-server', {env: {AIRTABLE_API_KEY: env('AIRTABLE_API_KEY')}}),
	],
	[
		`droid mcp add queria https://queria.example/mcp --type http --no-oauth --header 'Authorization: Bearer \${QUERIA_AGENT_TOKEN}'`,
		at('https://queria.example/mcp', header('Authorization', `Bearer ${env('QUERIA_AGENT_TOKEN')}`)),
	],
	['copilot mcp add nexus --tools "*" -- nexus mcp', run('nexus', ['mcp'])],
	[
		'copilot mcp add --transport http context7 https://mcp.context7.com/mcp',
		at('https://mcp.context7.com/mcp'),
	],
	[
		'copilot mcp add zava https://kb.example/mcp --header "api-key=<SERVICE KEY>"',
		at('https://kb.example/mcp', header('api-key', env('ZAVA_API_KEY'))),
	],
	[
		'copilot mcp add usecode --env USECODE_MCP_API_BASE_URL=http://localhost:8000 -- usecode-mcp',
		run('usecode-mcp', [], {env: {USECODE_MCP_API_BASE_URL: 'http://localhost:8000'}}),
	],
	[
		'kimi mcp add --transport http --auth oauth linear https://mcp.linear.app/mcp',
		at('https://mcp.linear.app/mcp', {auth: 'oauth'}),
	],
	[
		'kimi mcp add --transport stdio chrome-devtools -- npx chrome-devtools-mcp@latest',
		npx('chrome-devtools-mcp@latest'),
	],
	[
		'auggie mcp add firecrawl --command npx --args "-y firecrawl-mcp" --env FIRECRAWL_API_KEY=YOUR_API_KEY',
		npx('-y firecrawl-mcp', {env: {FIRECRAWL_API_KEY: env('FIRECRAWL_API_KEY')}}),
	],
	[
		'auggie mcp add viral_app --transport http --url https://viral.app/api/mcp',
		at('https://viral.app/api/mcp'),
	],
	[
		'auggie mcp add shared --replace --transport http --url http://127.0.0.1:3000/mcp',
		at('http://127.0.0.1:3000/mcp'),
	],
	['q mcp add --name semlith --command semlith --args mcp', run('semlith', ['mcp'])],
	[
		`q mcp add --name codescene --command docker --args '["run", "--rm", "-i", "codescene/codescene-mcp"]'`,
		run('docker', ['run', '--rm', '-i', 'codescene/codescene-mcp']),
	],
	[
		'q mcp add --name mdt --command "node" --args /home/me/index.js --scope global --force',
		run('node', ['/home/me/index.js']),
	],
	[
		'kiro-cli mcp add --scope global --name backlog --command backlog --args mcp,start',
		run('backlog', ['mcp', 'start']),
	],
	[
		'kiro-cli mcp add --name ghostship --url http://localhost:64057/mcp --scope global',
		at('http://localhost:64057/mcp'),
	],
	[
		`code --add-mcp '{"name":"glide","type":"http","url":"https://mcp.glideapps.dev/mcp"}'`,
		at('https://mcp.glideapps.dev/mcp'),
	],
	[
		`code --add-mcp '{"name":"redact-pdf","command":"npx","args":["-y","redact-pdf-mcp"],"env":{"REDACT_PDF_API_KEY":"your_key"}}'`,
		{
			command: 'npx',
			args: ['-y', 'redact-pdf-mcp'],
			env: {REDACT_PDF_API_KEY: env('REDACT_PDF_API_KEY')},
		},
	],
	[
		`cursor --add-mcp '{"name":"marshmallow","command":"/opt/scripts/mcp_server.py"}'`,
		{command: '/opt/scripts/mcp_server.py'},
	],
	['devin mcp add agent-shader -- npx -y agent-shader@latest mcp', npx('-y agent-shader@latest mcp')],
	[
		'hermes mcp add fetch --command "cmd" --args "/c npx -y mcp-fetch"',
		run('cmd', ['/c', 'npx', '-y', 'mcp-fetch']),
	],
];

export const pastedLines: readonly PastedLine[] = [...claudeCode, ...codex, ...geminiAndQwen, ...others];
