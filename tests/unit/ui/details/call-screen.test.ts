import {describe, expect, it} from 'vitest';
import {createCallScreen} from '../../../../source/ui/details/call-screen.ts';
import {createThinkingScreen} from '../../../../source/ui/details/thinking-screen.ts';
import {cellsOf} from '../../../../source/ui/text/graphemes.ts';
import {createStyles} from '../../../../source/ui/theme/styles.ts';
import {offerTool} from '../../../helpers/fake-servers.ts';
import {createClock} from '../../../helpers/ui-clock.ts';
import {createFakeApp} from '../../../helpers/ui-fake-app.ts';
import {createFakeHost} from '../../../helpers/ui-fake-host.ts';
import {hostile, requested} from '../../../helpers/ui-samples.ts';
import {seen, unsafeLines} from '../../../helpers/ui-text.ts';

const setUp = () => {
	const clock = createClock();
	const claimed = {...offerTool('filesystem', 'write_file').definition, annotations: {readOnlyHint: true}};
	const fake = createFakeApp(clock.now, {
		tools: () => [{modelName: 'filesystem__write_file', definition: claimed}],
	});
	/** Whether the user had said yes, for each call that was run again. */
	const runs: boolean[] = [];
	Object.assign(fake.app, {
		runAgain: async (_: string, {isConfirmed}: {isConfirmed: boolean}) => {
			runs.push(isConfirmed);
			return {type: 'cancelled', sent: false} as const;
		},
	});
	const window = createFakeHost();
	const drafts: string[] = [];
	const styles = createStyles(true);
	const deps = {
		app: fake.app,
		host: window.host,
		styles: () => styles,
		...clock,
		putDraft: (text: string) => drafts.push(text),
		openTool: async () => undefined,
		openPart: async () => undefined,
	};
	const call = (callId: string, text: string): void =>
		fake.emit(
			requested(callId, {path: `${callId}.txt`}),
			{type: 'call-started', callId, allowed: 'the rule "read"'},
			{type: 'call-succeeded', callId, result: {content: [{type: 'text', text}]}},
		);
	const open = () => {
		const screen = createCallScreen(deps);
		const lines = (columns = 80, rows = 24) => screen.draw({columns, rows}).lines;
		return {
			screen,
			lines,
			shown: () => lines().map(seen).join('\n'),
			press(...names: readonly string[]) {
				for (const name of names) {
					screen.onKey(name, name.length === 1 ? name : '');
				}
			},
		};
	};
	return {clock, fake, window, drafts, runs, deps, call, open};
};

describe('the details of calls', () => {
	it('show the last call and go to those before it', () => {
		const {call, open} = setUp();
		call('one', 'first');
		call('two', 'second');
		const {shown, press} = open();
		expect(shown()).toContain('call 2 of 2');
		expect(shown()).toContain('the rule "read"');
		press('2');
		expect(shown()).toContain('path: "two.txt"');
		press('[');
		expect(shown()).toContain('path: "one.txt"');
		press('3');
		expect(shown()).toContain('first');
		press('[');
		expect(shown()).toContain('This is the first call.');
	});

	it('say so when nothing was called yet, and show the first call when it comes', () => {
		const {call, open} = setUp();
		const {shown} = open();
		expect(shown()).toContain('No tool has been called yet');
		call('one', 'first');
		expect(shown()).toContain('call 1 of 1');
	});

	it('go on counting while a call runs, and have no timer afterwards', () => {
		const {fake, clock, open} = setUp();
		fake.emit(requested('one'), {type: 'call-started', callId: 'one'});
		const {shown} = open();
		clock.advance(3000);
		expect(shown()).toContain('3.0 s');
		fake.emit({type: 'call-succeeded', callId: 'one', result: {content: []}});
		expect(shown()).toContain('succeeded');
		expect(clock.waiting()).toBe(0);
	});

	it('copy what is shown, and what the cursor is on', () => {
		const {call, open, window} = setUp();
		call('one', 'all of it');
		const {press, shown} = open();
		press('3', 'y');
		expect(window.copied).toEqual(['all of it']);
		expect(shown()).toContain('Copied.');
		press('2', 'j', 'y', 'p');
		expect(window.copied.slice(1)).toEqual(['one.txt', '$.path']);
	});

	it('search in what is shown', () => {
		const {call, open} = setUp();
		call('one', Array.from({length: 500}, (_, index) => `row ${index}`).join('\n'));
		const {press, shown, screen, lines} = open();
		press('3', '/');
		screen.onKey('text', 'row 49');
		expect(shown()).toContain('1 of 11');
		expect(screen.draw({columns: 80, rows: 24}).cursor).toEqual({x: 7, y: 22});
		press('enter', 'n');
		expect(shown()).toContain('2 of 11 found');
		expect(lines().join('\n')).toContain('\u001b[7m');
		press('esc');
		expect(shown()).not.toContain('found');
	});

	it('put the result into the draft as a quotation, and close', async () => {
		const {call, open, drafts} = setUp();
		call('one', 'a\rb\u2028c');
		const {press, screen} = open();
		press('i');
		expect(drafts[0]).toContain('> a\n> b\n> c');
		await screen.closed;
	});

	it('ask before a call is run again that the model could not run unasked, beside its arguments', async () => {
		const {call, open, clock, runs} = setUp();
		call('one', 'x');
		const {press, shown} = open();
		press('r');
		expect(shown()).toContain('Run filesystem write_file again with these arguments?');
		expect(shown()).toContain('Asks because: test');
		expect(shown()).toContain('path: "one.txt"');
		clock.advance(300);
		press('n');
		expect(runs).toEqual([]);
		press('r');
		shown();
		clock.advance(300);
		press('y');
		await Promise.resolve();
		expect(runs).toEqual([true]);
		expect(shown()).toContain('Again');
	});

	it('take no yes that comes before the question could be read', () => {
		const {call, open, clock, runs} = setUp();
		call('one', 'x');
		const {press, shown, screen} = open();
		screen.onKey('text', 'ry');
		clock.advance(1000);
		press('y');
		expect(runs).toEqual([]);
		expect(shown()).toContain('again with these arguments?');
		clock.advance(299);
		press('y');
		expect(runs).toEqual([]);
		clock.advance(1);
		screen.onKey('text', 'yy');
		expect(runs).toEqual([]);
		press('y');
		expect(runs).toEqual([true]);
	});

	it('run a call again at once where no rule wants a question', () => {
		const {call, open, fake, runs} = setUp();
		Object.assign(fake.app, {whyAskAgain: () => undefined});
		call('one', 'x');
		open().press('r');
		expect(runs).toEqual([false]);
	});

	it('ask whatever the server claims about its tool', () => {
		const {call, open, runs} = setUp();
		call('one', 'x');
		const {press, shown} = open();
		press('r');
		expect(shown()).toContain('again with these arguments?');
		expect(runs).toEqual([]);
	});

	it('say a long sentence in full, in a narrow window, too', () => {
		const {call, open} = setUp();
		call('one', 'x');
		const {press, lines} = open();
		press('r');
		const rows = lines(40, 20).map(seen);
		expect(rows).toHaveLength(20);
		expect(rows.join(' ')).toMatch(
			/Run filesystem write_file again with these +arguments\? y runs it, any other key +does not/,
		);
		press('n');
		expect(lines(40, 20).map(seen).at(-1)).toMatch(/^q close/);
	});

	it('list every call, narrowed by what is typed', () => {
		const {call, open} = setUp();
		call('one', 'first');
		call('two', 'second');
		const {press, shown} = open();
		press('l');
		expect(shown()).toContain('1 of 2');
		press('down', 'enter');
		expect(shown()).toContain('call 1 of 2');
		press('l', 'z', 'z', 'z');
		expect(shown()).toContain('no call is like this');
		press('esc');
		expect(shown()).toContain('call 1 of 2');
	});

	it('read the whole of a result that was cut', async () => {
		const {fake, open} = setUp();
		const whole = Array.from({length: 3000}, (_, index) => `row ${index}`).join('\n');
		Object.assign(fake.app, {
			readResult: async (_: string, {offset, limit}: {offset: number; limit: number}) => ({
				text: whole.slice(offset, offset + limit),
				offset,
				characters: whole.length,
			}),
		});
		fake.emit(
			requested('one'),
			{type: 'call-started', callId: 'one'},
			{
				type: 'call-succeeded',
				callId: 'one',
				result: {content: [{type: 'text', text: 'cut'}], stored: {id: 'id', characters: whole.length}},
			},
		);
		const {press, shown} = open();
		press('3');
		expect(shown()).toContain('reading…');
		await new Promise(resolve => {
			setImmediate(resolve);
		});
		press('G');
		expect(shown()).toContain('row 2999');
		expect(shown()).toContain('of 3000 (100 %)');
	});

	it('fit every window and print nothing that a server smuggles in', () => {
		const {fake, open} = setUp();
		fake.emit(
			requested('one', {[hostile]: `${hostile}\n${hostile}`}),
			{type: 'call-started', callId: 'one'},
			{
				type: 'call-failed',
				callId: 'one',
				failure: {code: 'x', message: hostile, hint: hostile},
			},
		);
		const {press, lines} = open();
		for (const tab of ['1', '2', '3', '4', '5', 'l', 'esc', '?']) {
			press(tab);
			for (const [columns, rows] of [
				[40, 20],
				[80, 24],
				[120, 40],
				[20, 6],
			] as const) {
				const drawn = lines(columns, rows);
				expect(drawn.length).toBeLessThanOrEqual(rows);
				expect(unsafeLines(drawn)).toEqual([]);
				expect(drawn.filter(line => cellsOf(seen(line)) > columns)).toEqual([]);
			}
		}
	});

	it('let go of the app when they are closed', async () => {
		const {fake, open} = setUp();
		const {press, screen} = open();
		press('q');
		await screen.closed;
		expect(fake.count.listeners).toBe(0);
	});
});

describe('what the model thought', () => {
	it('grows while it streams, and keeps what was thought before', () => {
		const {fake, deps} = setUp();
		fake.emit(
			{type: 'message-accepted', turnId: 't', messageId: 'm', text: 'go'},
			{type: 'step-started', turnId: 't', stepId: 's', model: 'demo/x'},
			{type: 'thinking-streamed', stepId: 's', text: 'First I '},
		);
		const screen = createThinkingScreen(deps);
		const shown = () => screen.draw({columns: 60, rows: 20}).lines.map(seen).join('\n');
		expect(shown()).toContain('demo/x');
		fake.emit({type: 'thinking-streamed', stepId: 's', text: 'look.\nThen I act.'});
		expect(shown()).toContain('First I look.\nThen I act.');
	});
});
