import {describe, expect, it} from 'vitest';
import type {AppFact} from '../../../../source/domain/event.ts';
import {asking, askOf, requested} from '../../../helpers/ui-samples.ts';
import {waitUntil} from '../../../helpers/wait-until.ts';
import {startLineChat} from './line-chat-run.ts';

const turn: AppFact = {type: 'message-accepted', turnId: 'turn-1', messageId: 'm', text: 'go'};
const step: AppFact = {type: 'step-started', turnId: 'turn-1', stepId: 'step-1', model: 'm'};

describe('the chat of lines', () => {
	it('tells an answer once, in order, with its tables as names and values', async () => {
		const {emit, news} = await startLineChat();
		news();
		emit(turn, step, {
			type: 'answer-streamed',
			stepId: 'step-1',
			text: '# Cities\n\n| name | size |\n|---|---|\n| Bern | 1 |\n\nDone',
		});
		emit({type: 'answer-streamed', stepId: 'step-1', text: ' now.'});
		emit(
			{
				type: 'step-finished',
				stepId: 'step-1',
				blocks: [],
				stop: 'done',
				usage: {inputTokens: 0, outputTokens: 0},
			} as unknown as AppFact,
			{type: 'turn-finished', turnId: 'turn-1'},
		);
		const text = news();
		expect(text).toContain('You: go\nAnswer:\nCities\n');
		expect(text).toContain('name: Bern\nsize: 1\n');
		expect(text.match(/Done now\./g)).toHaveLength(1);
		expect(text).not.toContain('\u001b');
		expect(text.endsWith('> ')).toBe(true);
	});

	it('tells of going back, and of what took the time, in words', async () => {
		const {chat, emit, news, clock} = await startLineChat();
		emit(turn, step);
		clock.advance(2000);
		emit({type: 'turn-finished', turnId: 'turn-1'}, {type: 'session-rewound', rewindId: 'r', messageId: 'm'});
		const said = news();
		expect(said).toContain(
			'Back to before "go". The model no longer sees that message and what came of it.\n',
		);
		expect(said).not.toContain('↶');
		chat.frontEnd.open('turn');
		expect(news()).toContain('The last turn took 2 seconds.\nStep 1, m: 2 seconds, cut.\n');
		chat.frontEnd.open('stats');
		await waitUntil(() => news().includes('Messages: 1, 1 of them taken back.'));
		expect(chat.frontEnd.chooseMessage).toBeUndefined();
	});

	it('says which arguments of a starting tool came from untrusted content', async () => {
		const {emit, news} = await startLineChat();
		emit(turn, requested('call-1', {path: 'a.txt'}));
		news();
		const sources = [{server: 'mail', tool: 'inbox', argument: 'path'}];
		emit({type: 'call-started', callId: 'call-1', sources});
		expect(news()).toBe(
			'Tool filesystem write_file starts with path: "a.txt". Untrusted content: path came from the result\nof inbox (mail).\n',
		);
	});

	it('says in words that a tool starts, goes on and ends', async () => {
		const {emit, news, clock} = await startLineChat();
		emit(turn, requested('call-1', {path: 'a.txt'}));
		news();
		emit({type: 'call-started', callId: 'call-1'});
		expect(news()).toBe('Tool filesystem write_file starts with path: "a.txt".\n');
		emit({type: 'call-progressed', callId: 'call-1', progress: {progress: 2, total: 5, message: 'copying'}});
		expect(news()).toBe('');
		clock.advance(20_500);
		expect(news()).toBe(
			'Tool filesystem write_file is still running after 10 seconds, 40 percent: copying.\nTool filesystem write_file is still running after 20 seconds, 40 percent: copying.\n',
		);
		emit({type: 'call-succeeded', callId: 'call-1', result: {content: [{type: 'text', text: 'one\ntwo'}]}});
		expect(news()).toBe('Tool filesystem write_file finished after 20 seconds, 2 lines:\n  one\n  two\n');
	});

	it.each<[string, readonly AppFact[]]>([
		['while it streams', []],
		['that is whole', [{type: 'turn-finished', turnId: 'turn-1'}]],
	])(
		'says that a tool has ended before the answer after it, %s, also where both come at once',
		async (_, end) => {
			const {emit, news} = await startLineChat();
			emit(turn, requested('call-1', {path: 'a.txt'}), {type: 'call-started', callId: 'call-1'});
			news();
			emit(
				{type: 'call-succeeded', callId: 'call-1', result: {content: [{type: 'text', text: 'one'}]}},
				step,
				{type: 'answer-streamed', stepId: 'step-1', text: 'It is done.\n\n'},
				...end,
			);
			expect(news()).toContain(
				'Tool filesystem write_file finished at once, 1 line:\n  one\nAnswer:\nIt is done.\n',
			);
		},
	);

	it('tells everything about a call before it asks, and denies when only enter is pressed', async () => {
		const {emit, news, type, answers, told} = await startLineChat();
		news();
		emit(...asking(askOf({canKeep: true, arguments: {path: 'notes.txt', content: 'a\nb'}})));
		const question = news();
		expect(question).toContain('Question: filesystem wants to run write_file\nmay destroy, open world\n');
		expect(question).toContain('path: "notes.txt"\ncontent:\n  a\n  b\n');
		expect(question).toContain('asks because: the mode always-ask\n');
		expect(question).toContain(
			'Type n for deny, y for once, s for this session, a for always, e for edit, r for deny with a reason\nor stop for deny and stop. Enter alone means deny.\nYour answer: ',
		);
		expect(told.rings).toBe(1);
		type('');
		expect(answers).toEqual([{askId: 'ask-1', answer: {type: 'deny'}}]);
	});

	it.each([
		[['y'], {type: 'allow', scope: 'once'}],
		[['s'], {type: 'allow', scope: 'session'}],
		[['a', 't'], {type: 'allow', scope: 'tool'}],
		[['a', '', 'n'], {type: 'deny'}],
		[['r', 'not today'], {type: 'deny', reason: 'not today'}],
		[['stop'], {type: 'stop'}],
		[['perhaps', 'n'], {type: 'deny'}],
	])('answers a call with %j', async (lines, answer) => {
		const {emit, type, answers} = await startLineChat();
		emit(...asking(askOf({canKeep: true})));
		for (const line of lines) {
			expect(answers).toEqual([]);
			type(line);
		}
		expect(answers).toEqual([{askId: 'ask-1', answer}]);
	});

	it('runs a tool with other arguments only if it takes them', async () => {
		const {fake, emit, type, answers, news} = await startLineChat();
		fake.check = async (_, args) =>
			args.path === 'b.txt' ? undefined : {code: 'x', message: 'path is missing'};
		emit(...asking(askOf()));
		type('e');
		type('{"path"');
		expect(news()).toContain('That is not JSON');
		type('{"file": 1}');
		await waitUntil(() => news().includes('Not run: path is missing'));
		type('{"path": "b.txt"}');
		await waitUntil(() => answers.length > 0);
		expect(answers[0]?.answer).toEqual({type: 'allow', scope: 'once', arguments: {path: 'b.txt'}});
	});

	it('never takes what was typed before a question, or begun before it, for an answer', async () => {
		const {emit, keyboard, answers, news, clock, type, submitted} = await startLineChat();
		emit(turn);
		emit(...asking(askOf()).slice(1));
		expect(keyboard.isRaw).toBe(true);
		keyboard.send('y');
		clock.advance(100);
		keyboard.send('\r');
		clock.advance(100);
		keyboard.send('also the other file');
		expect(answers).toEqual([]);
		news();
		clock.advance(200);
		expect(keyboard.isRaw).toBe(false);
		expect(news()).toContain(
			'You typed this before the question was out, so it answers nothing and is kept: y\nalso the other file\nYour answer: ',
		);
		type('n');
		expect(answers).toEqual([{askId: 'ask-1', answer: {type: 'deny'}}]);
		emit({type: 'turn-finished', turnId: 'turn-1'});
		expect(news()).toContain('Your draft: y\nalso the other file\nEnter alone sends it');
		type('');
		expect(submitted).toEqual(['y\nalso the other file']);
	});

	it('does not let two lines at once say always and how far', async () => {
		const {emit, keyboard, answers, clock} = await startLineChat();
		emit(...asking(askOf({canKeep: true})));
		clock.advance(400);
		keyboard.send('a\ns\n');
		clock.advance(400);
		expect(answers).toEqual([]);
	});

	it('joins lines that end with a backslash, and sends the suggestion on enter alone', async () => {
		const {fake, type, submitted, emit, news} = await startLineChat();
		type('one\\');
		type('two');
		expect(submitted).toEqual(['one\ntwo']);
		fake.suggestion = 'Show me around';
		emit({type: 'notice-raised', tone: 'info', text: 'a\nb'});
		expect(news()).toContain('Note: a\n      b\nEnter alone sends: Show me around\n> ');
		type('');
		expect(submitted).toEqual(['one\ntwo', 'Show me around']);
	});

	it('asks no model a lone question mark: it shows the help', async () => {
		const {type, submitted} = await startLineChat();
		type(' ? ');
		type('?');
		type('why?');
		expect(submitted).toEqual(['/help', '/help', 'why?']);
	});

	it('keeps the columns of what is told in several lines', async () => {
		const {emit, news} = await startLineChat();
		emit({type: 'notice-raised', tone: 'info', text: 'files  ready\nweb    failed'});
		expect(news()).toContain('Note: files  ready\n      web    failed\n');
		emit({type: 'notice-raised', tone: 'warning', text: 'a  1\nb  2'});
		expect(news()).toContain('Warning: a  1\n         b  2\n');
	});

	it('stops the model with one ctrl+c and ends with a second one', async () => {
		const {chat, emit, count, told, news, clock} = await startLineChat();
		emit(turn);
		news();
		chat.onInterrupt();
		expect(count.interrupts).toBe(1);
		expect(news()).toContain('Stopping. Press ctrl+c again within 2 seconds to quit.');
		clock.advance(3000);
		chat.onInterrupt();
		expect(told.quits).toBe(0);
		chat.onInterrupt();
		expect(told.quits).toBe(1);
	});

	it('tells which servers a message waits for, and sends it without them on enter', async () => {
		const {emit, news, type, count, submitted, keyboard} = await startLineChat();
		emit({type: 'servers-awaited', servers: ['one', 'two']});
		expect(news()).toContain('Waiting for 2 servers: one, two. Enter sends without them, ctrl+c stops.\n');
		keyboard.send('typed ahead\n');
		expect(count.goneOn).toBe(0);
		emit({type: 'servers-awaited', servers: ['two']});
		expect(news()).not.toContain('Waiting for');
		type('');
		expect(count.goneOn).toBe(1);
		expect(submitted).toEqual(['typed ahead']);
	});

	it('stops a message that waits for servers with ctrl+c, and keeps it as the draft', async () => {
		const {chat, emit, count, news} = await startLineChat();
		emit({type: 'servers-awaited', servers: ['one']});
		emit({type: 'message-queued', messageId: 'm1', text: 'Hello'});
		chat.onInterrupt();
		emit({type: 'servers-awaited', servers: []});
		expect([count.interrupts, count.goneOn]).toEqual([1, 0]);
		expect(news()).toContain('Your draft: Hello');
	});
});
