import stringWidth from 'string-width';
import type {Schedule} from '../../domain/ports.ts';
import type {Frame} from '../frame/build-frame.ts';
import {graphemesOf, isPlain} from '../text/graphemes.ts';

type ScreenSize = {readonly columns: number; readonly rows: number};

export type Screen = {
	/** What Ink writes to. It hears of a new size only when the window has come to rest. */
	readonly stream: NodeJS.WriteStream;
	readonly size: () => ScreenSize;
	/** False while the window changes its size: whatever is drawn then may be re-wrapped on its way. */
	readonly canDraw: () => boolean;
	/** Calls back while nothing that Ink writes reaches the terminal. */
	readonly muted: (run: () => void) => void;
	/** The frame that Ink's next write will show, if it is one of ours. */
	readonly expectFrame: (frame: Frame | undefined) => void;
	/** What is drawn is no longer where it was. */
	readonly forgetFrame: () => void;
	/** Removes the frame as the terminal shows it after a change of its width. */
	readonly eraseFrame: () => void;
	/** Called when the window has come to rest, before Ink hears of it. */
	readonly onResize: (listener: () => void) => void;
	readonly dispose: () => void;
};

/** How long the window must keep its size before we draw again. */
const restMilliseconds = 60;

const style = /\u001B\[[\d;]+m/g;

/** A wide character that does not fit into the last cell of a row leaves it empty. */
const rowsTaken = (line: string, columns: number): number => {
	const width = stringWidth(line);
	const text = line.replace(style, '');
	if (width <= columns || isPlain(text)) {
		return Math.max(1, Math.ceil(width / columns));
	}
	let rows = 1;
	let cells = 0;
	for (const grapheme of graphemesOf(text)) {
		const size = stringWidth(grapheme);
		rows += cells + size > columns ? 1 : 0;
		cells = cells + size > columns ? size : cells + size;
	}
	return rows;
};

/**
 * A terminal re-wraps what is on the screen when it becomes narrower, so the frame takes more rows than
 * Ink believes. Erasing by Ink's count would leave copies of the prompt behind.
 */
export const rowsAboveCursor = ({lines, cursor}: Frame, columns: number): number =>
	lines.slice(0, cursor.y).reduce((sum, line) => sum + rowsTaken(line, columns), 0) +
	Math.floor(Math.min(cursor.x, stringWidth(lines[cursor.y] ?? '')) / columns);

/** Ink's own view of the terminal: its writes can be held back, and its size changes when we say so. */
const createInkStream = (
	stdout: NodeJS.WriteStream,
	write: NodeJS.WriteStream['write'],
	size: () => ScreenSize,
	resizeListeners: Set<() => void>,
): NodeJS.WriteStream => {
	const stream: NodeJS.WriteStream = new Proxy(stdout, {
		get(target, property) {
			switch (property) {
				case 'write':
					return write;
				case 'columns':
				case 'rows':
					return size()[property];
				case 'on':
				case 'off':
					return (event: string, listener: () => void) => {
						if (event === 'resize') {
							resizeListeners[property === 'on' ? 'add' : 'delete'](listener);
						} else {
							target[property](event, listener);
						}
						return stream;
					};
				default: {
					const value: unknown = Reflect.get(target, property, target);
					return typeof value === 'function' ? value.bind(target) : value;
				}
			}
		},
	});
	return stream;
};

export const createScreen = (
	stdout: NodeJS.WriteStream,
	schedule: Schedule,
	/** Told of what Ink writes before the terminal is. */
	onWrite: (data: unknown) => void = () => undefined,
	/** Puts what Ink cannot carry into what it writes. */
	fill: (text: string) => string = text => text,
): Screen => {
	const measure = (): ScreenSize => ({columns: stdout.columns || 80, rows: stdout.rows || 24});
	const inkListeners = new Set<() => void>();
	let settled = measure();
	let onRest = (): void => undefined;
	let cancelRest: (() => void) | undefined;
	let cancelNews: (() => void) | undefined;
	let isMuted = false;
	let expected: Frame | undefined;
	let drawn: Frame | undefined;

	const write: typeof stdout.write = (...parameters: unknown[]) => {
		if (isMuted) {
			const callback = parameters.find(parameter => typeof parameter === 'function');
			callback?.();
			return true;
		}
		drawn = expected;
		const [data, ...rest] = parameters;
		onWrite(data);
		return Reflect.apply(stdout.write, stdout, [
			typeof data === 'string' ? fill(data) : data,
			...rest,
		]) as boolean;
	};
	const rest = (): void => {
		cancelRest = undefined;
		settled = measure();
		onRest();
		// Ink redraws what it has as soon as it hears of the new size, so React must have the new frame first.
		cancelNews = schedule(() => {
			for (const listener of inkListeners) {
				listener();
			}
		}, 0);
	};
	const moved = (): void => {
		cancelRest?.();
		cancelRest = schedule(rest, restMilliseconds);
	};
	stdout.on('resize', moved);

	return {
		stream: createInkStream(stdout, write, () => settled, inkListeners),
		size: () => settled,
		canDraw() {
			// The signal that tells of a new size takes its time; asking is cheap.
			(stdout as {readonly _refreshSize?: () => void})._refreshSize?.();
			return cancelRest === undefined;
		},
		muted(run) {
			isMuted = true;
			try {
				run();
			} finally {
				isMuted = false;
			}
		},
		expectFrame(frame) {
			expected = frame;
		},
		forgetFrame() {
			drawn = undefined;
		},
		eraseFrame() {
			if (drawn !== undefined) {
				const up = rowsAboveCursor(drawn, measure().columns);
				// Row by row: tmux keeps a copy of the screen when everything from its first row on is erased.
				stdout.write(`\r\u001B[J${'\u001B[A\u001B[2K'.repeat(up)}`);
				drawn = undefined;
			}
		},
		onResize(listener) {
			onRest = listener;
		},
		dispose() {
			cancelRest?.();
			cancelNews?.();
			stdout.off('resize', moved);
		},
	};
};
