// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this

import type {JsonObject} from '../../source/domain/json.ts';

export type PastedRow = {
	/** Whose documentation has it, or who reads it. */
	readonly from: string;
	readonly text: string;
	/** The entries by name; no name is ''. */
	readonly servers: Readonly<Record<string, JsonObject>>;
};

const aws = (name: string, env: JsonObject): JsonObject => ({
	command: 'uvx',
	args: [`awslabs.${name}@latest`],
	env,
	disabled: false,
	autoApprove: [],
});

const vscodeQuery = (value: object): string => encodeURIComponent(JSON.stringify(value));

/** Install links of servers, as their own pages have them. */
export const pastedLinks: readonly PastedRow[] = [
	{
		from: 'Cursor, Better Stack',
		text: 'https://cursor.com/en/install-mcp?name=betterstack&config=eyJ0eXBlIjoiaHR0cCIsInVybCI6Imh0dHBzOi8vbWNwLmJldHRlcnN0YWNrLmNvbSJ9',
		servers: {betterstack: {type: 'http', url: 'https://mcp.betterstack.com'}},
	},
	{
		from: 'Cursor, cursor-feedback',
		text: 'https://cursor.com/en/install-mcp?name=cursor-feedback&config=eyJjb21tYW5kIjoibnB4IiwiYXJncyI6WyIteSIsImN1cnNvci1mZWVkYmFja0BsYXRlc3QiXX0%3D',
		servers: {'cursor-feedback': {command: 'npx', args: ['-y', 'cursor-feedback@latest']}},
	},
	{
		from: 'Cursor, a command line: ask-user-questions',
		text: 'https://cursor.com/en-US/install-mcp?name=ask-user-questions&config=eyJlbnYiOnt9LCJjb21tYW5kIjoibnB4IC15IGF1cS1tY3Atc2VydmVyIHNlcnZlciJ9',
		servers: {'ask-user-questions': {env: {}, command: 'npx', args: ['-y', 'auq-mcp-server', 'server']}},
	},
	{
		from: 'Cursor, a command line: AWS HealthImaging',
		text: 'https://cursor.com/en/install-mcp?name=awslabs.healthimaging-mcp-server&config=eyJjb21tYW5kIjoidXZ4IGF3c2xhYnMuaGVhbHRoaW1hZ2luZy1tY3Atc2VydmVyQGxhdGVzdCIsImVudiI6eyJBV1NfUkVHSU9OIjoidXMtZWFzdC0xIn0sImRpc2FibGVkIjpmYWxzZSwiYXV0b0FwcHJvdmUiOltdfQ%3D%3D',
		servers: {
			'awslabs.healthimaging-mcp-server': aws('healthimaging-mcp-server', {AWS_REGION: 'us-east-1'}),
		},
	},
	{
		from: 'Cursor, a command line: AWS Security Hub',
		text: 'https://cursor.com/en/install-mcp?name=awslabs.aws-security-hub-mcp-server&config=eyJjb21tYW5kIjoidXZ4IGF3c2xhYnMuYXdzLXNlY3VyaXR5LWh1Yi1tY3Atc2VydmVyQGxhdGVzdCIsImVudiI6eyJGQVNUTUNQX0xPR19MRVZFTCI6IkVSUk9SIiwiQVdTX1BST0ZJTEUiOiJ5b3VyLWF3cy1wcm9maWxlIiwiQVdTX1JFR0lPTiI6InVzLWVhc3QtMSJ9LCJkaXNhYmxlZCI6ZmFsc2UsImF1dG9BcHByb3ZlIjpbXX0%3D',
		servers: {
			'awslabs.aws-security-hub-mcp-server': aws('aws-security-hub-mcp-server', {
				FASTMCP_LOG_LEVEL: 'ERROR',
				AWS_PROFILE: 'your-aws-profile',
				AWS_REGION: 'us-east-1',
			}),
		},
	},
	{
		from: 'Cursor, a command line: AWS HealthOmics',
		text: 'https://cursor.com/en/install-mcp?name=awslabs.aws-healthomics-mcp-server&config=eyJjb21tYW5kIjoidXZ4IGF3c2xhYnMuYXdzLWhlYWx0aG9taWNzLW1jcC1zZXJ2ZXJAbGF0ZXN0IiwiZW52Ijp7IkFXU19SRUdJT04iOiJ1cy1lYXN0LTEiLCJBV1NfUFJPRklMRSI6InlvdXItcHJvZmlsZSIsIkZBU1RNQ1BfTE9HX0xFVkVMIjoiV0FSTklORyJ9fQ%3D%3D',
		servers: {
			'awslabs.aws-healthomics-mcp-server': {
				command: 'uvx',
				args: ['awslabs.aws-healthomics-mcp-server@latest'],
				env: {AWS_REGION: 'us-east-1', AWS_PROFILE: 'your-profile', FASTMCP_LOG_LEVEL: 'WARNING'},
			},
		},
	},
	{
		from: 'Cursor, a command line with options: Keboola',
		text: 'https://cursor.com/install-mcp?name=keboola&config=eyJjb21tYW5kIjoidXZ4IGtlYm9vbGFfbWNwX3NlcnZlciAtLWFwaS11cmwgaHR0cHM6Ly9jb25uZWN0aW9uLllPVVJfUkVHSU9OLmtlYm9vbGEuY29tIiwiZW52Ijp7IktCQ19TVE9SQUdFX1RPS0VOIjoieW91cl9rZWJvb2xhX3N0b3JhZ2VfdG9rZW4iLCJLQkNfV09SS1NQQUNFX1NDSEVNQSI6InlvdXJfd29ya3NwYWNlX3NjaGVtYSJ9fQ%3D%3D',
		servers: {
			keboola: {
				command: 'uvx',
				args: ['keboola_mcp_server', '--api-url', 'https://connection.YOUR_REGION.keboola.com'],
				env: {
					KBC_STORAGE_TOKEN: 'your_keboola_storage_token',
					KBC_WORKSPACE_SCHEMA: 'your_workspace_schema',
				},
			},
		},
	},
	{
		from: 'Cursor, numertel',
		text: 'https://cursor.com/en/install-mcp?name=numertel&config=eyJ1cmwiOiJodHRwczovL251bWVydGVsLnBsL2FwaS9tY3AifQ==',
		servers: {numertel: {url: 'https://numertel.pl/api/mcp'}},
	},
	{
		from: 'Cursor, Postman',
		text: 'https://cursor.com/en/install-mcp?name=postman-api-mcp&config=eyJjb21tYW5kIjoibnB4IiwiYXJncyI6WyJAcG9zdG1hbi9wb3N0bWFuLW1jcC1zZXJ2ZXIiLCItLWZ1bGwiXSwiZW52Ijp7IlBPU1RNQU5fQVBJX0tFWSI6IllPVVJfQVBJX0tFWSJ9fQ%3D%3D',
		servers: {
			'postman-api-mcp': {
				command: 'npx',
				args: ['@postman/postman-mcp-server', '--full'],
				env: {POSTMAN_API_KEY: 'YOUR_API_KEY'},
			},
		},
	},
	{
		from: 'Cursor, the other page: certscore',
		text: 'https://cursor.com/link/mcp/install?name=certscore&config=eyJ1cmwiOiJodHRwczovL21jcC5jZXJ0c2NvcmUuYWkvbWNwL2xpZ2h0In0%3D',
		servers: {certscore: {url: 'https://mcp.certscore.ai/mcp/light'}},
	},
	{
		from: 'Cursor, JSON in percent signs: render',
		text: 'https://cursor.com/link/mcp/install?name=render&config=%7B%22command%22%3A%22npx%22%2C%22args%22%3A%5B%22-y%22%2C%22render-useful-mcp%22%5D%2C%22env%22%3A%7B%22RENDER_API_KEY%22%3A%22rnd_your_key_here%22%7D%7D',
		servers: {
			render: {command: 'npx', args: ['-y', 'render-useful-mcp'], env: {RENDER_API_KEY: 'rnd_your_key_here'}},
		},
	},
	{
		from: 'Cursor, the scheme: MFIT',
		text: 'cursor://anysphere.cursor-deeplink/mcp/install?name=mfit&config=eyJ1cmwiOiJodHRwczovL2FwaS5tY3AuYWkvcF9tZml0In0=',
		servers: {mfit: {url: 'https://api.mcp.ai/p_mfit'}},
	},
	{
		from: 'Cursor, base64 for addresses: skillhub',
		text: 'cursor://anysphere.cursor-deeplink/mcp/install?name=skillhub&config=eyJjb21tYW5kIjogInV2IiwgImFyZ3MiOiBbInJ1biIsICJza2lsbGh1Yi1tY3AiXSwgImVudiI6IHsiU0tJTExTX0RJUiI6ICJ-Ly5za2lsbGh1Yi9za2lsbHMifX0=',
		servers: {
			skillhub: {command: 'uv', args: ['run', 'skillhub-mcp'], env: {SKILLS_DIR: '~/.skillhub/skills'}},
		},
	},
	{
		from: 'Cursor, the scheme: neurarch',
		text: 'cursor://anysphere.cursor-deeplink/mcp/install?name=neurarch&config=eyJjb21tYW5kIjoibnB4IiwiYXJncyI6WyIteSIsIm5ldXJhcmNoLW1jcCIsIi4vbW9kZWwucHkiXX0=',
		servers: {neurarch: {command: 'npx', args: ['-y', 'neurarch-mcp', './model.py']}},
	},
	{
		from: 'VS Code, the page: Containerization Assist',
		text: 'https://insiders.vscode.dev/redirect/mcp/install?name=ca&config=%7B%22type%22%3A%22stdio%22%2C%22command%22%3A%22npx%22%2C%22args%22%3A%5B%22-y%22%2C%22containerization-assist-mcp%22%2C%22start%22%5D%7D',
		servers: {ca: {type: 'stdio', command: 'npx', args: ['-y', 'containerization-assist-mcp', 'start']}},
	},
	{
		from: 'VS Code, a question for a key: supadata',
		text: 'https://insiders.vscode.dev/redirect/mcp/install?name=supadata&inputs=%5B%7B%22type%22%3A%22promptString%22%2C%22id%22%3A%22apiKey%22%2C%22description%22%3A%22Supadata%20API%20Key%22%2C%22password%22%3Atrue%7D%5D&config=%7B%22command%22%3A%22npx%22%2C%22args%22%3A%5B%22-y%22%2C%22supadata-mcp%22%5D%2C%22env%22%3A%7B%22SUPADATA_API_KEY%22%3A%22%24%7Binput%3AapiKey%7D%22%7D%7D',
		servers: {
			supadata: {command: 'npx', args: ['-y', 'supadata-mcp'], env: {SUPADATA_API_KEY: '${input:apiKey}'}},
		},
	},
	{
		from: 'VS Code Insiders: fossil',
		text: 'https://insiders.vscode.dev/redirect/mcp/install?name=fossil&config=%7B%22command%22%3A%22fossil-mcp%22%7D&quality=insiders',
		servers: {fossil: {command: 'fossil-mcp'}},
	},
	{
		from: 'VS Code, the folder of the project: neurarch',
		text: 'https://vscode.dev/redirect/mcp/install?name=neurarch&config=%7B%22name%22%3A%20%22neurarch%22%2C%20%22command%22%3A%20%22npx%22%2C%20%22args%22%3A%20%5B%22-y%22%2C%20%22neurarch-mcp%22%2C%20%22%24%7BworkspaceFolder%7D%2Fmodel.py%22%5D%7D',
		servers: {neurarch: {command: 'npx', args: ['-y', 'neurarch-mcp', '${workspaceFolder}/model.py']}},
	},
	{
		from: 'VS Code: FlightClaw',
		text: 'https://vscode.dev/redirect/mcp/install?name=flightclaw&config=%7B%22type%22%3A%22http%22%2C%22url%22%3A%22https%3A%2F%2Fmcp.flightclaw.com%2Fmcp%22%7D',
		servers: {flightclaw: {type: 'http', url: 'https://mcp.flightclaw.com/mcp'}},
	},
	{
		from: 'VS Code, the scheme with name and config: MFIT',
		text: 'vscode:mcp/install?name=mfit&config=%7B%22type%22%3A%22http%22%2C%22url%22%3A%22https%3A%2F%2Fapi.mcp.ai%2Fp_mfit%22%7D',
		servers: {mfit: {type: 'http', url: 'https://api.mcp.ai/p_mfit'}},
	},
	{
		from: 'VS Code Insiders, the scheme with name and config',
		text: 'vscode-insiders:mcp/install?name=discord&config=%7B%22type%22%3A%22http%22%2C%22url%22%3A%22https%3A%2F%2Fapi.mcp.ai%2Fp_discord%22%7D',
		servers: {discord: {type: 'http', url: 'https://api.mcp.ai/p_discord'}},
	},
	{
		from: 'VS Code, the scheme with base64 of name and config',
		text: `vscode://mcp/install?config=${Buffer.from(JSON.stringify({name: 'docs', config: {type: 'http', url: 'https://docs.example.com/mcp'}})).toString('base64')}`,
		servers: {docs: {type: 'http', url: 'https://docs.example.com/mcp'}},
	},
	{
		from: 'VS Code, the scheme with name and config in JSON',
		text: `vscode:mcp/install?${vscodeQuery({name: 'docs', config: {command: 'npx', args: ['-y', 'docs-mcp']}})}`,
		servers: {docs: {command: 'npx', args: ['-y', 'docs-mcp']}},
	},
	{
		from: 'VS Code, the scheme with JSON: obsidian-tc',
		text: 'vscode:mcp/install?%7B%22name%22%3A%22obsidian-tc%22%2C%22type%22%3A%22stdio%22%2C%22command%22%3A%22npx%22%2C%22args%22%3A%5B%22-y%22%2C%22obsidian-tc%22%5D%2C%22env%22%3A%7B%22OBSIDIAN_TC_CONFIG%22%3A%22%2FABSOLUTE%2FPATH%2FTO%2Fobsidian-tc.config.json%22%7D%7D',
		servers: {
			'obsidian-tc': {
				type: 'stdio',
				command: 'npx',
				args: ['-y', 'obsidian-tc'],
				env: {OBSIDIAN_TC_CONFIG: '/ABSOLUTE/PATH/TO/obsidian-tc.config.json'},
			},
		},
	},
	{
		from: 'VS Code, the scheme with JSON: weio',
		text: 'vscode:mcp/install?%7B%22name%22%3A%22weio-site-check%22%2C%22type%22%3A%22http%22%2C%22url%22%3A%22https%3A//weio.ai/mcp%22%7D',
		servers: {'weio-site-check': {type: 'http', url: 'https://weio.ai/mcp'}},
	},
	{
		from: 'VS Code, a page that redirects: onebusaway',
		text: 'https://vscode.dev/redirect?url=vscode:mcp/install?%7B%22name%22%3A%22onebusaway-mcp-server%22%2C%22command%22%3A%22npx%22%2C%22args%22%3A%5B%22-y%22%2C%22%40cyanheads%2Fonebusaway-mcp-server%22%5D%2C%22env%22%3A%7B%22ONEBUSAWAY_API_KEY%22%3A%22TEST%22%7D%7D',
		servers: {
			'onebusaway-mcp-server': {
				command: 'npx',
				args: ['-y', '@cyanheads/onebusaway-mcp-server'],
				env: {ONEBUSAWAY_API_KEY: 'TEST'},
			},
		},
	},
	{
		from: 'VS Code, a page that redirects, encoded twice: web-researcher',
		text: 'https://insiders.vscode.dev/redirect?url=vscode%3Amcp%2Finstall%3F%257B%2522name%2522%253A%2522web-researcher%2522%252C%2522command%2522%253A%2522uvx%2522%252C%2522args%2522%253A%255B%2522web-researcher-mcp%2522%255D%257D',
		servers: {'web-researcher': {command: 'uvx', args: ['web-researcher-mcp']}},
	},
	{
		from: 'VS Code, a page that redirects, with blanks in the JSON',
		text: 'https://vscode.dev/redirect?url=vscode:mcp/install?%7B%22name%22%3A%20%22hh%22%2C%20%22command%22%3A%20%22uvx%22%2C%20%22args%22%3A%20%5B%22hh-mcp-ru%22%5D%7D',
		servers: {hh: {command: 'uvx', args: ['hh-mcp-ru']}},
	},
	{
		from: 'Kiro, AWS CDK',
		text: 'https://kiro.dev/launch/mcp/add?name=awslabs.cdk-mcp-server&config=%7B%22command%22%3A%22uvx%22%2C%22args%22%3A%5B%22awslabs.cdk-mcp-server%40latest%22%5D%2C%22env%22%3A%7B%22FASTMCP_LOG_LEVEL%22%3A%22ERROR%22%7D%7D',
		servers: {
			'awslabs.cdk-mcp-server': {
				command: 'uvx',
				args: ['awslabs.cdk-mcp-server@latest'],
				env: {FASTMCP_LOG_LEVEL: 'ERROR'},
			},
		},
	},
	{
		from: 'Kiro, OpenVidu',
		text: 'https://kiro.dev/launch/mcp/add?name=openvidu-docs&config=%7B%22url%22%3A%22https%3A%2F%2Fdocs-mcp.openvidu.io%2Fmcp%22%7D',
		servers: {'openvidu-docs': {url: 'https://docs-mcp.openvidu.io/mcp'}},
	},
	{
		from: 'LM Studio, the page: Hugging Face',
		text: 'https://lmstudio.ai/install-mcp?name=hf-mcp-server&config=eyJ1cmwiOiJodHRwczovL2h1Z2dpbmdmYWNlLmNvL21jcCIsImhlYWRlcnMiOnsiQXV0aG9yaXphdGlvbiI6IkJlYXJlciA8WU9VUl9IRl9UT0tFTj4ifX0%3D',
		servers: {
			'hf-mcp-server': {
				url: 'https://huggingface.co/mcp',
				headers: {Authorization: 'Bearer <YOUR_HF_TOKEN>'},
			},
		},
	},
	{
		from: 'LM Studio, the page: Exa',
		text: 'https://lmstudio.ai/install-mcp?name=exa&config=eyJ1cmwiOiJodHRwczovL21jcC5leGEuYWkvbWNwIn0%3D',
		servers: {exa: {url: 'https://mcp.exa.ai/mcp'}},
	},
	{
		from: 'LM Studio, copied out of HTML: gitlab',
		text: 'https://lmstudio.ai/install-mcp?name=gitlab&amp;config=eyJjb21tYW5kIjoiZG9ja2VyIiwiYXJncyI6WyJydW4iLCItaSIsIi0tcm0iLCItZSIsIkdJVExBQl9UT0tFTiIsImdoY3IuaW8vam1ycGxlbnMvZ2l0bGFiLW1jcC1zZXJ2ZXI6bGF0ZXN0Il0sImVudiI6eyJHSVRMQUJfVE9LRU4iOiJZT1VSX0dJVExBQl9UT0tFTiJ9fQ%3D%3D',
		servers: {
			gitlab: {
				command: 'docker',
				args: ['run', '-i', '--rm', '-e', 'GITLAB_TOKEN', 'ghcr.io/jmrplens/gitlab-mcp-server:latest'],
				env: {GITLAB_TOKEN: 'YOUR_GITLAB_TOKEN'},
			},
		},
	},
	{
		from: 'LM Studio, the scheme: playwright',
		text: 'lmstudio://add_mcp?name=playwright&config=eyJjb21tYW5kIjoibnB4IiwiYXJncyI6WyJnaXRodWI6QW5kcmV3S2lya292c2tpL2Zhc3QtcGxheXdyaWdodC1tY3AiXX0=',
		servers: {playwright: {command: 'npx', args: ['github:AndrewKirkovski/fast-playwright-mcp']}},
	},
	{
		from: 'goose, agent-fleet',
		text: 'goose://extension?cmd=uvx&arg=agent-fleet&arg=mcp&id=fleet&name=fleet&description=fleet&timeout=300',
		servers: {fleet: {command: 'uvx', args: ['agent-fleet', 'mcp']}},
	},
	{
		from: 'goose, variables: Nora',
		text: 'goose://extension?cmd=npx&arg=-y&arg=%40noraai%2Fmcp-server&id=nora&name=Nora&description=Fleet&env=NORA_API_URL%3Dhttps%3A%2F%2Fnora.example.com&env=NORA_API_KEY%3Dnora_xxxxxxxx',
		servers: {
			nora: {
				command: 'npx',
				args: ['-y', '@noraai/mcp-server'],
				env: {NORA_API_URL: '${NORA_API_URL}', NORA_API_KEY: '${NORA_API_KEY}'},
			},
		},
	},
	{
		from: 'goose, an address: KICKGEIST',
		text: 'goose://extension?type=streamable_http&url=https%3A%2F%2Fmcp.kickgeist.com%2Fmcp&name=KICKGEIST&description=World%20Cup%20predictions',
		servers: {KICKGEIST: {type: 'http', url: 'https://mcp.kickgeist.com/mcp'}},
	},
	{
		from: 'goose, an address without a command: merrymen',
		text: 'goose://extension?cmd=&url=https%3A%2F%2Fmcp.merrymen.dev%2Fmcp&type=streamable_http&id=merrymen&name=Merrymen&timeout=300',
		servers: {merrymen: {type: 'http', url: 'https://mcp.merrymen.dev/mcp'}},
	},
	{
		from: 'goose, MongoDB',
		text: 'goose://extension?cmd=npx&arg=-y&arg=mongodb-mcp-server&arg=--connection-string&arg=mongodb://localhost:27017&id=mongodb&name=MongoDB&description=MongoDB%20database%20integration',
		servers: {
			mongodb: {
				command: 'npx',
				args: ['-y', 'mongodb-mcp-server', '--connection-string', 'mongodb://localhost:27017'],
			},
		},
	},
	{
		from: 'Raycast, Astro',
		text: 'raycast://mcp/install?%7B%22name%22%3A%22Astro%20docs%22%2C%22type%22%3A%22stdio%22%2C%22command%22%3A%22npx%22%2C%22args%22%3A%5B%22-y%22%2C%20%22mcp-remote%22%2C%20%22https%3A%2F%2Fmcp.docs.astro.build%2Fmcp%22%5D%7D',
		servers: {
			'Astro docs': {
				type: 'stdio',
				command: 'npx',
				args: ['-y', 'mcp-remote', 'https://mcp.docs.astro.build/mcp'],
			},
		},
	},
];
