// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this

import {describe, expect, it} from 'vitest';
import {readConfig} from '../../../source/core/config/read-config.ts';

type Row = {
	readonly name: string;
	readonly text: string;
	/** Without the name of the file. */
	readonly problems: readonly string[];
	/** What still works. */
	readonly servers?: readonly string[];
};

const asksFirst = 'Until that is corrected every call asks first, whatever else allows it';
const unusable = `cannot be used, and may have been there to ask or deny. ${asksFirst}`;

const rows: readonly Row[] = [
	{name: 'a list', text: '[]', problems: ['1:1  expected an object']},
	{
		name: 'a missing comma',
		text: '{\n  "mcpServers": {\n    "a": {"command": "x"}\n    "b": {"command": "y"}\n  }\n}',
		problems: ['4:5  comma expected'],
	},
	{
		name: 'an unclosed brace',
		text: '{"mcpServers": {"a": {"command": "x"}}',
		problems: ['1:39  close brace expected'],
	},
	{
		name: 'a text without its end',
		text: '{\n  "model": "openai\n}',
		problems: ['2:12  unexpected end of string'],
	},
	{
		name: 'YAML',
		text: 'mcpServers:\n  a: x\n',
		problems: ['1:1  invalid symbol', '1:11  value expected'],
	},
	{
		name: 'unknown keys, one of them a slip',
		text: '{"mcpServer": {}, "colour": "red"}',
		problems: ['1:2  mcpServer: unknown key; did you mean mcpServers?', '1:19  colour: unknown key'],
	},
	{
		name: 'a server that is to run in a sandbox, which there is not',
		text: '{"mcpServers": {"a": {"command": "x", "sandboxEnabled": true, "sandbox": {"network": {}}}, "b": {"command": "y", "sandboxEnabled": false}}, "sandbox": {"filesystem": {}}}',
		servers: ['a', 'b'],
		problems: [
			'1:152  sandbox: is not supported: servers are started without a sandbox',
			'1:57  mcpServers.a.sandboxEnabled: is not supported: servers are started without a sandbox',
			'1:74  mcpServers.a.sandbox: is not supported: servers are started without a sandbox',
		],
	},
	{
		name: 'a key that is there twice',
		text: '{"toolApproval": "always-ask",\n "toolApproval": "auto"}',
		problems: ['2:2  toolApproval: is there twice; the first one counts'],
	},
	{
		name: 'a key in two spellings',
		text: '{"trusted_tools": ["a"], "trustedTools": ["b"]}',
		problems: ['1:42  trustedTools: says the same as trusted_tools; the first one counts'],
	},
	{
		name: 'a variable and a header whose values stand in their names, and are not repeated',
		text: `{"mcpServers": {
  "a": {"command": "x", "env": {"TOKEN=s3cret": "", "": "d"}},
  "b": {"url": "https://b.example", "headers": {"Authorization: Bearer s3cret": ""}},
  "c": {"command": "y"}
}}`,
		problems: [
			'2:49  mcpServers.a.env.TOKEN=…: a variable needs a name, without "=" and NUL',
			'2:57  mcpServers.a.env."": a variable needs a name, without "=" and NUL',
			'3:81  mcpServers.b.headers.Authorization: …: is not a name for a header',
		],
		servers: ['c'],
	},
	{
		name: 'servers that are a list',
		text: '{"mcpServers": [{"name": "a"}]}',
		problems: ['1:16  mcpServers: expected an object'],
	},
	{
		name: 'one bad server among good ones',
		text: '{"mcpServers": {\n  "bad": {"command": "x", "args": "-y"},\n  "good": {"command": "x"}\n}}',
		problems: ['2:35  mcpServers.bad.args: expected an array'],
		servers: ['good'],
	},
	{
		name: 'an argument that is no text',
		text: '{"mcpServers": {"a": {"command": "x", "args": ["-p", 8080]}}}',
		problems: ['1:54  mcpServers.a.args[1]: expected a string'],
	},
	{
		name: 'a server that says two ways',
		text: '{"mcpServers": {"a": {"command": "x", "url": "https://a.example"}}}',
		problems: ['1:46  mcpServers.a.url: cannot be combined with command; keep one of them'],
	},
	{
		name: 'plain http to another machine',
		text: '{"mcpServers": {"a": {"url": "http://a.example/mcp"}}}',
		problems: [
			'1:30  mcpServers.a.url: plain http to another machine can be read and changed on the way. Use https://, or say "allowInsecure": true',
		],
	},
	{
		name: 'a transport that nobody knows',
		text: '{"mcpServers": {"a": {"transport": "htpp", "url": "https://a.example"}}}',
		problems: [
			'1:36  mcpServers.a.transport: expected one of stdio, http, sse, ws, streamable-http, websocket, local, remote; did you mean http?',
		],
	},
	{
		name: 'a time in no range, which is brought into it, and retries that are none',
		text: '{"mcpServers": {"a": {"command": "x", "timeout": 0, "retry_attempts": 9}}}',
		problems: [
			'1:71  mcpServers.a.retry_attempts: expected a whole number from 0 to 5',
			'1:50  mcpServers.a.timeout: 0 is out of range (1-300 seconds, or 1000-300000 milliseconds); 300 s is used',
		],
	},
	{
		name: 'a variable that is not set',
		text: '{"mcpServers": {"a": {"command": "x", "env": {"T": "${NOPE}"}}, "b": {"command": "y"}}}',
		problems: ['1:52  mcpServers.a.env.T: the variable NOPE is not set. Set it, or write ${NOPE:-default}'],
		servers: ['b'],
	},
	{
		name: 'a kind of reference with a slip in it',
		text: '{"mcpServers": {"a": {"command": "x", "env": {"T": "${keychan:t}"}}, "b": {"command": "y"}}}',
		problems: [
			'1:52  mcpServers.a.env.T: "${keychan:" is no kind of reference; did you mean keychain? Known are ${VAR}, ${VAR:-default}, ${env:VAR}, ${workspaceFolder}, ${keychain:name}, ${input:id}, ${file:path}, ${command:line}; $${ stands for ${ itself',
		],
		servers: ['b'],
	},
	{
		name: 'a mode that there is not',
		text: '{"toolApproval": "never"}',
		problems: ['1:18  toolApproval: expected one of always-ask, trusted-only, auto'],
	},
	{
		name: 'trust in something that is no name',
		text: '{"trustedTools": ["a", null], "trustedServers": "files"}',
		problems: [
			'1:24  trustedTools[1]: expected a string',
			'1:49  trustedServers: expected an array of strings',
		],
	},
	{
		name: 'a decision that there is not',
		text: '{"approvals": [\n  {"server": "a", "decision": "allow"},\n  {"server": "b", "decision": "forbid"}\n]}',
		problems: ['3:31  approvals[1].decision: expected allow, ask or deny', `3:3  approvals[1]: ${unusable}`],
	},
	{
		name: 'a rule to deny with a misspelt key',
		text: '{"approvals": [{"sever": "b", "decision": "deny"}]}',
		problems: [
			'1:17  approvals[0].sever: unknown key; did you mean server?',
			`1:16  approvals[0]: ${unusable}`,
		],
	},
	{
		name: 'a rule with a matcher that says nothing, and hints that are no hints',
		text: '{"approvals": [{"args": {"path": {}}, "annotations": {"readOnly": "yes"}, "decision": "allow"}]}',
		problems: [
			'1:34  approvals[0].args.path: expected equals, oneOf, glob or under',
			'1:67  approvals[0].annotations.readOnly: expected a boolean',
		],
	},
	{
		name: 'rules that are no list',
		text: '{"approvals": {"deny": ["*"]}}',
		problems: [
			'1:15  approvals: expected an array of rules',
			`1:15  approvals: may hold rules that ask or deny. ${asksFirst}`,
		],
	},
	{
		name: 'rules under a misspelt key',
		text: '{"approvels": [{"decision": "deny"}]}',
		problems: [
			'1:2  approvels: unknown key; did you mean approvals?',
			`1:2  approvels: may hold rules that ask or deny. ${asksFirst}`,
		],
	},
	{
		name: 'an assistant with a bad mode beside a good one',
		text: '{"assistants": {"a": {"toolApproval": "yes"}, "b": {"instructions": "Be brief."}}}',
		problems: ['1:39  assistants.a.toolApproval: expected one of always-ask, trusted-only, auto'],
	},
	{
		name: 'a place for secrets that there is not',
		text: '{"secretStore": "plain-text"}',
		problems: ['1:17  secretStore: expected one of keychain, passphrase-file'],
	},
	{
		name: 'a registry that is read on the way',
		text: '{"registry": "http://registry.example.com"}',
		problems: ['1:14  registry: expected an https:// address; plain http:// only on this machine'],
	},
	{
		name: 'a registry with a password in its address',
		text: '{"registry": "https://me:secret@registry.example.com"}',
		problems: ['1:14  registry: a user name or password does not belong in this address'],
	},
	{
		name: 'a registry that is no address',
		text: '{"registry": 5}',
		problems: [
			'1:14  registry: expected the address of an MCP registry, such as "https://registry.example.com"',
		],
	},
	{
		name: 'a version that is no number',
		text: '{"version": "2"}',
		problems: ['1:13  version: expected a whole number from 1 on'],
	},
	{
		name: 'a provider with a key in plain text and a bad protocol',
		text: '{"providers": {"work": {"baseUrl": "https://a.example/v1", "apiKey": "sk-123", "api": "soap"}}}',
		problems: [
			'1:87  providers.work.api: expected one of responses, chat, anthropic',
			'1:70  providers.work.apiKey: a key does not belong in this file. Write ${WORK_API_KEY} or ${keychain:work} in its place',
		],
	},
	{
		name: 'a model that is no text',
		text: '{"model": 5}',
		problems: ['1:11  model: expected provider/model, such as "anthropic/claude-sonnet-5-5"'],
	},
];

describe('a malformed configuration', () => {
	it.each(rows)('is told exactly what is wrong, and where: $name', ({text, problems, servers = []}) => {
		const config = readConfig('config.json', text, {});
		expect(config.problems).toEqual(problems.map(problem => `config.json:${problem}`));
		expect(config.servers.map(({name}) => name)).toEqual(servers);
	});

	it('keeps good assistants beside bad ones', () => {
		const text = '{"assistants": {"a": {"toolApproval": "yes"}, "b": {"instructions": "Be brief."}}}';
		const {assistants, refusedAssistants, problems} = readConfig('config.json', text, {});
		expect(assistants.map(({name}) => name)).toEqual(['b']);
		expect(refusedAssistants).toEqual([{name: 'a', file: 'config.json', problems}]);
	});
});
