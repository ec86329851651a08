import type {FullPicture, FullScreen, WindowSize} from '../window-host.ts';

/** A picture, and the number of the redraw that it belongs to: with a new one everything is drawn again. */
type NumberedPicture = FullPicture & {readonly redraws: number};

export type FullPictures = {
	readonly get: () => NumberedPicture;
	readonly subscribe: (listener: () => void) => () => void;
	/** Draws all of it once more. */
	readonly redraw: () => void;
	readonly dispose: () => void;
};

/** The pictures of a full screen, drawn when it has changed and not when React asks. */
export const createFullPictures = (screen: FullScreen, size: () => WindowSize): FullPictures => {
	const listeners = new Set<() => void>();
	let redraws = 0;
	const draw = (): NumberedPicture => {
		const window = size();
		const {lines, ...rest} = screen.draw(window);
		return {...rest, lines: lines.slice(0, window.rows), redraws};
	};
	let picture = draw();
	const change = (): void => {
		picture = draw();
		for (const listener of listeners) {
			listener();
		}
	};
	const dispose = screen.subscribe(change);
	return {
		get: () => picture,
		subscribe(listener) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
		redraw() {
			redraws += 1;
			change();
		},
		dispose,
	};
};
