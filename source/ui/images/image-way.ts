import type {ImageWay, LookSettings} from '../../domain/look.ts';
import {colourDepth} from '../theme/colour-depth.ts';

type Environment = Readonly<Record<string, string | undefined>>;

type Surroundings = {
	readonly look: Pick<LookSettings, 'images' | 'screenReader'>;
	readonly env: Environment;
	readonly isAscii: boolean;
};

export type ChosenWay = Exclude<ImageWay, 'auto'>;

const isSet = (value: string | undefined): boolean => (value ?? '') !== '';

/** What terminals say about themselves. Nothing is asked: an answer might come while somebody types. */
const protocolOf = (env: Environment): 'kitty' | 'iterm2' | 'sixel' | undefined => {
	const {TERM: terminal = '', TERM_PROGRAM: program = ''} = env;
	// What passes images on to the real terminal, if it does, puts them in the wrong place.
	if (isSet(env.TMUX) || isSet(env.STY) || /^(?:tmux|screen)/.test(terminal)) {
		return undefined;
	}
	if (terminal === 'xterm-kitty' || terminal === 'xterm-ghostty' || program === 'ghostty') {
		return 'kitty';
	}
	if (program === 'iTerm.app' || program === 'WezTerm' || env.LC_TERMINAL === 'iTerm2') {
		return 'iterm2';
	}
	// A program that was started from kitty and has a terminal of its own hands this on.
	if (isSet(env.KITTY_WINDOW_ID) && program === '') {
		return 'kitty';
	}
	return /^(?:foot|mlterm|contour)/.test(terminal) ? 'sixel' : undefined;
};

/** How images are shown here; `none` leaves the line that names them. */
export const chooseImageWay = ({look, env, isAscii}: Surroundings): ChosenWay => {
	const {images = 'auto', screenReader = false} = look;
	const depth = colourDepth(env);
	if (screenReader || depth === 'bare' || depth === 'none') {
		return 'none';
	}
	if (images !== 'auto') {
		return images === 'blocks' && isAscii ? 'none' : images;
	}
	const hasBlocks = !isAscii && depth !== '16';
	return protocolOf(env) ?? (hasBlocks ? 'blocks' : 'none');
};
