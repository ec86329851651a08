// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this

import type {ServerResponse} from 'node:http';
import {describe, expect, it, onTestFinished} from 'vitest';
import {commandToolbox} from '../../../source/compose-command-toolbox.ts';
import {createCustomTools, customToolsOf} from '../../../source/compose-custom-tools.ts';
import type {Loaded} from '../../../source/compose-load.ts';
import {noProject} from '../../../source/compose-project.ts';
import {createToolbox} from '../../../source/compose-toolbox.ts';
import {createMemoryCredentials} from '../../../source/core/credentials/memory-credentials.ts';
import {createToolServers} from '../../../source/core/mcp/tool-servers.ts';
import {callTool} from '../../../source/core/toolbox/rest/call-tool.ts';
import type {ServerConfig} from '../../../source/domain/server.ts';
import type {LocalChannel, McpServers} from '../../../source/domain/server-ports.ts';
import type {ToolboxSettings} from '../../../source/domain/toolbox-settings.ts';
import {readTools} from '../../helpers/custom-tool.ts';
import {sendJson, startService} from '../../helpers/http-service.ts';
import {textOf} from '../../helpers/mcp-servers.ts';
import {waitUntil} from '../../helpers/wait-until.ts';

const signal = new AbortController().signal;
const name = 'toolbox';
const helpers = ['read-result', 'search-tools'];

const loadedWith = (customTools: object, toolbox?: ToolboxSettings): Loaded => ({
	config: {...readTools(customTools), ...(toolbox === undefined ? {} : {toolbox})},
	project: noProject('/nowhere'),
	problems: [],
});

const serversWith = (config: ServerConfig, serve: (channel: LocalChannel) => Promise<void>): McpServers => {
	const servers = createToolServers({
		servers: [config],
		version: '1',
		onStatus: () => undefined,
		now: Date.now,
		credentials: createMemoryCredentials(),
		localServers: {[config.name]: serve},
	});
	onTestFinished(() => servers.close());
	return servers;
};

const namesOf = (servers: McpServers): readonly string[] =>
	servers.tools().map(({definition}) => definition.tool);

const call = (servers: McpServers, tool: string, args = {}) =>
	servers.call({server: name, tool}, args, () => undefined, signal);

/** The built-in server of a chat, as its files say and can be made to say. */
const startChat = async (
	first: object,
	more: {readonly isLeftOut?: boolean; readonly isWanted?: boolean} = {},
) => {
	let loaded = loadedWith(first);
	const customTools = createCustomTools(() => loaded);
	const toolbox = createToolbox({
		version: '1',
		name,
		tourFolder: () => undefined,
		settings: () => undefined,
		isUsual: more.isWanted === true,
		isLeftOut: more.isLeftOut === true,
		customTools,
		results: {read: async () => undefined},
		servers: () => servers,
	});
	const servers = serversWith(toolbox.config(), toolbox.serve);
	await servers.connect(signal);
	return {
		servers,
		customTools,
		async save(next: object): Promise<void> {
			loaded = loadedWith(next);
			await servers.apply([toolbox.config()]);
			await customTools.refresh();
		},
	};
};

const ping = (origin: string, more: object = {}) => ({
	description: 'Pings',
	endpoint: {url: `${origin}/ping`, headers: {Authorization: 'Bearer ${keychain:a}'}},
	...more,
});

describe('custom tools in the chat', () => {
	it('are there without the built-in ones where those are not wanted, and their requests are seen', async () => {
		const {origin} = await startService((_, response) => sendJson(response, {pong: true}));
		const {servers, customTools} = await startChat({ping: ping(origin), off: ping(origin, {disabled: true})});
		expect(namesOf(servers)).toEqual([...helpers, 'ping']);
		expect(textOf(await call(servers, 'ping'))).toBe('{"pong":true}');
		expect(customTools.viewOf('ping')?.exchanges).toMatchObject([
			{request: {method: 'GET', url: `${origin}/ping`}, answer: {status: 200, bytes: 13}},
		]);
		expect(customTools.disabledOn(name)).toMatchObject([{server: name, tool: 'off'}]);
		expect(servers.configs()).toMatchObject([{disabled: false}]);
	});

	it('make nobody start the built-in server where there are none, or where only others are wanted', async () => {
		expect((await startChat({})).servers.configs()).toMatchObject([{disabled: true}]);
		const {servers} = await startChat({ping: ping('http://localhost:1')}, {isLeftOut: true});
		expect(servers.configs()).toMatchObject([{disabled: true}]);
	});

	it('stand behind the built-in ones where both are wanted', async () => {
		const {servers} = await startChat({ping: ping('http://localhost:1')}, {isWanted: true});
		expect(namesOf(servers)).toEqual(expect.arrayContaining(['calculate', 'read-file', 'ping']));
	});

	it('follow the file while a call is on its way', async () => {
		const waiting: ServerResponse[] = [];
		const {origin} = await startService((_, response) => void waiting.push(response));
		const {servers, save} = await startChat({ping: ping(origin)});
		const running = call(servers, 'ping');
		await waitUntil(() => waiting.length === 1);
		await save({ping: ping(origin, {description: 'Pings anew'}), pong: ping(origin)});
		await waitUntil(() => namesOf(servers).includes('pong'));
		const pinged = servers.tools().find(({definition}) => definition.tool === 'ping');
		expect(pinged?.definition.description).toBe('Pings anew');
		const [response] = waiting;
		if (response !== undefined) sendJson(response, 'still here');
		expect(textOf(await running)).toBe('"still here"');
		await save({});
		await waitUntil(() => namesOf(servers).length === 0);
		await save({pong: ping(origin)});
		await servers.connect(signal);
		expect(namesOf(servers)).toEqual([...helpers, 'pong']);
	});

	it('are checked by their schema before anything is sent', async () => {
		const {origin, seen} = await startService((_, response) => sendJson(response, 1));
		const parameters = {properties: {n: {type: 'integer', maximum: 3}}, required: ['n']};
		const {servers} = await startChat({ping: ping(origin, {parameters})});
		expect(await call(servers, 'ping', {n: 4})).toMatchObject({failure: {code: 'invalid-arguments'}});
		expect(seen).toEqual([]);
	});

	it('tell the model what went wrong, as a result', async () => {
		const {origin} = await startService((_, response) => sendJson(response, {error: 'no rights'}, 403));
		const {servers} = await startChat({ping: ping(origin)});
		const report = await call(servers, 'ping');
		expect(report.type).toBe('failed');
		expect(textOf(report)).toContain('answered 403 Forbidden. It said: {"error":"no rights"}');
	});
});

describe('custom tools of a command', () => {
	it('are there with the built-in ones, in the folders that the user has chosen', async () => {
		const settings = {roots: ['/nowhere'], excludeTools: ['write-file'], allowedHosts: []};
		const {config, serve} = commandToolbox(loadedWith({ping: ping('http://localhost:1')}, settings));
		const servers = serversWith(config, serve);
		await servers.connect(signal);
		expect(namesOf(servers)).toEqual(expect.arrayContaining(['calculate', 'read-file', 'ping']));
		expect(namesOf(servers)).not.toContain('write-file');
		expect(textOf(await call(servers, 'list-directory', {path: '/'}))).toContain('/nowhere');
	});
});

describe('custom tools for clients of other programs', () => {
	it('check their arguments themselves, and no pattern holds up the program', async () => {
		const parameters = {properties: {text: {type: 'string', pattern: '^(a+)+$'}}};
		const [tool] = await customToolsOf(
			loadedWith({
				ping: ping('http://localhost:1', {parameters}),
				off: ping('http://localhost:1', {disabled: true}),
			}),
			AbortSignal.timeout(600_000),
		);
		const validate = tool?.inputSchema['~standard'].validate;
		if (validate === undefined) throw new Error('There is no tool.');
		expect(await validate({text: 'aaa'})).toEqual({value: {text: 'aaa'}});
		expect(await validate({text: 1})).toEqual({issues: [{message: 'must be string', path: ['text']}]});
		let turns = 0;
		const timer = setInterval(() => {
			turns += 1;
		}, 10);
		onTestFinished(() => clearInterval(timer));
		const verdict = await validate({text: `${'a'.repeat(40)}!`});
		expect(verdict).toMatchObject({issues: [{message: expect.stringContaining('could not be checked')}]});
		expect(turns).toBeGreaterThan(3);
		expect(await validate('no object')).toHaveProperty('issues');
	});

	it.each([
		['does not fit', {city: 'R'}, 'city'],
		['is missing', {}, 'city'],
		['nobody knows', {city: 'Rome', extra: 1}, 'extra'],
		['is missing further inside', {city: 'Rome', at: {}}, 'at.d/x'],
		['does not fit further inside', {city: 'Rome', at: {'d/x': 'no'}}, 'at.d/x'],
		['nobody knows further inside', {city: 'Rome', at: {'d/x': 1, y: 2}}, 'at.y'],
		['does not fit in a list', {city: 'Rome', days: [1, 'no']}, 'days.1'],
	])('name the argument that %s as the field of a REST answer', async (_, args, field) => {
		const at = {
			type: 'object',
			properties: {'d/x': {type: 'number'}},
			required: ['d/x'],
			additionalProperties: false,
		};
		const parameters = {
			properties: {
				city: {type: 'string', minLength: 3},
				at,
				days: {type: 'array', items: {type: 'number'}},
			},
			required: ['city'],
			additionalProperties: false,
		};
		const [tool] = await customToolsOf(
			loadedWith({weather: ping('http://localhost:1', {parameters})}),
			AbortSignal.timeout(600_000),
		);
		if (tool === undefined) throw new Error('There is no tool.');
		expect(await callTool(tool, args, signal)).toMatchObject({
			status: 400,
			body: {error: {field, message: expect.stringContaining(`${field}: `)}},
		});
	});

	it('check nothing any more once they are not served any more, and their thread ends', async () => {
		const end = new AbortController();
		const parameters = {properties: {text: {type: 'string', pattern: '^(a+)+$'}}};
		const loaded = loadedWith({ping: ping('http://localhost:1', {parameters})});
		const [tool] = await customToolsOf(loaded, end.signal);
		const validate = tool?.inputSchema['~standard'].validate;
		expect(await validate?.({text: 'aaa'})).toEqual({value: {text: 'aaa'}});
		const running = validate?.({text: `${'a'.repeat(40)}!`});
		end.abort();
		const ended = {issues: [{message: 'The arguments could not be checked: the program is about to end.'}]};
		expect(await running).toEqual(ended);
		expect(await validate?.({text: 'aaa'})).toEqual(ended);
	});
});
