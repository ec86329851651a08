import type {Frame} from '../frame/build-frame.ts';

/** What the launcher shows while the program is loaded. It has the keyboard meanwhile, and keeps what is typed. */
export type FirstFrame = Pick<Frame, 'lines' | 'cursor'> & {
	/** Lets go of the keyboard, which stays as it is; the next reader gets first what was typed. */
	readonly release: () => void;
	/** From now on somebody else takes it off the screen and gives the terminal back. */
	readonly handOver: () => void;
	/** Takes it off the screen and leaves the terminal as it was found. Done once; later it does nothing. */
	readonly leave: () => void;
};
