import type {Cursor} from './frame/composer-lines.ts';

export type WindowSize = {readonly columns: number; readonly rows: number};

/** What a full screen shows now: at most as many lines as the window has rows. */
export type FullPicture = {readonly lines: readonly string[]; readonly cursor?: Cursor};

/** Something that has the whole window and the keyboard, on the alternate screen, until it closes itself. */
export type FullScreen = {
	readonly draw: (size: WindowSize) => FullPicture;
	/** Called when it would look different now. */
	readonly subscribe: (listener: () => void) => () => void;
	readonly onKey: (name: string, text: string) => void;
	readonly onPaste: (text: string) => void;
	/** Resolves when it is over. */
	readonly closed: Promise<void>;
};

export type EditedText =
	| {readonly type: 'edited'; readonly text: string}
	/** The text stays as it was; `why` is a sentence for the user, absent where there is nothing to say. */
	| {readonly type: 'unchanged'; readonly why?: string};

/** What the window around the chat does for it. Nothing here throws. */
export type WindowHost = {
	/** The chat waits, and goes on where it was. Resolves when the screen is closed; at once where one is open already. */
	readonly openScreen: (screen: FullScreen) => Promise<void>;
	/** Lets the user change a text in the editor that they have chosen with VISUAL or EDITOR. */
	readonly editText: (text: string, ending: '.md' | '.json' | '.txt') => Promise<EditedText>;
	/** Puts a text into the clipboard of the terminal. Says, as a sentence, what came of it. */
	readonly copy: (text: string) => string;
	/** Back to the shell until it says `fg`. */
	readonly suspend: () => void;
	/** Draws everything that is still on the move once more. */
	readonly redraw: () => void;
};
