import type {Styles} from '../theme/styles.ts';
import type {Slice} from './slice.ts';

/** Turns the growing text of one answer into lines, handing out each finished line once. */
export type AnswerWriter = {
	/**
	 * Whether all is there that the text needs to be written. What is not is loaded, which takes a moment; until then
	 * nothing should be written, because lines never change once they are handed out.
	 */
	readonly prepare: (text: string) => boolean;
	/** Lines that became final with this text, as far as the slice goes. The text only ever grows. */
	readonly write: (text: string, width: number, slice?: Slice) => readonly string[];
	/** The lines that are left once the answer is complete, as far as the slice goes. */
	readonly finish: (text: string, width: number, slice?: Slice) => readonly string[];
	/** The slice ended first: the same has to be written again, to get the rest. */
	readonly isBehind: () => boolean;
	/** How the unfinished end looks now. */
	readonly rest: (width: number) => readonly string[];
};

/** The styles are asked for with every piece: they change when the user changes the theme. */
export type CreateAnswerWriter = (styles: () => Styles) => AnswerWriter;
