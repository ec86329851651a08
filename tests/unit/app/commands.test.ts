import {describe, expect, it} from 'vitest';
import {commands} from '../../../source/app/commands/run-command.ts';
import type {ServerStatus} from '../../../source/domain/server.ts';
import {createAppHarness} from '../../helpers/app-harness.ts';
import {createFakeServers, readyStatus} from '../../helpers/fake-servers.ts';

type Options = Parameters<typeof createAppHarness>[0];

const type = (text: string, options: Options = {}) => {
	const harness = createAppHarness(options);
	harness.app.submit(text);
	const last = harness.app.getState().items.at(-1);
	return {
		...harness,
		text: last?.type === 'notice' ? last.text : '',
		tone: last?.type === 'notice' ? last.tone : undefined,
	};
};
const serversWith = (...entries: readonly (readonly [string, ServerStatus])[]): Options => ({
	servers: createFakeServers({statuses: new Map(entries)}),
});

describe('a slash command', () => {
	it('is never sent to the model', () => {
		for (const text of ['/help', '/tools', '/mcp', '/approvals', '/nonsense', '/', '/help me']) {
			const {model, events} = type(text);
			expect(model.requests).toEqual([]);
			expect(events.map(event => event.type)).not.toContain('message-accepted');
		}
	});

	it('answers only on the screen, so it is not saved', () => {
		const {saved} = type('/help');
		expect(saved).toEqual([]);
	});

	it.each([
		['/hlep', 'There is no command /hlep. Did you mean /help?'],
		['/quti now', 'There is no command /quti. Did you mean /quit?'],
		['/banana', 'There is no command /banana. /help lists them all.'],
		['/', 'There is no command /. /help lists them all.'],
		['/etc/passwd', 'There is no command /etc/passwd. /help lists them all.'],
		['/HELP', 'There is no command /HELP. Did you mean /help?'],
	])('that nobody knows (%s) is explained', (text, answer) => {
		expect(type(text)).toMatchObject({text: answer, tone: 'warning'});
	});

	it.each(['/mcp files', '/context now', '/retry again', '/quit now'])(
		'that takes nothing says so, and does nothing else: %s',
		text => {
			const [name] = text.split(' ');
			const {text: answer, tone} = type(text);
			expect(answer).toBe(`${name} takes nothing after it. Type ${name} alone.`);
			expect(tone).toBe('warning');
		},
	);

	it('has a name of its own', () => {
		const names = commands.flatMap(({name, aliases}) => [name, ...aliases]);
		expect(new Set(names).size).toBe(names.length);
		expect(names.every(name => /^[a-z]+$/.test(name))).toBe(true);
	});

	it('may be typed while a turn runs', () => {
		const {app, model} = createAppHarness();
		app.submit('Hi');
		app.submit('/help');
		expect(app.getState().queue).toEqual([]);
		expect(model.requests.length).toBeLessThanOrEqual(1);
	});
});

describe('/help', () => {
	it('lists every command in columns, with its argument and its other names', () => {
		const {text, tone} = type('/help');
		expect(tone).toBe('info');
		expect(text.split('\n')).toEqual([
			'/help                       what can be typed here',
			'/mcp                        the MCP servers and how they are (also /servers)',
			'/tools [text]               the tools the model may call, all or those with a text in them',
			'/prompts [text]             the prompts that servers offer, all or those with a text in them',
			'/resources [text]           the resources that servers offer, all or those with a text in them',
			'/traffic                    every message that went to a server or came from one',
			'/model [provider/name]      show the models there are, or change the model',
			'/assistant [name|none]      show the assistants there are, or choose one',
			'/mode [plan|act]            show or set whether the model plans or acts',
			'/approvals [mode|revoke n]  show or set when tool calls ask first (also /permissions)',
			'/context                    what fills the context of the model',
			'/compact [what to keep]     put a summary in place of the history, to make room',
			'/stats [turn]               what this session took, how tools were used, and what took the time in a turn',
			'/retry                      try the last turn again, if it failed or was interrupted',
			'/rewind [n|undo]            go back to before one of your messages; what tools did is not undone',
			'/new [now]                  leave this session and begin a new one; it stays among the sessions',
			'/resume [id] [now]          choose among all sessions, or go on with one of them (also /sessions)',
			'/fork [id] [now]            go on in a copy of this session, or of another one; the original stays as it is',
			'/export [format] [file]     write this session into a file: markdown, json, html, or its tool calls as a test',
			'/copy [code|n]              copy the last answer, its last block of code, or the nth answer from the end',
			'/details                    everything about the last tool calls',
			'/theme [name]               show the colour themes there are, or choose one',
			'/keys                       the keys that work here',
			'/setup                      choose a model and add servers, as at the first start',
			'/doctor                     what is wrong, and what to do about it',
			'/exit                       end the program (also /quit)',
			'',
			'In a message:',
			'@server:uri                 sends a resource along; /resources lists them',
			'/server:prompt name=value   sends a prompt of a server; /prompts lists them',
			'#server.tool                says which tool you mean',
		]);
	});

	it('says only what works where it is shown', () => {
		const harness = createAppHarness();
		const shown = {copy: () => '', putDraft: () => undefined, open: () => undefined};
		harness.app.attachFrontEnd({...shown, keyWords: 'ctrl+d quits.', lacks: ['details', 'setup']});
		harness.app.submit('/help');
		const last = harness.app.getState().items.at(-1);
		const text = last?.type === 'notice' ? last.text : '';
		expect(text).toMatch(/\n\nKeys: ctrl\+d quits\.$/);
		expect(text).toContain('/keys');
		expect(text).not.toMatch(/\/details|\/setup|\/traffic/);
	});
});

describe('/mcp', () => {
	it('says that there is no server', () => {
		expect(type('/mcp').text).toBe('No MCP server is configured.');
		expect(type('/servers').text).toBe('No MCP server is configured.');
	});

	it('shows the servers that cannot be used as they are now', () => {
		let refused = [{name: 'odd', problems: ['"url" is missing.']}];
		const harness = createAppHarness({refused: () => refused});
		refused = [{name: 'even', problems: ['"url" is wrong.']}];
		harness.app.submit('/mcp');
		const last = harness.app.getState().items.at(-1);
		expect(last).toMatchObject({text: expect.stringContaining('even')});
		expect(last).not.toMatchObject({text: expect.stringContaining('odd')});
	});

	it('shows the servers whose entry could not be used, and why', () => {
		const refused = [{name: 'odd', problems: ['"url" is missing.', '"type" must be text.']}];
		expect(type('/mcp', {refused}).text.split('\n')).toEqual([
			'odd  ✘ not used, because of its entry in the configuration:',
			'     "url" is missing.',
			'     "type" must be text.',
		]);
	});

	it('says of a server that waits for trust nothing else', () => {
		const refused = [{name: 'web', problems: ['not trusted yet: npx web'], isUntrusted: true}] as const;
		expect(type('/mcp', {refused}).text.split('\n')).toEqual([
			'web  ○ not used, because you have not trusted it:',
			'     not trusted yet: npx web',
		]);
	});

	it('shows the lines of an error output that say most', () => {
		const stderr = ['starting', 'Error: no such database', '    at main (x.js:1:1)', '', 'Node.js v20.20.0'];
		const failure = {code: 'x', message: 'bad ended.'};
		expect(type('/mcp', serversWith(['bad', {type: 'failed', failure, stderr}])).text.split('\n')).toEqual([
			'bad  ✘ bad ended.',
			'       Error: no such database',
		]);
	});

	it('shows every server and how it is', () => {
		const {text} = type(
			'/mcp',
			serversWith(
				['off', {type: 'disabled'}],
				['waiting', {type: 'idle'}],
				['starting', {type: 'connecting', since: 1}],
				[
					'good',
					readyStatus({
						toolCount: 3,
						promptCount: 2,
						resourceCount: 1,
						transport: 'http',
						identity: {name: 'good', title: 'Good Server', version: '1.2'},
						definitionTokens: 100,
					}),
				],
				['small', readyStatus({note: 'One tool was left out.'})],
				[
					'half',
					{
						...readyStatus({toolCount: 0}),
						type: 'ready-but-list-failed',
						failure: {code: 'x', message: 'It lists no tools.', hint: 'Ask its author.'},
					},
				],
				[
					'strange',
					{
						type: 'needs-sign-in',
						failure: {code: 'x', message: 'It wants to know who you are.', hint: 'Sign in.'},
					},
				],
				[
					'lost',
					{
						type: 'reconnecting',
						failure: {code: 'x', message: 'It went away.'},
						attempt: 2,
						attempts: 3,
						nextAt: 1,
					},
				],
			),
		);
		expect(text.split('\n')).toEqual([
			'off       ○ disabled',
			'waiting   ○ not started yet; starts with the first message',
			'starting  … connecting',
			'good      ✔ ready, 3 tools, 2 prompts, 1 resource',
			'          Good Server 1.2 · http · protocol 2025-11-25 · tool definitions: about 100 tokens',
			'small     ✔ ready, 1 tool',
			'          stdio · protocol 2025-11-25',
			'          ! One tool was left out.',
			'half      ! connected, but: It lists no tools.',
			'          Ask its author.',
			'          stdio · protocol 2025-11-25',
			'strange   ! It wants to know who you are.',
			'          Sign in.',
			'lost      … trying to reach it again, attempt 2 of 3',
			'            It went away.',
		]);
	});

	it('shows why a server failed, its last words and what to do', () => {
		const {text} = type(
			'/mcp',
			serversWith([
				'bad',
				{
					type: 'failed',
					failure: {code: 'exited', message: 'It ended with code 1.', hint: 'Check the command.'},
					stderr: ['1', '2', '3', '4', '5', '6'],
				},
			]),
		);
		expect(text.split('\n')).toEqual([
			'bad  ✘ It ended with code 1.',
			...['2', '3', '4', '5', '6'].map(line => `       ${line}`),
			'     Check the command.',
		]);
	});

	it('shows a failure without a hint', () => {
		const failure = {code: 'exited', message: 'It ended.'};
		expect(type('/mcp', serversWith(['bad', {type: 'failed', failure, stderr: []}])).text).toBe(
			'bad  ✘ It ended.',
		);
	});
});

describe('/approvals', () => {
	it('shows the modes and which one it is', () => {
		expect(type('/approvals', {approvalMode: 'trusted-only'}).text.split('\n')).toEqual([
			'  always-ask    every tool call asks first',
			'› trusted-only  tools you trust run, the others ask',
			'  auto          every tool call runs, unless a rule, a suspicious tool or text of others makes it ask',
			'',
			'shift+tab cycles through plan and these.',
		]);
	});

	it.each(['/approvals auto', '/permissions   auto  ', '/approvals\tauto'])('sets the mode: %o', text => {
		const {app, text: answer, events} = type(text);
		expect(app.getState().approvalMode).toBe('auto');
		expect(answer).toBe(
			'Approval mode auto: every tool call runs, unless a rule, a suspicious tool or text of others makes it ask.',
		);
		expect(events).toContainEqual(expect.objectContaining({type: 'approval-mode-changed', mode: 'auto'}));
	});

	it.each([
		[
			'/approvals atuo',
			'There is no approval mode "atuo"; did you mean auto? Choose always-ask, trusted-only, auto.',
		],
		['/approvals never', 'There is no approval mode "never". Choose always-ask, trusted-only, auto.'],
	])('keeps the mode when it does not know the new one: %s', (text, answer) => {
		const result = type(text);
		expect(result).toMatchObject({text: answer, tone: 'warning'});
		expect(result.app.getState().approvalMode).toBe('always-ask');
	});
});

describe('/exit', () => {
	it.each(['/exit', '/quit', '/exit  '])('asks the program to end: %s', async text => {
		await expect(type(text).app.exitRequested).resolves.toBeUndefined();
	});
});
