import {describe, expect, it} from 'vitest';
import type {WireProtocol} from '../../../source/core/models/adapter.ts';
import type {AppEvent} from '../../../source/domain/event.ts';
import {evilSchemas, tooDeepForLists, writeEvilTools} from '../../helpers/evil-schemas.ts';
import {serverConfig, serverFile, useServers} from '../../helpers/mcp-servers.ts';
import {
	createFileServers,
	createModelApp,
	openModelAt,
	protocols,
	readTool,
	writeTool,
} from '../../helpers/model-app.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';
import {callOf, calls, refuses, type ScriptAnswer, says} from '../../servers/models/fault-script.ts';
import {startFaultServer} from '../../servers/models/fault-server.ts';

const setAsideIn = (events: readonly AppEvent[], why: 'unfit' | 'rejected'): readonly string[] =>
	events.flatMap(event => (event.type === 'tool-set-aside' && event.why === why ? [event.tool] : []));

const noticesIn = (events: readonly AppEvent[]): string =>
	events.map(event => (event.type === 'notice-raised' ? event.text : '')).join('\n');

/** What one of the calls gave, by the name that the tool has for its server. */
const resultsIn = (events: readonly AppEvent[]): Readonly<Record<string, string>> => {
	const tools = new Map(
		events.flatMap(event => (event.type === 'call-requested' ? [[event.callId, event.tool]] : [])),
	);
	return Object.fromEntries(
		events.flatMap(event => {
			if (event.type !== 'call-succeeded') return [];
			const [content] = event.result.content;
			return [[tools.get(event.callId) ?? '', content?.type === 'text' ? content.text : '']];
		}),
	);
};

const longName = evilSchemas.find(({name}) => name.length > 80)?.name ?? '';

describe.each(protocols)('over the protocol %s', protocol => {
	it('a chat with evil schemas works: each tool is adapted or skipped by name', async () => {
		const file = await writeEvilTools(createTemporaryFolder());
		const {servers, connect} = useServers([
			serverConfig('evil-schemas', {args: [serverFile('evil-schemas'), file]}),
		]);
		await connect();
		const nameOf = (tool: string): string =>
			servers.tools().find(({definition}) => definition.tool === tool)?.modelName ?? '';
		const server = await startFaultServer([
			calls(
				callOf('call_1', nameOf('root-any-of'), {path: '/tmp'}),
				callOf('call_2', nameOf('array-without-items'), {tags: ['x', 1]}),
				callOf('call_3', nameOf(longName), {a: 'b'}),
			),
			says('All three work.'),
		]);
		const app = createModelApp(await openModelAt(protocol, server.url), {servers});
		await expect(app.say('Try them.')).resolves.toEqual({type: 'finished'});

		const dialect = protocol === 'anthropic' ? 'anthropic' : 'openai';
		const known = evilSchemas.filter(({name}) => !tooDeepForLists.includes(name));
		const unfit = known.filter(evil => evil[dialect] === 'unfit').map(({name}) => name);
		const sent = known.filter(evil => evil[dialect] !== 'unfit').map(({name}) => nameOf(name));
		expect(known.length).toBeGreaterThan(30);
		expect(unfit.length).toBeGreaterThan(3);
		expect(server.problems()).toEqual([]);
		expect(server.requests).toHaveLength(2);
		for (const {tools} of server.requests) expect(tools.toSorted()).toEqual(sent.toSorted());
		expect(setAsideIn(app.events, 'unfit').toSorted()).toEqual(unfit.toSorted());
		expect(setAsideIn(app.events, 'rejected')).toEqual([]);
		expect(noticesIn(app.events)).toContain(`${unfit[0]} of evil-schemas`);
		expect(nameOf(longName).length).toBeLessThanOrEqual(64);
		expect(resultsIn(app.events)).toEqual({
			'root-any-of': '{"path":"/tmp"}',
			'array-without-items': '{"tags":["x",1]}',
			[longName]: '{"a":"b"}',
		});
	});
});

const refusal = (status: number, body: object): ScriptAnswer => ({
	type: 'body',
	status,
	headers: {'content-type': 'application/json'},
	body: JSON.stringify(body),
});

/** How those who refuse a tool say so. The bad one is the second. */
const complaints: readonly (readonly [who: string, protocol: WireProtocol, answer: ScriptAnswer])[] = [
	...protocols.map(protocol => [protocol, protocol, refuses('bad-tool', {tool: writeTool})] as const),
	[
		'Anthropic, about the names of properties',
		'anthropic',
		refusal(400, {
			type: 'error',
			error: {
				type: 'invalid_request_error',
				message:
					"tools.1.custom.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'",
			},
		}),
	],
	[
		'OpenAI, about a name, by its place',
		'responses',
		refusal(400, {
			error: {
				message: "Invalid 'tools[1].name': string does not match pattern.",
				type: 'invalid_request_error',
				param: 'tools[1].name',
				code: 'invalid_value',
			},
		}),
	],
	[
		'a server in Python',
		'chat',
		refusal(422, {
			detail: [{loc: ['body', 'tools', 1, 'function', 'parameters'], msg: 'value is not a valid dict'}],
		}),
	],
	[
		'Gemini',
		'chat',
		refusal(400, [
			{
				error: {
					code: 400,
					message:
						'* GenerateContentRequest.tools[0].function_declarations[1].parameters.properties[a].items: missing field.',
					status: 'INVALID_ARGUMENT',
				},
			},
		]),
	],
];

describe('a tool that the provider does not take', () => {
	it.each(complaints)('is left out when it is refused in the words of %s', async (_, protocol, answer) => {
		const server = await startFaultServer((request, index) => {
			if (request.tools.includes(writeTool)) return answer;
			return index === 1 ? calls(callOf('call_1', readTool, {path: 'a'})) : says('Without it, then.');
		});
		const servers = createFileServers();
		const app = createModelApp(await openModelAt(protocol, server.url), {servers});
		await expect(app.say('Try it.')).resolves.toEqual({type: 'finished'});
		expect(server.requests.map(({tools}) => tools)).toEqual([[readTool, writeTool], [readTool], [readTool]]);
		expect(setAsideIn(app.events, 'rejected')).toEqual(['write']);
		expect(noticesIn(app.events)).toContain('does not take the tool write of files');
		expect(servers.calls).toHaveLength(1);

		await expect(app.say('And now?')).resolves.toEqual({type: 'finished'});
		expect(server.requests.at(-1)?.tools).toEqual([readTool]);
		expect(setAsideIn(app.events, 'rejected')).toEqual(['write']);
		expect(server.problems()).toEqual([]);
	});

	it.each(protocols)(
		'ends the turn over the protocol %s when leaving it out does not help',
		async protocol => {
			const server = await startFaultServer([refuses('bad-tool', {tool: writeTool})]);
			const app = createModelApp(await openModelAt(protocol, server.url));
			await expect(app.say('Try it.')).resolves.toMatchObject({type: 'failed'});
			expect(server.requests.length).toBeLessThanOrEqual(3);
		},
	);
});
