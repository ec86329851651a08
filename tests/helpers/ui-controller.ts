import type {Catalogue} from '../../source/app/catalogue.ts';
import type {ApprovalAsk, Ask} from '../../source/domain/ask.ts';
import type {AppFact} from '../../source/domain/event.ts';
import type {Setup} from '../../source/domain/setup.ts';
import type {OfferedTool} from '../../source/domain/tool.ts';
import {type ChatController, createChatController} from '../../source/ui/chat-controller.ts';
import {isCovered} from '../../source/ui/view-state.ts';
import {createClock, type TestClock} from './ui-clock.ts';
import {createFakeApp, type FakeApp} from './ui-fake-app.ts';
import {createFakeHost} from './ui-fake-host.ts';
import {requested} from './ui-samples.ts';

type ChatOptions = {
	readonly setup?: Setup;
	readonly drawsAtOnce?: boolean;
	readonly tools?: readonly OfferedTool[];
	readonly catalogue?: Partial<Catalogue>;
};

/** An explorer that stays open until a test closes it. */
const createFakeExplorer = () => {
	const asks: ApprovalAsk[] = [];
	const calls: (string | undefined)[] = [];
	let close = (): void => undefined;
	return {
		asks,
		calls,
		open: (ask: ApprovalAsk) =>
			new Promise<void>(resolve => {
				asks.push(ask);
				close = resolve;
			}),
		openCalls: (callId?: string) =>
			new Promise<void>(resolve => {
				calls.push(callId);
				close = resolve;
			}),
		close: () => close(),
	};
};

export type ControlledChat = {
	readonly fake: FakeApp;
	readonly window: ReturnType<typeof createFakeHost>;
	/** What was looked at in the explorer. */
	readonly explored: readonly ApprovalAsk[];
	/** The calls whose details were looked at; undefined is the last one. */
	readonly detailed: readonly (string | undefined)[];
	readonly closeExplorer: () => void;
	readonly clock: TestClock;
	readonly controller: ChatController;
	readonly quits: () => number;
	/** The parts of the workbench that were opened. */
	readonly parts: readonly string[];
	readonly draft: () => string;
	/** Presses named keys; a name of one character types it. */
	readonly press: (...names: readonly string[]) => void;
	readonly type: (text: string) => void;
	readonly startTurn: () => void;
	readonly raise: (...asks: readonly Ask[]) => void;
	/** Tells the controller that what it shows now is on the screen. */
	readonly draw: () => void;
	/** How far the layout lets the arguments scroll. */
	readonly limitScroll: (max: number) => void;
};

const turn: AppFact = {type: 'message-accepted', turnId: 'turn-1', messageId: 'message-1', text: 'go'};

/**
 * A controller on a fake app and a clock that stands still. Unless told otherwise, the screen shows every
 * change at once.
 */
export const controlChat = ({
	drawsAtOnce = true,
	tools = [],
	catalogue = {},
	setup,
}: ChatOptions = {}): ControlledChat => {
	const clock = createClock();
	const fake = createFakeApp(clock.now, {tools: () => tools, ...catalogue});
	const window = createFakeHost();
	const explore = createFakeExplorer();
	const parts: string[] = [];
	let quits = 0;
	const controller = createChatController({
		app: fake.app,
		now: clock.now,
		schedule: clock.schedule,
		quit: () => {
			quits += 1;
		},
		host: window.host,
		...(setup === undefined ? {} : {setup}),
		details: () => ({
			openCalls: explore.openCalls,
			openThinking: async () => undefined,
			openStats: async () => undefined,
			openAsk: explore.open,
		}),
		bench: () => ({
			async open(part) {
				parts.push(part);
			},
		}),
	});
	let maxScroll = 0;
	const draw = (): void => {
		const view = controller.getView();
		const {ask, isKeysOpen} = view;
		const isHidden = ask === undefined || isKeysOpen || isCovered(view);
		controller.drawn(isHidden ? {maxScroll} : {askId: ask.askId, maxScroll});
	};
	if (drawsAtOnce) {
		controller.subscribe(draw);
	}
	const isCharacter = (name: string): boolean => [...new Intl.Segmenter().segment(name)].length === 1;
	const press = (...names: readonly string[]): void => {
		for (const name of names) {
			controller.onKey(name, isCharacter(name) ? name : '');
		}
	};
	return {
		fake,
		window,
		explored: explore.asks,
		detailed: explore.calls,
		closeExplorer: explore.close,
		clock,
		controller,
		draw,
		limitScroll(max) {
			maxScroll = max;
			draw();
		},
		quits: () => quits,
		parts,
		draft: () => controller.getView().draft.text,
		press,
		type: text => press(...text),
		startTurn: () => fake.emit(turn),
		raise(...asks) {
			if (fake.app.getState().turn === undefined) {
				fake.emit(turn);
			}
			for (const ask of asks) {
				if (ask.kind === 'approval') {
					fake.emit(requested(ask.callId, ask.arguments));
				}
				if (ask.kind === 'result') {
					fake.emit(requested(ask.callId), {type: 'call-started', callId: ask.callId});
				}
				fake.emit({type: 'ask-raised', ask});
			}
		},
	};
};
