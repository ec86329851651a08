import {describe, expect, it} from 'vitest';
import {commands} from '../../../source/app/commands/run-command.ts';
import {createAppHarness} from '../../helpers/app-harness.ts';
import {createFakeOffers} from '../../helpers/fake-offers.ts';

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
		[
			'/banana',
			'There is no command /banana. /help lists them all; begin with a space to send this as a message.',
		],
		['/', 'There is no command /. /help lists them all; begin with a space to send this as a message.'],
		['/mod', '/mod could be /model or /mode. Type more of the name.'],
	])('that does not exist (%s) is explained', (text, answer) => {
		const {app, text: said, tone} = type(text);
		expect([said, tone]).toEqual([answer, 'warning']);
		expect(app.whyUnknownCommand(text)).toBe(answer);
	});

	it('that does not exist suggests the prompt of a server by its short name, without running it', () => {
		const prompts = [{server: 'travel', prompt: 'greet', description: '', arguments: []}];
		const {text, model} = type('/gret', {offers: createFakeOffers({prompts})});
		expect(text).toBe('There is no command /gret. Did you mean /travel:greet?');
		expect(model.requests).toEqual([]);
	});

	it.each(['/HELP', '/hel', '/he'])('is found by the beginning of its name, in any case: %s', text => {
		const {text: answer, app} = type(text);
		expect(answer).toContain('/approvals [mode|revoke n]');
		expect(app.whyUnknownCommand(text)).toBeUndefined();
	});

	it.each(['/usr/bin/env is missing', '/etc/passwd', '//comment', ' /tmp is full'])(
		'is not what begins with a path or a space, which is sent as a message: %o',
		async text => {
			const {model, app} = type(text);
			await app.settled();
			expect(app.whyUnknownCommand(text)).toBeUndefined();
			expect(JSON.stringify(model.requests[0]?.messages)).toContain(text.trim());
		},
	);

	it.each([
		['clear', 'new'],
		['servers', 'mcp'],
		['permissions', 'approvals'],
		['sessions', 'resume'],
		['cost', 'stats'],
		['usage', 'stats'],
		['status', 'doctor'],
		['settings', 'config'],
		['quit', 'exit'],
	])('has the name that users of other programs know: /%s is /%s', (alias, name) => {
		expect(commands.find(({aliases}) => aliases.includes(alias))?.name).toBe(name);
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
			'/skills [text]              the skills that servers offer, all or those with a text in them',
			'/traffic                    every message that went to a server or came from one',
			'/model [provider/name]      show the models there are, or change the model',
			'/effort [level]             show or set how much the model thinks before it answers',
			'/assistant [name|none]      show the assistants there are, or choose one',
			'/mode [plan|act]            show or set whether the model plans or acts',
			'/approvals [mode|revoke n]  show or set when tool calls ask first (also /permissions)',
			'/context                    what fills the context of the model',
			'/compact [what to keep]     put a summary in place of the history, to make room',
			'/stats [turn]               what this session took, how tools were used, and what took the time in a turn (also /cost, /usage)',
			'/retry                      try the last turn again, if it failed or was interrupted',
			'/rewind [n|undo]            go back to before one of your messages; what tools did is not undone',
			'/new [now]                  leave this session and begin a new one; it stays among the sessions (also /clear)',
			'/resume [id] [now]          choose among all sessions, or go on with one of them (also /sessions)',
			'/fork [id] [now]            go on in a copy of this session, or of another one; the original stays as it is',
			'/export [format] [file]     write this session into a file: markdown, json, html, or its tool calls as a test',
			'/copy [code|n]              copy the last answer, its last block of code, or the nth answer from the end',
			'/details                    everything about the last tool calls',
			'/theme [name]               show the colour themes there are, or choose one',
			'/config                     show the configuration files, and the settings in use (also /settings)',
			'/keys                       the keys that work here',
			'/setup                      choose a model and add servers, as at the first start',
			'/doctor                     what is wrong, and what to do about it (also /status)',
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

describe('/approvals', () => {
	it('shows the modes and which one it is', () => {
		expect(type('/approvals', {approvalMode: 'trusted-only'}).text.split('\n')).toEqual([
			'  always-ask    every tool call asks first',
			'› trusted-only  tools you trust run, the others ask',
			'  auto          every tool call runs, unless a rule or a changed or suspicious definition makes it ask',
			'',
			'/approvals <mode> chooses one; in the chat shift+tab cycles through plan and these.',
		]);
	});

	it.each(['/approvals auto', '/permissions   auto  ', '/approvals\tauto'])('sets the mode: %o', text => {
		const {app, text: answer, events} = type(text);
		expect(app.getState().approvalMode).toBe('auto');
		expect(answer).toBe(
			'Approval mode auto: every tool call runs, unless a rule or a changed or suspicious definition makes it ask.',
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
