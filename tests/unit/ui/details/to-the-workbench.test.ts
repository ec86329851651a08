import {expect, it} from 'vitest';
import {createDetails, type Details} from '../../../../source/ui/details/open-details.ts';
import {createStyles} from '../../../../source/ui/theme/styles.ts';
import type {FullScreen} from '../../../../source/ui/window-host.ts';
import {createClock} from '../../../helpers/ui-clock.ts';
import {createFakeApp} from '../../../helpers/ui-fake-app.ts';
import {createFakeHost} from '../../../helpers/ui-fake-host.ts';
import {waitUntil} from '../../../helpers/wait-until.ts';

it.each<[string, (details: Details) => Promise<void>]>([
	['what the model thought', details => details.openThinking()],
	['the details of calls', details => details.openCalls()],
])('the keys of the workbench lead there from %s', async (_, open) => {
	const clock = createClock();
	const {host} = createFakeHost();
	const styles = createStyles(false);
	const screens: FullScreen[] = [];
	const parts: string[] = [];
	const fake = createFakeApp(clock.now);
	const details = createDetails({
		app: fake.app,
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
		openTool: async () => undefined,
		async openPart(part) {
			parts.push(part);
		},
	});
	fake.emit({
		type: 'call-requested',
		stepId: 's',
		callId: 'c',
		server: 'files',
		tool: 'read',
		modelName: 'files__read',
		arguments: {},
	});
	const closed = open(details);
	await waitUntil(() => screens.length === 1);
	screens[0]?.onKey('f3', '');
	await closed;
	expect(parts).toEqual(['tools']);
});
