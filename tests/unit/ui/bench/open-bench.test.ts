import {expect, it} from 'vitest';
import {createBenchOpener} from '../../../../source/ui/bench/open-bench.ts';
import {createStyles} from '../../../../source/ui/theme/styles.ts';
import type {FullScreen} from '../../../../source/ui/window-host.ts';
import {createClock} from '../../../helpers/ui-clock.ts';
import {createFakeApp} from '../../../helpers/ui-fake-app.ts';
import {createFakeHost} from '../../../helpers/ui-fake-host.ts';
import {waitUntil} from '../../../helpers/wait-until.ts';

it('opens one workbench when it is asked for twice before it is loaded', async () => {
	const clock = createClock();
	const {host} = createFakeHost();
	const screens: FullScreen[] = [];
	const styles = createStyles(false);
	const bench = createBenchOpener({
		app: createFakeApp(clock.now).app,
		host: {
			...host,
			async openScreen(screen) {
				screens.push(screen);
				await screen.closed;
			},
		},
		styles: () => styles,
		now: clock.now,
		schedule: clock.schedule,
		putDraft: () => undefined,
		ports: {},
	});
	const first = bench.open('traffic');
	await bench.open('approvals');
	const [screen] = screens;
	expect(screens).toHaveLength(1);
	await waitUntil(() => screen?.draw({columns: 80, rows: 24}).lines.join().includes('mode ') === true);
	screen?.onKey('q', 'q');
	await first;
	void bench.open('traffic');
	await waitUntil(() => screens.length === 2);
	screens[1]?.onKey('q', 'q');
});
