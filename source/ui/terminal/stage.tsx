import {type Instance, render} from 'ink';
import type {ReactElement} from 'react';
import {createFullPictures, type FullPictures} from '../screens/full-picture.ts';
import {FullScreenView} from '../screens/full-screen-view.tsx';
import type {FullScreen, WindowSize} from '../window-host.ts';
import type {Screen} from './screen.ts';
import type {TerminalModes} from './terminal-modes.ts';

type Chat = {
	readonly node: ReactElement;
	/** Brings the picture of the chat up to date. */
	readonly refresh: () => void;
};

export type Stage = {
	/** Takes the terminal and draws the chat. */
	readonly open: (chat: Chat) => void;
	/** Puts a full screen in the place of the chat; without one, the chat comes back. */
	readonly show: (full: FullScreen | undefined) => void;
	readonly isFull: () => boolean;
	readonly isChatShown: () => boolean;
	/** Removes what is drawn and leaves the terminal as it was found. What it gives back takes it again. */
	readonly giveAway: () => () => void;
	/** Somebody else had the terminal and we were not told: what is on it is not ours any more. */
	readonly reclaim: () => void;
	/** Draws what is shown once more. */
	readonly redraw: () => void;
	/** Removes what is drawn, for good. */
	readonly close: () => void;
};

type StageDeps = {
	readonly stdin: NodeJS.ReadStream;
	readonly stdout: NodeJS.WriteStream;
	readonly stderr: NodeJS.WriteStream;
	readonly screen: Screen;
	readonly modes: TerminalModes;
	/** A screen could not be drawn. */
	readonly onFailure: (error: unknown) => void;
};

type Mounted = {readonly instance: Instance; readonly pictures?: FullPictures; readonly size: WindowSize};

const home = '\u001B[H\u001B[J';
/** The last row, whose text is never anybody else's: what the chat draws last is erased before it is left. */
const lastRow = '\u001B[999B\r';

/**
 * Decides what has the terminal: the chat, a full screen, or nobody. Each gets an Ink instance of its own, and
 * whatever it asked of the terminal is taken back before the next one comes.
 */
export const createStage = (deps: StageDeps): Stage => {
	const {stdin, stdout, stderr, screen, modes, onFailure} = deps;
	let chat: Chat | undefined;
	let full: FullScreen | undefined;
	let mounted: Mounted | undefined;
	let isOurs = false;
	let isClosed = false;

	const draw = (node: ReactElement, alternateScreen: boolean): Instance => {
		const instance = render(node, {
			stdout: screen.stream,
			stdin,
			stderr,
			interactive: true,
			exitOnCtrlC: false,
			patchConsole: false,
			incrementalRendering: true,
			// Events are batched in the store; a slow clock here would only delay the echo of keys.
			maxFps: 250,
			// A terminal is asked whether it knows the protocol until it says so.
			kittyKeyboard: {mode: modes.knowsKeyboard() ? 'enabled' : 'auto'},
			alternateScreen,
		});
		instance.waitUntilExit().catch(onFailure);
		return instance;
	};
	const mount = (): void => {
		if (!isOurs || mounted !== undefined || chat === undefined) {
			return;
		}
		const size = screen.size();
		if (full === undefined) {
			chat.refresh();
			mounted = {instance: draw(chat.node, false), size};
		} else {
			const pictures = createFullPictures(full, screen.size);
			const instance = draw(<FullScreenView screen={full} pictures={pictures} />, true);
			mounted = {instance, pictures, size};
		}
	};
	const unmount = (): void => {
		if (mounted === undefined) {
			return;
		}
		const {instance, pictures, size} = mounted;
		mounted = undefined;
		screen.eraseFrame();
		// Ink may hold a frame back and write it now, below what is erased. So it says nothing any more.
		screen.muted(() => {
			instance.clear();
			instance.unmount();
		});
		screen.expectFrame(undefined);
		stdout.write(modes.endOfScreen());
		pictures?.dispose();
		// The terminal brings the cursor back to where it was in a window of another size.
		if (pictures !== undefined && (size.columns !== stdout.columns || size.rows !== stdout.rows)) {
			stdout.write(lastRow);
		}
	};
	const redraw = (): void => {
		if (mounted === undefined) {
			return;
		}
		const {instance, pictures} = mounted;
		if (pictures === undefined) {
			screen.eraseFrame();
		} else {
			stdout.write(home);
		}
		screen.muted(() => instance.clear());
		(pictures?.redraw ?? chat?.refresh)?.();
	};
	const giveAway = (): (() => void) => {
		if (!isOurs) {
			return () => undefined;
		}
		unmount();
		isOurs = false;
		stdout.write(modes.endOfAll());
		return () => {
			if (!isClosed) {
				isOurs = true;
				modes.ask();
				mount();
			}
		};
	};
	screen.onResize(redraw);

	return {
		open(next) {
			chat = next;
			isOurs = true;
			modes.ask();
			mount();
		},
		show(next) {
			unmount();
			full = next;
			mount();
		},
		isFull: () => full !== undefined,
		isChatShown: () => mounted !== undefined && full === undefined,
		giveAway,
		reclaim() {
			if (isOurs) {
				screen.forgetFrame();
				giveAway()();
			}
		},
		redraw,
		close() {
			isClosed = true;
			giveAway();
		},
	};
};
