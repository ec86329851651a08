import type {KeyChoices} from './key-choice.ts';

/** `auto` asks the terminal whether its background is dark; `none` has no colour at all. */
export const themeNames = ['auto', 'dark', 'light', 'high-contrast', 'none'] as const;
export type ThemeName = (typeof themeNames)[number];

/** How images are shown; `auto` takes the best that the terminal is known to have. */
export const imageWays = ['auto', 'kitty', 'iterm2', 'sixel', 'blocks', 'none'] as const;
export type ImageWay = (typeof imageWays)[number];

/** How the user is told that a question waits while another window has the keyboard. */
export const noticeWays = ['auto', 'bell', 'osc9', 'none'] as const;
export type NoticeWay = (typeof noticeWays)[number];

/** What the user's own configuration says about the screen and the keyboard. */
export type LookSettings = {
	readonly theme?: ThemeName;
	/** Nothing moves by itself: no spinner, and clocks change once a second. */
	readonly reducedMotion?: boolean;
	/** Lines that come one after the other and never change, for a reader that speaks. */
	readonly screenReader?: boolean;
	readonly images?: ImageWay;
	readonly notify?: NoticeWay;
	/** Keys in place of the usual ones, by the name of what they do. */
	readonly keys?: KeyChoices;
};
