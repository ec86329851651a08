import {ownCopy} from '../../../support/own-copy.ts';
import {withoutColours} from '../../../support/sanitise.ts';

/** Keeps a sentence with words of a server in it readable. */
export const cut = (text: string, length = 2000): string =>
	text.length > length ? ownCopy(`${text.slice(0, length)}…`) : text;

/** What a server says about itself to people is often coloured for a terminal. */
export const cutPlain = (text: string, length?: number): string => withoutColours(cut(text, length));
