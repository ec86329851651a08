import type {FullScreen} from '../window-host.ts';
import type {Copied, Page} from './page.ts';

/** One way to look at something. Nothing is made of it before it is looked at. */
export type Form = {
	readonly page: () => Page;
	/** All of it, to be copied or opened elsewhere. */
	readonly whole: () => Copied;
	readonly ending?: '.json' | '.txt' | '.md';
};

export type Tab = {
	readonly name: string;
	/** The first is shown at first; a key changes to the next. */
	readonly forms: () => readonly Form[];
};

/** Something over what is read that has the window and the keyboard, such as a list to choose from. */
export type ViewerLayer = Pick<FullScreen, 'draw' | 'onKey' | 'onPaste'>;
