import {describe, expect, it} from 'vitest';
import {createAskScreen} from '../../../../source/ui/details/ask-screen.ts';
import {createCallScreen} from '../../../../source/ui/details/call-screen.ts';
import {createThinkingScreen} from '../../../../source/ui/details/thinking-screen.ts';
import type {Viewer} from '../../../../source/ui/pager/viewer.ts';
import {cellsOf} from '../../../../source/ui/text/graphemes.ts';
import {createStyles} from '../../../../source/ui/theme/styles.ts';
import {createClock} from '../../../helpers/ui-clock.ts';
import {createFakeApp} from '../../../helpers/ui-fake-app.ts';
import {createFakeHost} from '../../../helpers/ui-fake-host.ts';
import {asking, askOf, formAsk, hostile, requested} from '../../../helpers/ui-samples.ts';
import {seen, unsafeLines} from '../../../helpers/ui-text.ts';

const setUp = () => {
	const clock = createClock();
	const fake = createFakeApp(clock.now);
	const styles = createStyles(true);
	const deps = {
		app: fake.app,
		host: createFakeHost().host,
		styles: () => styles,
		now: clock.now,
		schedule: clock.schedule,
		putDraft: () => undefined,
		openTool: async () => undefined,
		openPart: async () => undefined,
	};
	return {fake, deps, styles};
};
const linesOf = (screen: Viewer, columns = 80): readonly string[] => screen.draw({columns, rows: 24}).lines;
const shown = (screen: Viewer): string => linesOf(screen).map(seen).join('\n');
const form = formAsk({name: {type: 'string'}});

describe('a question that comes while a window is open', () => {
	it.each<readonly [string, (deps: ReturnType<typeof setUp>['deps']) => Viewer]>([
		['of calls', deps => createCallScreen(deps)],
		['of thoughts', deps => createThinkingScreen(deps)],
		['of another question', deps => createAskScreen(askOf(), deps)],
	])('is told of in the window %s, until it is answered', (_, create) => {
		const {fake, deps, styles} = setUp();
		fake.emit(...asking(askOf()));
		const screen = create(deps);
		fake.emit({type: 'ask-answered', askId: askOf().askId, answer: {type: 'deny'}});
		expect(shown(screen)).not.toContain('asks something');
		let draws = 0;
		screen.subscribe(() => {
			draws += 1;
		});
		fake.emit({type: 'ask-raised', ask: form});
		expect(draws).toBeGreaterThan(0);
		expect(shown(screen)).toContain('airline asks something: q goes there');
		expect(linesOf(screen).join('\n')).toContain(styles.warn('airline asks something: q goes there'));
		fake.emit({type: 'ask-answered', askId: form.askId, answer: {type: 'deny'}});
		expect(shown(screen)).not.toContain('asks something');
		screen.close();
		expect(fake.count.listeners).toBe(0);
	});

	it('is not told of where the window is about that question', () => {
		const {fake, deps} = setUp();
		fake.emit(...asking(askOf()));
		expect(shown(createAskScreen(askOf(), deps))).not.toContain('asks something');
	});

	it('says how to get there, whatever the server is called', () => {
		const {fake, deps} = setUp();
		const screen = createCallScreen(deps);
		fake.emit({type: 'ask-raised', ask: {...form, server: hostile.repeat(20)}});
		const lines = linesOf(screen, 40);
		expect(lines.map(seen).join('\n')).toContain('asks something: q goes there');
		expect(unsafeLines(lines)).toEqual([]);
		expect(lines.filter(line => cellsOf(seen(line)) > 40)).toEqual([]);
	});
});

describe('a call that is run again', () => {
	it('goes on when the window is closed, and keeps others from being run again', async () => {
		const {fake, deps} = setUp();
		let runs = 0;
		Object.assign(fake.app, {
			whyAskAgain: () => undefined,
			runAgain(...given: readonly unknown[]) {
				// Nothing that the window has could end it.
				expect(given).toHaveLength(2);
				runs += 1;
				fake.emit(requested('two'), {type: 'call-started', callId: 'two'});
				return new Promise(() => undefined);
			},
		});
		fake.emit(
			requested('one'),
			{type: 'call-started', callId: 'one'},
			{type: 'call-succeeded', callId: 'one', result: {content: []}},
		);
		const screen = createCallScreen(deps, 'one');
		screen.onKey('r', 'r');
		expect(runs).toBe(1);
		screen.onKey('q', 'q');
		await screen.closed;
		expect(fake.app.getState().calls.get('two')?.status).toBe('running');
		expect(fake.count.interrupts).toBe(0);
		const next = createCallScreen(deps, 'one');
		next.onKey('r', 'r');
		expect(runs).toBe(1);
		expect(shown(next)).toContain('when nothing runs any more');
	});
});
