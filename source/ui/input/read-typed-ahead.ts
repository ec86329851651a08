import {graphemesOf} from '../text/graphemes.ts';
import type {KeyIntake} from './key-intake.ts';

/** Text that was typed before there was a screen. So it is in the first frame; Ink would hand it over after that. */
export const readTypedAhead = (
	text: string,
	{read, readAhead}: Pick<KeyIntake, 'read' | 'readAhead'>,
): void => {
	if (text.includes('\n')) {
		readAhead(text);
	} else if (text !== '') {
		read(graphemesOf(text).length > 1 ? 'text' : text, text);
	}
};
