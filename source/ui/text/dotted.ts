import {bufferOf, type TextBuffer} from '../input/text-buffer.ts';
import {graphemesOf} from './graphemes.ts';

/** A dot for everything that is typed, line breaks included. */
export const dotted = ({text, cursor}: TextBuffer): TextBuffer => {
	const dots = (part: string): string => '•'.repeat(graphemesOf(part).length);
	const before = dots(text.slice(0, cursor));
	return {...bufferOf(before + dots(text.slice(cursor))), cursor: before.length};
};
