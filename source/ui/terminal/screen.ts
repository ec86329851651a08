import stringWidth from 'string-width';
import type {Frame} from '../frame/build-frame.ts';

export type Screen = {
	/** What Ink writes to. */
	readonly stream: NodeJS.WriteStream;
	readonly size: () => {readonly columns: number; readonly rows: number};
	/** Calls back while nothing that Ink writes reaches the terminal. */
	readonly muted: (run: () => void) => void;
	/** The frame that Ink's next write will show. */
	readonly expectFrame: (frame: Frame) => void;
	/** Removes the frame as the terminal shows it after a change of its width. */
	readonly eraseFrame: () => void;
	/** Called before Ink hears of a new window size. Must be set before Ink is mounted. */
	readonly onResize: (listener: () => void) => () => void;
	/** Asks the terminal for its size now: the signal that tells of a change takes its time. */
	readonly checkSize: () => void;
};

const rowsTaken = (line: string, columns: number): number =>
	Math.max(1, Math.ceil(stringWidth(line) / columns));

/**
 * A terminal re-wraps what is on the screen when it becomes narrower, so the frame takes more rows than
 * Ink believes. Erasing by Ink's count would leave copies of the prompt behind.
 */
export const rowsAboveCursor = ({lines, cursor}: Frame, columns: number): number =>
	lines.slice(0, cursor.y).reduce((sum, line) => sum + rowsTaken(line, columns), 0) +
	Math.floor(Math.min(cursor.x, stringWidth(lines[cursor.y] ?? '')) / columns);

export const createScreen = (stdout: NodeJS.WriteStream): Screen => {
	let isMuted = false;
	let expected: Frame | undefined;
	let drawn: Frame | undefined;
	const size = () => ({columns: stdout.columns || 80, rows: stdout.rows || 24});
	const write: typeof stdout.write = (...parameters: unknown[]) => {
		if (isMuted) {
			const callback = parameters.find(parameter => typeof parameter === 'function');
			callback?.();
			return true;
		}
		drawn = expected;
		return Reflect.apply(stdout.write, stdout, parameters) as boolean;
	};
	const stream = new Proxy(stdout, {
		get(target, property) {
			if (property === 'write') {
				return write;
			}
			const value: unknown = Reflect.get(target, property, target);
			return typeof value === 'function' ? value.bind(target) : value;
		},
	});
	return {
		stream,
		size,
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
		eraseFrame() {
			if (drawn !== undefined) {
				const up = rowsAboveCursor(drawn, size().columns);
				stdout.write(`\r${up > 0 ? `\u001B[${up}A` : ''}\u001B[J`);
				drawn = undefined;
			}
		},
		checkSize() {
			(stdout as {readonly _refreshSize?: () => void})._refreshSize?.();
		},
		onResize(listener) {
			stdout.on('resize', listener);
			return () => {
				stdout.off('resize', listener);
			};
		},
	};
};
