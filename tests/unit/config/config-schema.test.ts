// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this

import {readFileSync, writeFileSync} from 'node:fs';
import {Ajv} from '@modelcontextprotocol/client/validators/ajv';
import {parse} from 'jsonc-parser';
import {describe, expect, it} from 'vitest';
import {createConfigSchema} from '../../../source/core/config/json-schema/config-schema.ts';
import {readConfig} from '../../../source/core/config/read-config.ts';

const file = new URL('../../../config.schema.json', import.meta.url);
const schema = createConfigSchema();
const validate = new Ajv({strict: false, allErrors: true}).compile(schema);

/** What an editor would mark. */
const marks = (content: unknown): readonly string[] =>
	validate(content)
		? []
		: (validate.errors ?? []).map(({instancePath, message}) => `${instancePath} ${message}`);

const secrets = () => 'value';
const problemsOf = (content: unknown): readonly string[] =>
	readConfig(
		'config.json',
		JSON.stringify(content),
		{HOME: '/home/ada', A: 'a'},
		{secrets, providerSecrets: secrets},
	).problems;

const server = (entry: object) => ({mcpServers: {a: entry}});
const remote = (entry: object) => server({url: 'https://a.example/mcp', ...entry});
const rule = (entry: object) => ({approvals: [entry]});
const provider = (entry: object) => ({providers: {work: entry}});

const good: readonly object[] = [
	{},
	{$schema: './config.schema.json', version: 1},
	server({command: 'npx', args: ['-y', 'x']}),
	server({command: ['npx', '-y', 'x'], environment: {A: 'b', N: 1, B: true}, enabled: true}),
	server({server: '@scope/package@1', timeout: 30, 'request-timeout': 60_000, 'retry-attempts': 0}),
	server({server: '${A}', cwd: '${HOME}', encoding: 'utf_8', description: ''}),
	server({command: 'x', alwaysAllow: ['y'], auto_approve: [], gallery: true, trust: false}),
	server({
		command: 'x',
		env_file: ['.env'],
		disabled: true,
		config: {deep: [{a: null}]},
		loadTools: false,
		eager: true,
	}),
	server({type: 'streamable-http', url: 'https://a.example'}),
	server({transport: 'streamableHttp', httpUrl: 'https://a.example'}),
	server({type: 'Streamable_HTTP', serverUrl: 'http://127.0.0.1:80/mcp'}),
	server({type: 'remote', server_url: 'wss://a.example'}),
	server({url: '${WHERE:-https://a.example}', type: 'http'}),
	remote({auth: 'none'}),
	remote({auth: 'OAuth 2'}),
	remote({auth: false}),
	remote({authentication: 'Bearer ${A}'}),
	remote({auth: {type: 'bearer', token: '${A}'}}),
	remote({auth: {bearer_token: 'x'}}),
	remote({auth: {type: 'api_key', apiKey: 'x', header_name: 'X-Key'}}),
	remote({auth: {type: 'basic', user: '${A:-b}', password: 'y'}}),
	remote({auth: {type: 'oauth', scope: 'a b', callback_port: 8080, grant: 'authorization_code'}}),
	remote({auth: {clientId: 'c', clientSecret: '${A}', grant_type: 'client_credentials'}}),
	remote({oauth: {clientId: 'c'}}),
	remote({oauth: true}),
	remote({headers: {'X-Team': 'blue'}, rateLimit: 30, sseReadTimeout: 300, terminate_on_close: false}),
	remote({request_timeout: 0.5, sse_read_timeout: 3600}),
	remote({rate_limit: {calls: 5, per: 10}}),
	remote({protocolVersion: '2025-11-25'}),
	remote({rateLimit: {calls: 5, per: 'hour'}}),
	{mcp_servers: {'a.b': {command: 'x'}}},
	{servers: {a: {command: 'x'}}, inputs: [{id: 'x', type: 'promptString', password: true}]},
	{mcp: {a: {type: 'local', command: ['x']}}},
	{
		toolApproval: 'auto',
		trusted_tools: ['a__*'],
		trustedServers: [],
		reviewResults: ['*'],
		secretStore: 'keychain',
	},
	{registry: 'https://registry.example.com/team'},
	{registry: 'http://127.0.0.1:8080'},
	{theme: 'high-contrast', reduced_motion: true, screenReader: false, images: 'sixel', notify: 'osc9'},
	{keys: {'open-palette': ['ctrl+k'], 'show-keys': '?', redraw: []}},
	rule({decision: 'deny'}),
	rule({server: 'a', tool: 'b*', arguments: {path: '/tmp/*', n: 3, list: ['a', 1]}, action: 'allow'}),
	rule({args: {path: {under: '${HOME}'}, x: {equals: {a: [1]}}, y: {one_of: [1, null]}}, decision: 'ask'}),
	rule({annotations: {readOnlyHint: true, open_world: false}, decision: 'allow', description: 'why'}),
	provider({baseUrl: 'https://a.example/v1', api_key: '${keychain:work}', thinking: 'high'}),
	provider({baseURL: '${WHERE:-https://a.example}', prices: {m: {input: 1, output: 2.5}}, max_tokens: 5}),
	{model: 'openai', assistants: {a: {instructions: ['one', 'two'], toolApproval: 'auto', servers: ['x']}}},
	{assistants: {a: {system_prompt: 'x', tools: {include: ['a__*']}, max_tokens: 10}, b: {}}},
];

const bad: readonly object[] = [
	{mcpServer: {}},
	{colour: 'red'},
	{version: 0},
	{version: '2'},
	{model: 5},
	{toolApproval: 'never'},
	{trustedTools: 'files'},
	{trustedTools: ['a', 1]},
	{trusted_servers: [null]},
	{reviewResults: [1]},
	{secretStore: 'plain-text'},
	{registry: 'registry.example.com'},
	{registry: 'http://registry.example.com'},
	{registry: 'file:///etc/passwd'},
	{registry: 7},
	{theme: 'purple'},
	{reducedMotion: 'yes'},
	{images: true},
	{notify: 'loudly'},
	{keys: ['ctrl+k']},
	{keys: {submit: ['ctrl+s']}},
	{keys: {undo: ['u']}},
	{keys: {undo: 'enter'}},
	{mcpServers: []},
	server({}),
	server({command: 7}),
	server({command: ''}),
	server({command: 'x', url: 'https://a.example'}),
	server({server: 'not a package!'}),
	server({command: 'x', args: '-y'}),
	server({command: 'x', args: ['a', 2]}),
	server({command: 'x', env: {A: {}}}),
	server({command: 'x', timeout: 0}),
	server({command: 'x', requestTimeout: 500}),
	server({command: 'x', request_timeout: 0}),
	server({command: 'x', retryAttempts: 6}),
	server({command: 'x', retryAttempts: 1.5}),
	server({command: 'x', disabled: 'yes'}),
	server({command: 'x', disabled: true, enabled: true}),
	server({command: 'x', includeTools: 'a'}),
	server({url: 'example.com'}),
	server({url: 'ftp://a.example'}),
	server({type: 'carrier-pigeon', url: 'https://a.example'}),
	remote({headers: {'bad name': 'x'}}),
	remote({headers: {A: 1}}),
	remote({auth: 'secret'}),
	remote({auth: {}}),
	remote({auth: {type: 'bearer'}}),
	remote({auth: {type: 'bearer', token: ' '}}),
	remote({auth: {type: 'basic', username: 'a'}}),
	remote({auth: {type: 'basic', username: 'a:b', password: 'x'}}),
	remote({auth: {type: 'magic', token: 'x'}}),
	remote({auth: {type: 'oauth', callbackPort: 70_000}}),
	remote({auth: {type: 'oauth', grant: 'password'}}),
	remote({rateLimit: 0}),
	remote({protocolVersion: '2025-11-26'}),
	remote({rateLimit: {calls: 5, per: 'day'}}),
	{approvals: {decision: 'deny'}},
	rule({decision: 'forbid'}),
	rule({server: 'a'}),
	rule({sever: 'a', decision: 'deny'}),
	rule({server: 7, decision: 'deny'}),
	rule({args: {path: {}}, decision: 'deny'}),
	rule({args: {path: {matches: 'x'}}, decision: 'deny'}),
	rule({args: ['path'], decision: 'deny'}),
	rule({annotations: {readOnly: 'yes'}, decision: 'deny'}),
	rule({annotations: {harmless: true}, decision: 'deny'}),
	provider({api: 'soap'}),
	provider({baseUrl: 'ws://127.0.0.1'}),
	provider({temperature: 3}),
	provider({maxTokens: 0}),
	provider({prices: {m: {input: 1}}}),
	{providers: {demo: {}}},
	{providers: {'a/b': {}}},
	{assistants: {a: {toolApproval: 'yes'}}},
	{assistants: {a: {servers: 'x'}}},
	{assistants: {a: {temperature: 9}}},
	{assistants: {a: {model: '/x'}}},
	{assistants: []},
];

describe('config.schema.json', () => {
	/**
	 * `UPDATE_SCHEMA=1 npx vitest run tests/unit/config/config-schema.test.ts && npm run format` writes it anew.
	 */
	it('is what the schemas of the program say', () => {
		const text = `${JSON.stringify(schema, null, '\t')}\n`;
		if (process.env.UPDATE_SCHEMA === '1') writeFileSync(file, text);
		expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(schema);
	});

	it('accepts the example', () => {
		const example = readFileSync(new URL('../../../config.example.json', import.meta.url), 'utf8');
		expect(marks(parse(example))).toEqual([]);
	});

	it.each(good)('accepts what the program accepts: %j', content => {
		expect(problemsOf(content)).toEqual([]);
		expect(marks(content)).toEqual([]);
	});

	it.each(bad)('marks what the program complains about: %j', content => {
		expect(problemsOf(content)).not.toEqual([]);
		expect(marks(content)).not.toEqual([]);
	});

	it.each([
		provider({baseUrl: 'https://a.example', modle: 'x'}),
		{assistants: {a: {instructon: 'x'}}},
		remote({auth: {type: 'oauth', clientID: 'x'}}),
		remote({auth: {type: 'bearer', token: '${A}', tokn: 'x'}}),
		server({command: 'x', comand: 'y'}),
		remote({header: {}}),
	])('marks a key with a slip in it: %j', content => {
		expect(marks(content)).not.toEqual([]);
		expect(problemsOf(content)).not.toEqual([]);
	});

	it('marks a key that nothing knows in a server, at the key and for that alone', () => {
		const content = server({command: 'x', someOtherKey: 1});
		expect(marks(content)).toEqual(['/mcpServers/a must NOT have additional properties']);
		// It may be for another program, so that the reader takes the entry as it is.
		expect(problemsOf(content)).toEqual([]);
	});

	it('says where it is for every way of installing the program, and the documentation says the same', () => {
		const {$id} = schema;
		expect($id).toBe('https://cdn.jsdelivr.net/npm/mcp-tui/config.schema.json');
		const {name, files} = JSON.parse(
			readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
		) as {readonly name: string; readonly files: readonly string[]};
		expect($id).toContain(`/npm/${name}/`);
		expect(files).toContain('config.schema.json');
		for (const text of ['docs/configuration.md', 'config.example.json']) {
			expect(readFileSync(new URL(`../../../${text}`, import.meta.url), 'utf8')).toContain(
				`"$schema": "${$id}"`,
			);
		}
	});

	it('marks an input without a name or of the wrong form', () => {
		expect(marks({inputs: [{type: 'promptString'}]})).not.toEqual([]);
		expect(marks({inputs: [{id: 'x', password: 'yes'}]})).not.toEqual([]);
		expect(marks({inputs: [{id: 'x', type: 'pickString', options: ['a'], default: 'a'}]})).toEqual([]);
	});

	it('describes the keys of every way to sign in, and never asks for a secret itself', () => {
		const {definitions} = schema as {
			definitions: Record<string, {properties: Record<string, {description?: string}>}>;
		};
		for (const name of ['bearerAuth', 'apiKeyAuth', 'basicAuth', 'oauth']) {
			const {properties = {}} = definitions[name] ?? {};
			for (const [key, {description}] of Object.entries(properties)) {
				expect([name, key, description]).toEqual([name, key, expect.any(String)]);
			}
		}
		const secretKeys = [
			['bearerAuth', 'token'],
			['apiKeyAuth', 'key'],
			['basicAuth', 'password'],
			['oauth', 'clientSecret'],
			['oauth', 'privateKey'],
			['oauth', 'assertion'],
			['provider', 'apiKey'],
		] as const;
		for (const [name, key] of secretKeys) {
			expect(definitions[name]?.properties[key]?.description).toMatch(/reference such as .* Never write/);
		}
	});

	it('describes every key of the first level', () => {
		const {properties} = schema as {properties: Record<string, {description?: string}>};
		for (const {description} of Object.values(properties)) expect(description).toBeTypeOf('string');
	});
});
