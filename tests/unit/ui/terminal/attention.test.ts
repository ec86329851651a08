import {describe, expect, it} from 'vitest';
import {
	hasTitle,
	noticeSequence,
	titleOf,
	watchForAttention,
} from '../../../../source/ui/terminal/attention.ts';
import {createClock} from '../../../helpers/ui-clock.ts';
import {createFakeApp} from '../../../helpers/ui-fake-app.ts';
import {askOf, requested} from '../../../helpers/ui-samples.ts';

const watch = () => {
	const clock = createClock();
	const fake = createFakeApp(clock.now);
	const titles: string[] = [];
	const notices: string[] = [];
	let isFocused = true;
	const stop = watchForAttention({
		app: fake.app,
		now: clock.now,
		isFocused: () => isFocused,
		setTitle: title => titles.push(title),
		notify: text => notices.push(text),
	});
	return {
		...fake,
		clock,
		titles,
		notices,
		stop,
		focus(next: boolean) {
			isFocused = next;
		},
		startTurn: (turnId = 'turn-1') =>
			fake.emit({type: 'message-accepted', turnId, messageId: `message-${turnId}`, text: 'go'}),
		endTurn: (turnId = 'turn-1') => fake.emit({type: 'turn-finished', turnId}),
		ask(callId: string) {
			fake.emit(requested(callId), {type: 'ask-raised', ask: askOf({askId: `ask-${callId}`, callId})});
		},
	};
};

describe('the title', () => {
	it('says what goes on, each time once', () => {
		const chat = watch();
		chat.startTurn();
		chat.ask('call-1');
		chat.ask('call-2');
		chat.emit({type: 'ask-answered', askId: 'ask-call-1', answer: {type: 'deny'}});
		chat.emit({type: 'ask-answered', askId: 'ask-call-2', answer: {type: 'deny'}});
		chat.endTurn();
		expect(chat.titles).toEqual(['mcp-tui', '● mcp-tui', '? mcp-tui', '● mcp-tui', 'mcp-tui']);
	});

	it('shows that the conversation is being summed up', () => {
		expect(titleOf({asks: [], compaction: {startedAt: 1}} as never)).toBe('● mcp-tui');
	});

	it.each([
		['xterm-256color', 'linux', true],
		['tmux-256color', 'darwin', true],
		['dumb', 'linux', false],
		['linux', 'linux', false],
		[undefined, 'linux', false],
		[undefined, 'win32', true],
	])('of a terminal called %s on %s can be changed: %s', (TERM, platform, expected) => {
		expect(hasTitle({TERM}, platform)).toBe(expected);
	});
});

describe('the call for attention', () => {
	it('comes once for each question that nobody can see', () => {
		const chat = watch();
		chat.startTurn();
		chat.focus(false);
		chat.ask('call-1');
		chat.emit({type: 'turn-retried', turnId: 'turn-1'});
		chat.focus(true);
		chat.focus(false);
		chat.startTurn('turn-2');
		expect(chat.notices).toEqual(['a question waits for you']);
		chat.ask('call-2');
		expect(chat.notices).toHaveLength(2);
	});

	it('does not come while the window has the keyboard, nor afterwards', () => {
		const chat = watch();
		chat.startTurn();
		chat.ask('call-1');
		chat.focus(false);
		chat.ask('call-2');
		expect(chat.notices).toHaveLength(1);
	});

	it('comes at the end of a long turn, not of a short one', () => {
		const chat = watch();
		chat.focus(false);
		chat.startTurn();
		chat.clock.advance(9_000);
		chat.endTurn();
		expect(chat.notices).toEqual([]);
		chat.startTurn('turn-2');
		chat.clock.advance(10_001);
		chat.endTurn('turn-2');
		expect(chat.notices).toEqual(['the answer is complete']);
	});

	it('is over when nobody watches any more', () => {
		const chat = watch();
		chat.focus(false);
		chat.stop();
		chat.startTurn();
		chat.ask('call-1');
		expect(chat.notices).toEqual([]);
	});
});

describe('the way of the call', () => {
	const message = '\u001b]9;mcp-tui: done\u0007';

	it.each([
		['auto', {}, '\u0007'],
		['auto', {TERM_PROGRAM: 'iTerm.app'}, message],
		['auto', {TERM_PROGRAM: 'WezTerm'}, message],
		['auto', {TERM_PROGRAM: 'ghostty'}, message],
		['auto', {KITTY_WINDOW_ID: '1'}, message],
		// It knows other uses of this sequence, and shows no message.
		['auto', {WT_SESSION: 'x'}, '\u0007'],
		// What tmux passes on depends on its settings; a bell always arrives.
		['auto', {KITTY_WINDOW_ID: '1', TMUX: 'x'}, '\u0007'],
		['osc9', {}, message],
		['osc9', {TMUX: 'x'}, `\u001bPtmux;\u001b${message}\u001b\\`],
		['bell', {TERM_PROGRAM: 'iTerm.app'}, '\u0007'],
		['none', {TERM_PROGRAM: 'iTerm.app'}, ''],
	] as const)('%s in %j is %j', (way, env, expected) => {
		expect(noticeSequence('done', way, env)).toBe(expected);
	});
});
