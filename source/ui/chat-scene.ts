import type {App} from '../app/app.ts';
import type {Schedule} from '../domain/ports.ts';
import type {AppState} from '../state/app-state.ts';
import type {ChatController} from './chat-controller.ts';
import {buildFrame, type Frame} from './frame/build-frame.ts';
import {parkCursor} from './frame/park-cursor.ts';
import type {Pictures} from './images/pictures.ts';
import type {Keymap} from './input/keymap.ts';
import type {Motion} from './theme/motion.ts';
import type {Styles} from './theme/styles.ts';
import type {CreateAnswerWriter} from './transcript/answer-writer.ts';
import {createPrinter, type PrintedBlock} from './transcript/printer.ts';
import {startSlice} from './transcript/slice.ts';

/** What the screen shows: blocks to print for good, in order, and the frame below them. */
type Picture = {readonly fresh: readonly PrintedBlock[]; readonly frame: Frame};

export type ChatScene = {
	readonly getPicture: () => Picture;
	readonly subscribe: (listener: () => void) => () => void;
	/** The screen has printed these blocks: no later picture has them, whatever is mounted next. */
	readonly acknowledge: (blocks: readonly PrintedBlock[]) => void;
	/** Draws again, for instance after the window changed its size. */
	readonly refresh: () => void;
	readonly dispose: () => void;
};

type SceneDeps = {
	readonly app: App;
	readonly controller: ChatController;
	/** As they are now: the user may change the theme. */
	readonly styles: () => Styles;
	readonly createAnswerWriter: CreateAnswerWriter;
	/** Without it images are only named. */
	readonly pictures?: Pictures;
	readonly greeting: readonly string[];
	readonly size: () => {readonly columns: number; readonly rows: number};
	/** False while pictures must wait; `refresh` is called when they may go on. */
	readonly canDraw: () => boolean;
	readonly now: () => number;
	readonly schedule: Schedule;
	readonly motion: Motion;
	/** The usual keys without it. */
	readonly keymap?: Keymap;
};

/** Whether something on the screen changes by itself. Calls that wait for the user stand still. */
const isMoving = ({turn, compaction, awaiting, attaching, streaming, retry, calls}: AppState): boolean => {
	const isUnderWay = [compaction, awaiting, attaching, streaming, retry].some(each => each !== undefined);
	if (isUnderWay) {
		return true;
	}
	const live = calls.live();
	const isAnyMoving = live.some(call => call.status === 'running' && call.heldSince === undefined);
	// What the user has run again runs in no turn.
	return isAnyMoving || (turn !== undefined && live.length === 0);
};

/**
 * Turns state into pictures. It lives outside React, so a screen that is unmounted and mounted again
 * goes on where the transcript was. A timer runs only while something moves.
 */
export const createChatScene = (deps: SceneDeps): ChatScene => {
	const {app, controller, styles, size, now, schedule} = deps;
	const {spinnerFrames, tickMilliseconds} = deps.motion;
	const printer = createPrinter(styles, deps.createAnswerWriter, deps.pictures, deps.greeting.length > 0);
	const listeners = new Set<() => void>();
	let fresh: readonly PrintedBlock[] = [{id: 'greeting', lines: deps.greeting}];
	let picture: Picture | undefined;
	let tick: (() => void) | undefined;
	let slice: (() => void) | undefined;

	/** While there is more to print than a slice, only its own turns print: a key costs no more than a frame. */
	const draw = (isSlice = !printer.isBehind()): Picture => {
		const state = app.getState();
		const {columns, rows} = size();
		// Clocks change no more often than that, whatever else makes us draw; and nothing takes less than no time.
		const clock = tickMilliseconds < 1000 ? now() : Math.ceil(now() / tickMilliseconds) * tickMilliseconds;
		if (isSlice) {
			fresh = [...fresh, ...printer.advance(state, columns, startSlice(now))];
		}
		const frame = buildFrame({
			state,
			view: controller.getView(),
			pending: printer.pending(state, columns),
			isAskFocused: controller.isAskFocused(),
			suggestion: state.turn === undefined && state.awaiting === undefined ? app.suggestion() : undefined,
			columns,
			rows,
			now: clock,
			spinner: spinnerFrames[Math.floor(clock / tickMilliseconds) % spinnerFrames.length] ?? '',
			styles: styles(),
			...(deps.keymap === undefined ? {} : {keymap: deps.keymap}),
		});
		return {fresh, frame: parkCursor(frame, styles().inverse)};
	};

	const show = (next: Picture): void => {
		picture = next;
		for (const listener of listeners) {
			listener();
		}
	};
	const refreshWith = (next: Picture): void => {
		// Whatever made us draw has moved the clocks, too: by themselves they move only when nothing else does.
		tick?.();
		tick = isMoving(app.getState()) ? schedule(onTick, tickMilliseconds) : undefined;
		if (printer.isBehind()) {
			slice ??= schedule(onSlice, 0);
		}
		show(next);
	};
	const refresh = (): void => refreshWith(draw());

	const onChange = (): void => {
		if (deps.canDraw()) {
			refresh();
		}
	};
	const onTick = (): void => {
		tick = undefined;
		onChange();
	};
	const onSlice = (): void => {
		slice = undefined;
		if (deps.canDraw()) {
			refreshWith(draw(true));
		}
	};
	const unsubscribe = [app.subscribe(onChange), controller.subscribe(onChange)];
	return {
		getPicture() {
			picture ??= draw();
			return picture;
		},
		subscribe(listener) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
		acknowledge(blocks) {
			if (blocks.length > 0) {
				const printed = new Set(blocks.map(({id}) => id));
				fresh = fresh.filter(({id}) => !printed.has(id));
			}
		},
		refresh,
		dispose() {
			tick?.();
			slice?.();
			for (const stop of unsubscribe) {
				stop();
			}
		},
	};
};
