import stringWidth from 'string-width';
import type {Schedule} from '../../domain/ports.ts';
import type {Frame} from '../frame/build-frame.ts';
import {graphemesOf, isPlain} from '../text/graphemes.ts';
import {createJoinedFrame} from './joined-frame.ts';

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
	/** Called when the window has come to rest, and Ink knows of it. */
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

/** Behind a text that fills its last row the cursor stays in that row. */
const rowsBefore = (x: number, width: number, columns: number): number =>
	Math.floor((x >= width ? Math.max(0, width - 1) : x) / columns);

/**
 * A terminal re-wraps what is on the screen when it becomes narrower, so the frame takes more rows than
 * Ink believes. Erasing by Ink's count would leave copies of the prompt behind.
 */
export const rowsAboveCursor = ({lines, cursor}: Frame, columns: number, wrapsCursorRow = true): number =>
	lines.slice(0, cursor.y).reduce((sum, line) => sum + rowsTaken(line, columns), 0) +
	(wrapsCursorRow ? rowsBefore(cursor.x, stringWidth(lines[cursor.y] ?? ''), columns) : 0);

/** Programs that show a terminal with xterm.js, which cuts the row with the cursor where others re-wrap it. */
const cuttingPrograms: readonly string[] = ['vscode', 'Hyper', 'Tabby'];

const wrapsCursorRow = ({
	TERM_PROGRAM: program = '',
	TMUX: tmux = '',
}: Readonly<Record<string, string | undefined>>): boolean =>
	tmux !== '' || !cuttingPrograms.includes(program);

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

type ScreenDeps = {
	readonly stdout: NodeJS.WriteStream;
	readonly schedule: Schedule;
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Told of what Ink writes before the terminal is. */
	readonly onWrite?: (data: unknown) => void;
	/** What somebody else has drawn: the first frame of ours takes its place. */
	readonly shown?: Pick<Frame, 'lines' | 'cursor'>;
	/** Puts what Ink cannot carry into what it writes. */
	readonly fill?: (text: string) => string;
};

/** Row by row: tmux keeps a copy of the screen when everything from its first row on is erased. */
const eraseRows = (above: number): string => `\r\u001B[J${'\u001B[A\u001B[2K'.repeat(above)}`;

export const createScreen = (deps: ScreenDeps): Screen => {
	const {stdout, schedule, env, onWrite, fill = text => text} = deps;
	const measure = (): ScreenSize => ({columns: stdout.columns || 80, rows: stdout.rows || 24});
	const inkListeners = new Set<() => void>();
	let settled = measure();
	let onRest = (): void => undefined;
	let cancelRest: (() => void) | undefined;
	const join = createJoinedFrame();
	const isMoving = (): boolean => cancelRest !== undefined;
	let isMuted = false;
	let expected: Frame | undefined;
	let drawn: Frame | undefined;
	let {shown} = deps;

	const eraseOf = (frame: Pick<Frame, 'lines' | 'cursor'>): string =>
		eraseRows(rowsAboveCursor({maxScroll: 0, ...frame}, measure().columns, wrapsCursorRow(env)));
	/** Erased in the same piece in which the new frame comes, so that nobody sees the place empty. */
	const inPlaceOfShown = (text: string): string => {
		if (shown === undefined || !text.includes('\n')) {
			return text;
		}
		const erased = eraseOf(shown) + text;
		shown = undefined;
		return erased;
	};
	const write: typeof stdout.write = (...parameters: unknown[]) => {
		if (isMuted) {
			const callback = parameters.find(parameter => typeof parameter === 'function');
			callback?.();
			return true;
		}
		drawn = expected;
		const [data, ...rest] = parameters;
		onWrite?.(data);
		if (typeof data !== 'string') {
			return Reflect.apply(stdout.write, stdout, parameters) as boolean;
		}
		// Who waits for it to be written is not kept waiting.
		const whole = join(inPlaceOfShown(fill(data)), rest.length > 0);
		return whole === undefined || (Reflect.apply(stdout.write, stdout, [whole, ...rest]) as boolean);
	};
	const muted = (run: () => void): void => {
		isMuted = true;
		try {
			run();
		} finally {
			isMuted = false;
		}
	};
	/** The signal that tells of a new size takes its time; asking is cheap. */
	const ask = (): void => (stdout as {readonly _refreshSize?: () => void})._refreshSize?.();
	const rest = (): void => {
		cancelRest = undefined;
		// Rows counted for a size that the window no longer has would erase lines above the frame.
		ask();
		if (isMoving()) {
			return;
		}
		settled = measure();
		// Ink erases and redraws at once, by what it knows of the old size. So it hears of the new one unseen.
		muted(() => {
			for (const listener of inkListeners) {
				listener();
			}
		});
		onRest();
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
			ask();
			return !isMoving();
		},
		muted,
		expectFrame(frame) {
			expected = frame;
		},
		forgetFrame() {
			drawn = undefined;
		},
		eraseFrame() {
			if (drawn !== undefined) {
				ask();
				stdout.write(eraseOf(drawn));
				drawn = undefined;
			}
		},
		onResize(listener) {
			onRest = listener;
		},
		dispose() {
			cancelRest?.();
			stdout.off('resize', moved);
		},
	};
};
