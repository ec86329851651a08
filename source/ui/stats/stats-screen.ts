import type {TurnTimes} from '../../domain/turn-times.ts';
import {allTurns} from '../../state/turn-times.ts';
import type {DetailsDeps} from '../details/open-details.ts';
import {statsBindings, type ViewerIntent} from '../input/viewer-bindings.ts';
import {liveForm, sizedForm} from '../pager/forms.ts';
import {createViewer, type Viewer} from '../pager/viewer.ts';
import {sessionStatsLines} from './session-stats-lines.ts';
import {toolTableLines} from './tool-table.ts';
import {noTurn, waterfallLines} from './waterfall.ts';

const tickMilliseconds = 1000;

/** What this session took, how tools were used, and what took the time in a turn: /stats. */
export const createStatsScreen = (
	{app, host, styles, now, schedule}: DetailsDeps,
	firstTab: 'Session' | 'Turn',
): Viewer => {
	const changed = (): void => viewer.changed();
	const turns = (): readonly TurnTimes[] => allTurns(app.getState().times);
	/** Undefined follows the last. */
	let shown: number | undefined;
	const place = (): number => shown ?? turns().length - 1;
	const page = {schedule, onChange: changed};
	const session = liveForm(() => sessionStatsLines(app.getState(), now()), 'the totals', page);
	const tools = sizedForm(width => toolTableLines(app.toolUses.all(), width), 'the table', page);
	const turn = sizedForm(
		width => {
			const each = turns()[place()];
			return each === undefined ? noTurn : waterfallLines(each, width, now());
		},
		'the turn',
		page,
	);
	const renew = (): void => {
		for (const form of [session, tools, turn]) {
			form.renew();
		}
		changed();
	};

	// While a turn lasts its time goes on.
	let cancelTick = (): void => undefined;
	const tick = (): void => {
		cancelTick();
		cancelTick =
			app.getState().times.open === undefined
				? () => undefined
				: schedule(() => {
						renew();
						tick();
					}, tickMilliseconds);
	};
	let {times} = app.getState();
	const unsubscribe = app.subscribe(() => {
		const {times: next} = app.getState();
		if (next !== times) {
			times = next;
			renew();
			tick();
		}
	});

	const step = (direction: 1 | -1): true => {
		const next = place() + direction;
		if (next < 0 || next >= turns().length) {
			viewer.say(direction === 1 ? 'This is the last turn.' : 'This is the first turn.');
		} else {
			shown = next === turns().length - 1 ? undefined : next;
		}
		viewer.openTab('Turn');
		turn.renew();
		return true;
	};
	const viewer = createViewer({
		app,
		host,
		styles,
		now,
		schedule,
		title: () => ({
			text: 'Statistics',
			...(turns().length === 0 ? {} : {note: `turn ${place() + 1} of ${turns().length}`}),
		}),
		tabs: () => [
			{name: 'Session', forms: () => [session]},
			{name: 'Tools', forms: () => [tools]},
			{name: 'Turn', forms: () => [turn]},
		],
		keys: {title: 'In the statistics', bindings: statsBindings},
		act(intent: ViewerIntent) {
			return intent === 'previous' || intent === 'next' ? step(intent === 'next' ? 1 : -1) : false;
		},
		onClose() {
			cancelTick();
			unsubscribe();
		},
	});
	viewer.openTab(firstTab);
	tick();
	// Other instances may have noted calls since this one last looked.
	void app.toolUses.refresh().then(renew, () => undefined);
	return viewer;
};
