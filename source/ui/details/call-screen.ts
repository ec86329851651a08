import {benchParts} from '../../domain/bench-part.ts';
import {isSameTool} from '../../domain/tool.ts';
import {isCallOver, type ToolCall} from '../../domain/tool-call.ts';
import {callBindings, type ViewerIntent} from '../input/viewer-bindings.ts';
import {textForm} from '../pager/forms.ts';
import {linesSource} from '../pager/line.ts';
import type {Tab} from '../pager/tab.ts';
import {createViewer, type Viewer} from '../pager/viewer.ts';
import {createAgain} from './again.ts';
import {createCallList} from './call-list.ts';
import {createCallTabs} from './call-tabs.ts';
import {callName, resultOf, resultText, statusIcon} from './call-text.ts';
import type {DetailsDeps} from './open-details.ts';
import {quoteResult} from './quote-result.ts';

const tickMilliseconds = 1000;

const noCalls = 'No tool has been called yet. When the model calls one, its details are here.';

/** Everything about one call after the other, the last one first unless told which: ctrl+o. */
export const createCallScreen = (deps: DetailsDeps, firstId?: string): Viewer => {
	const {app, host, styles, now, schedule, putDraft} = deps;
	const closing = new AbortController();
	const changed = (): void => viewer.changed();
	const again = createAgain({app, onChange: changed});
	const tabs = createCallTabs({app, now, schedule, again, signal: closing.signal, onChange: changed});
	const calls = (): readonly ToolCall[] => [...app.getState().calls.values()];
	let callId = firstId ?? calls().at(-1)?.callId;
	const current = (): ToolCall | undefined =>
		callId === undefined ? calls().at(-1) : app.getState().calls.get(callId);
	const empty: readonly Tab[] = [
		{
			name: 'Overview',
			forms: () => [
				textForm(
					() => linesSource([{text: noCalls}]),
					'the line',
					() => noCalls,
					{schedule, onChange: changed},
				),
			],
		},
	];

	// While the call runs its time goes on.
	let cancelTick = (): void => undefined;
	const tick = (): void => {
		const call = current();
		cancelTick();
		cancelTick =
			call === undefined || isCallOver(call) || call.status !== 'running'
				? () => undefined
				: schedule(() => {
						tabs.renew(call);
						viewer.changed();
						tick();
					}, tickMilliseconds);
	};
	const show = (call: ToolCall | undefined): true => {
		callId = call?.callId ?? callId;
		tick();
		return true;
	};
	const step = (direction: 1 | -1): true => {
		const all = calls();
		const place = all.findIndex(call => call.callId === callId);
		const next = all[place + direction];
		if (next === undefined) {
			viewer.say(direction === 1 ? 'This is the last call.' : 'This is the first call.');
		}
		return show(next);
	};
	const runAgain = (call: ToolCall): true => {
		if (again.isRunning() || app.getState().calls.live().length > 0) {
			viewer.say('It can be run again when nothing runs any more.');
			return true;
		}
		const run = (isConfirmed: boolean): void => {
			again.start(call, isConfirmed);
			viewer.openTab('Again');
		};
		const question = again.question(call);
		if (question === undefined) {
			run(false);
		} else {
			viewer.openTab('Arguments');
			viewer.confirm(question, () => run(true));
		}
		return true;
	};
	const insert = (call: ToolCall): true => {
		const result = resultOf(call);
		if (result === undefined) {
			viewer.say('There is no result to insert.');
		} else {
			putDraft(quoteResult(callName(call), resultText(result)));
			viewer.close();
		}
		return true;
	};
	const explore = (call: ToolCall): true => {
		if (app.explorer.tools().some(({definition}) => isSameTool(definition, call))) {
			void deps.openTool(call, call.arguments, false);
			viewer.close();
		} else {
			viewer.say('Its server does not offer this tool just now.');
		}
		return true;
	};
	const list = (): true => {
		viewer.setLayer(
			createCallList({
				calls,
				current: callId,
				styles,
				now,
				onDone(call) {
					show(call);
					viewer.setLayer(undefined);
				},
			}),
		);
		return true;
	};
	const act = (intent: ViewerIntent): boolean => {
		const part = benchParts.find(each => each === intent);
		if (part !== undefined) {
			void deps.openPart(part);
			viewer.close();
			return true;
		}
		const call = current();
		if (call === undefined) {
			return false;
		}
		switch (intent) {
			case 'previous':
				return step(-1);
			case 'next':
				return step(1);
			case 'list':
				return list();
			case 'insert':
				return insert(call);
			case 'explore':
				return explore(call);
			case 'again':
				return runAgain(call);
			default:
				return false;
		}
	};

	const viewer = createViewer({
		app,
		host,
		styles,
		now,
		schedule,
		title() {
			const call = current();
			const all = calls();
			if (call === undefined) {
				return {text: 'Tool calls'};
			}
			const place = all.findIndex(each => each.callId === call.callId) + 1;
			return {text: `${statusIcon(call).icon} ${callName(call)}`, note: `call ${place} of ${all.length}`};
		},
		tabs() {
			const call = current();
			return call === undefined ? empty : tabs.of(call);
		},
		keys: {title: 'Of a call', bindings: callBindings},
		act,
		onClose() {
			closing.abort();
			cancelTick();
			unsubscribe();
		},
	});
	let seen = {call: current(), logs: app.getState().logs, count: app.getState().calls.size};
	const unsubscribe = app.subscribe(() => {
		const state = app.getState();
		const call = current();
		callId ??= call?.callId;
		if (call !== seen.call || state.logs !== seen.logs || state.calls.size !== seen.count) {
			const isOther = call?.status !== seen.call?.status;
			seen = {call, logs: state.logs, count: state.calls.size};
			if (isOther) {
				tick();
			}
			if (call !== undefined) {
				tabs.renew(call);
			}
			viewer.changed();
		}
	});
	tick();
	return viewer;
};
