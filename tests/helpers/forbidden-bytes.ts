export type ForbiddenSequence = {
	readonly name: string;
	readonly offset: number;
	/** The output around it, with escapes made visible. */
	readonly context: string;
};

// ESC [ and its one-byte form.
const csi = '(?:\\u001b\\[|\\u009b)';

const forbidden: readonly (readonly [name: string, pattern: RegExp])[] = [
	['erases the screen (CSI 2 J)', new RegExp(`${csi}(?:\\d*;)*0*2(?:;\\d*)*J`, 'g')],
	['erases the scrollback (CSI 3 J)', new RegExp(`${csi}(?:\\d*;)*0*3(?:;\\d*)*J`, 'g')],
	['resets the terminal (ESC c)', /\u001bc/g],
	['resets the terminal softly (CSI ! p)', new RegExp(`${csi}!p`, 'g')],
	['switches columns and clears (CSI ? 3 h)', new RegExp(`${csi}\\?3[hl]`, 'g')],
	['fills the screen (ESC # 8)', /\u001b#8/g],
	['touches the clipboard (OSC 52)', /(?:\u001b\]|\u009d)52;/g],
];

const alternateScreen = new RegExp(`${csi}\\?(?:1049|1047|47)h[\\s\\S]*?${csi}\\?(?:1049|1047|47)l`, 'g');

export type ForbiddenOptions = {
	/** What happens between entering and leaving the alternate screen harms nobody's scrollback. */
	readonly ignoreAlternateScreen?: boolean;
};

/** Finds what must never reach a terminal whose scrollback belongs to somebody else. */
export const findForbidden = (
	output: string,
	{ignoreAlternateScreen = false}: ForbiddenOptions = {},
): ForbiddenSequence[] => {
	const text = ignoreAlternateScreen
		? output.replace(alternateScreen, inside => ' '.repeat(inside.length))
		: output;
	return forbidden
		.flatMap(([name, pattern]) =>
			[...text.matchAll(pattern)].map(({index}) => ({
				name,
				offset: index,
				context: JSON.stringify(text.slice(Math.max(0, index - 30), index + 30)),
			})),
		)
		.sort((a, b) => a.offset - b.offset);
};
