import {breakAtWords} from './break-at-words.ts';

export type LineOutput = {
	readonly say: (lines: readonly string[]) => void;
	/** The beginning of a line that the user goes on with. */
	readonly prompt: (text: string) => void;
	/** The terminal has gone to the next line, because enter was pressed. */
	readonly endPrompt: () => void;
	readonly isPrompting: () => boolean;
	/** When something was said last. */
	readonly lastAt: () => number;
};

/** Whole lines, one after the other. What was written is never touched again. */
export const createLineOutput = (
	write: (text: string) => void,
	now: () => number,
	width: number,
): LineOutput => {
	let isPrompting = false;
	let lastAt = now();
	return {
		say(lines) {
			if (lines.length > 0) {
				const rows = lines.flatMap(line => line.split('\n')).flatMap(line => breakAtWords(line, width));
				write(`${isPrompting ? '\n' : ''}${rows.join('\n')}\n`);
				isPrompting = false;
				lastAt = now();
			}
		},
		prompt(text) {
			if (!isPrompting) {
				write(text);
				isPrompting = true;
			}
		},
		endPrompt() {
			isPrompting = false;
		},
		isPrompting: () => isPrompting,
		lastAt: () => lastAt,
	};
};
