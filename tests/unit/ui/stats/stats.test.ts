import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {ToolUses} from '../../../../source/domain/tool-statistics.ts';
import type {SpanKind, TimeSpan, TurnTimes} from '../../../../source/domain/turn-times.ts';
import {lineRows} from '../../../../source/ui/pager/line-rows.ts';
import {spokenStats, spokenTurn} from '../../../../source/ui/stats/spoken-stats.ts';
import {createStatsScreen} from '../../../../source/ui/stats/stats-screen.ts';
import {toolTableLines} from '../../../../source/ui/stats/tool-table.ts';
import {waterfallLines} from '../../../../source/ui/stats/waterfall.ts';
import {cellsOf} from '../../../../source/ui/text/graphemes.ts';
import {withAsciiMarks} from '../../../../source/ui/theme/glyphs.ts';
import {createStyles} from '../../../../source/ui/theme/styles.ts';
import {at, replay, requested} from '../../../helpers/conversation-events.ts';
import {createClock} from '../../../helpers/ui-clock.ts';
import {createFakeApp} from '../../../helpers/ui-fake-app.ts';
import {createFakeHost} from '../../../helpers/ui-fake-host.ts';
import {hostile} from '../../../helpers/ui-samples.ts';
import {seen, textArbitrary, unsafeLines} from '../../../helpers/ui-text.ts';

const span = (kind: SpanKind, from: number, until: number, more: Partial<TimeSpan> = {}): TimeSpan => ({
	kind,
	id: `${kind}-${from}`,
	name: 'files read',
	from,
	until,
	...more,
});

const turn: TurnTimes = {
	turnId: 't',
	text: 'Do it',
	from: 0,
	until: 10_000,
	spans: [
		span('model', 0, 2000, {name: 'demo/x', heardAt: 1000}),
		span('retry', 2000, 3000, {name: 'The provider is busy.'}),
		span('question', 3000, 5000),
		span('tool', 5000, 9000),
		span('tool', 5000, 7000, {end: 'unknown'}),
	],
};

const shown = (width: number, each: TurnTimes = turn): readonly string[] =>
	waterfallLines(each, width, 0).map(({label = '', text}) => `${label}${text}`);
const rows = (width: number): readonly string[] => shown(width).slice(4, 9);

describe('the waterfall of a turn', () => {
	it('shows everything under the moments in which it lasted, scaled to the window', () => {
		expect(rows(80)).toEqual([
			'model   demo/x                2.0 s  ░░░░████',
			'retry   The provider is b…    1.0 s          ─────',
			'you     files read            2.0 s               ▒▒▒▒▒▒▒▒',
			'tool    files read            4.0 s                       ▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓',
			'tool    files r… (unknown)    2.0 s                       ▓▓▓▓▓▓▓▓',
		]);
		const barOf = (line: string | undefined): number => (line ?? '').trimEnd().split('▓').length - 1;
		expect(barOf(rows(120)[3])).toBeGreaterThan(barOf(rows(80)[3]));
	});

	it('says what each took together, and what is left over', () => {
		expect(shown(80).slice(0, 3)).toEqual([
			'Do it',
			expect.stringContaining('· 10.0 s'),
			'model 2.0 s · retry 1.0 s · you 2.0 s · tool 4.0 s · the rest 1.0 s',
		]);
	});

	it('is told apart in ASCII, too, and without bars where there is no room', () => {
		const bars = rows(80).map(line => withAsciiMarks(line).slice(37).trim());
		expect(bars).toEqual(['....####', '-----', '::::::::', '%'.repeat(17), '%'.repeat(8)]);
	});

	it('keeps who it was, what and how long in a narrow window, and gives up the bars rather than those', () => {
		const drawn = (width: number): readonly string[] =>
			waterfallLines(turn, width, 0)
				.slice(4, 9)
				.flatMap(line =>
					lineRows(line, {
						width,
						isWrapped: true,
						left: 0,
						styles: createStyles(false),
						pattern: undefined,
					}),
				)
				.map(row => seen(row).trimEnd());
		expect(drawn(64)[3]).toMatch(/^tool {4}files read {7}4\.0 s +▓{12}$/);
		expect(drawn(50)[3]).toMatch(/^tool {2}files read {2}4\.0 s +▓{10}$/);
		expect(drawn(40)).toEqual([
			'model demo/x                2.0 s',
			'retry The provider is busy. 1.0 s',
			'you   files read            2.0 s',
			'tool  files read            4.0 s',
			'tool  files read (unknown)  2.0 s',
		]);
		for (const width of [40, 50, 64, 80]) {
			expect(drawn(width).map(row => row.split(' ')[0])).toEqual(['model', 'retry', 'you', 'tool', 'tool']);
			expect(drawn(width).filter(row => row.startsWith('…') || !/\d s/.test(row))).toEqual([]);
		}
		expect(shown(40).join(' ')).not.toContain('█');
	});

	it('fits any window, whatever the names are', () => {
		fc.assert(
			fc.property(textArbitrary, fc.integer({min: 40, max: 200}), fc.nat(20_000), (name, width, until) => {
				const spans = [span('tool', until / 2, until, {name}), span('model', 0, until, {name})];
				const lines = shown(width, {...turn, spans, until}).slice(4, 6);
				expect(Math.max(...lines.map(cellsOf))).toBeLessThanOrEqual(width);
			}),
		);
	});
});

const uses = (tool: string, change: Partial<ToolUses> = {}): ToolUses => ({
	server: 'files',
	tool,
	calls: 1,
	errors: 0,
	cancelled: 0,
	lastUsed: 5,
	bytes: 2048,
	durations: [10, 20, 3000],
	...change,
});

describe('the table of tools', () => {
	const lines = (...all: readonly ToolUses[]): readonly string[] =>
		toolTableLines(all, 80).map(({text}) => text);

	it('has calls, errors, p50, p95 and bytes of each, those called most first', () => {
		const table = lines(uses('read'), uses('write', {calls: 1200, errors: 3, durations: []}));
		expect(table.slice(0, 3)).toEqual([
			'tool          calls  errors    p50    p95   bytes',
			'files write   1,200       3      -      -  2.0 KB',
			'files read        1       -  20 ms  3.0 s  2.0 KB',
		]);
		expect(table.at(-2)).toBe('2 tools, 1,201 calls, 3 with an error, 4.0 KB returned');
	});

	it('says so where no tool was ever called', () => {
		expect(lines()[0]).toBe('No tool has been called yet.');
	});

	it('fits the window, and obeys no name of a server', () => {
		const all = [uses(hostile), uses('x'.repeat(300))];
		const table = toolTableLines(all, 80);
		expect(unsafeLines(table.map(({text}) => text))).toEqual([]);
		expect(Math.max(...table.slice(0, 3).map(({text}) => cellsOf(text)))).toBeLessThanOrEqual(80);
	});
});

describe('statistics in words', () => {
	const state = replay([
		at({type: 'message-accepted', turnId: 't', messageId: 'm', text: 'Do it'}, 0),
		at({type: 'step-started', turnId: 't', stepId: 's', model: 'demo/x'}, 0),
		at({type: 'answer-streamed', stepId: 's', text: 'Well'}, 400),
		at(
			{
				type: 'step-finished',
				stepId: 's',
				reason: 'tool-calls',
				blocks: [],
				usage: {inputTokens: 1000, outputTokens: 20, cost: 0.5},
			},
			2000,
		),
		at(requested('c'), 2000),
		at({type: 'call-started', callId: 'c'}, 2000),
		at({type: 'call-failed', callId: 'c', failure: {code: 'x', message: 'No.'}}, 5000),
		at({type: 'turn-finished', turnId: 't'}, 5000),
	]);

	it('are sentences that can be read aloud', () => {
		expect(spokenStats(state, [uses('read')], 9000)).toEqual([
			'Messages: 1.',
			'Steps: 1.',
			'Tool calls: 1, 1 failed.',
			'Slowest: files read, 3.0 s.',
			'Tokens: 1,000 in, 20 out.',
			'Cost: $0.50.',
			'Time: 5.0 s in 1 turn.',
			'Of which: 2.0 s for the model, 3.0 s for tools.',
			'Tools, over all sessions:',
			'files read: 1 call, 0 errors, half took no longer than 20 milliseconds, 95 of 100 no longer than 3 seconds, 2.0 KB.',
			'/stats turn tells what took the time in the last turn.',
		]);
	});

	it('tell a turn in the order in which it happened', () => {
		expect(spokenTurn(state, 9000)).toEqual([
			'The last turn took 5 seconds.',
			'Step 1, demo/x: 2 seconds, its first word after 400 milliseconds.',
			'Tool files read: 3 seconds, failed.',
		]);
		expect(spokenTurn(replay([]), 0)).toEqual(['There was no turn in this session yet.']);
	});
});

describe('the screen of statistics', () => {
	const open = (firstTab: 'Session' | 'Turn') => {
		const clock = createClock();
		const fake = createFakeApp(clock.now);
		const styles = createStyles(true);
		const screen = createStatsScreen(
			{
				app: {...fake.app, toolUses: {all: () => [uses('read')], refresh: async () => undefined}},
				host: createFakeHost().host,
				styles: () => styles,
				now: clock.now,
				schedule: clock.schedule,
				putDraft: () => undefined,
				openTool: async () => undefined,
				openPart: async () => undefined,
			},
			firstTab,
		);
		const text = (): string => screen.draw({columns: 80, rows: 24}).lines.map(seen).join('\n');
		const press = (key: string): void => screen.onKey(key, key.length === 1 ? key : '');
		const say = (id: string): void =>
			fake.emit(
				{type: 'message-accepted', turnId: id, messageId: id, text: `Ask ${id}`},
				{type: 'step-started', turnId: id, stepId: id, model: 'demo/x'},
			);
		return {clock, fake, screen, text, press, say};
	};

	it('has a tab for the session, the tools and each turn', () => {
		const {text, press, say} = open('Session');
		say('one');
		say('two');
		expect(text()).toContain('Messages    2');
		press('2');
		expect(text()).toContain('files read');
		press('3');
		expect(text()).toContain('Ask two');
		press('[');
		expect(text()).toMatch(/turn 1 of 2[\s\S]*Ask one/);
		press('[');
		expect(text()).toContain('This is the first turn.');
	});

	it('follows a turn that lasts, and rests when it is over', () => {
		const {clock, fake, text, say} = open('Turn');
		expect(text()).toContain('There was no turn in this session yet.');
		say('one');
		clock.advance(3000);
		expect(text()).toContain('3.0 s so far');
		fake.emit({type: 'turn-finished', turnId: 'one'});
		clock.advance(2000);
		expect(text()).not.toContain('so far');
		expect(clock.waiting()).toBe(0);
	});
});
