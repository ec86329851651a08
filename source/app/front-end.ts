import type {BenchPart} from '../domain/bench-part.ts';

/** What can be opened by its name. */
export type FrontEndView = 'keys' | 'palette' | 'details' | 'thinking' | 'setup' | 'stats' | 'turn';

/** What commands may ask of whatever shows the app. */
export type FrontEnd = {
	/** Puts a text into the clipboard. Says, as a sentence, what came of it. */
	readonly copy: (text: string) => string;
	/** A text that was not sent is the user's again. What they have written since stays. */
	readonly putDraft: (text: string) => void;
	readonly open: (view: FrontEndView) => void;
	/** What /help says about the keys; absent where there are none to speak of. */
	readonly keyWords?: string;
	/** What it has no page for. */
	readonly lacks?: readonly FrontEndView[];
	/** Lets the user choose a message to go back to; absent where nothing can be chosen from. */
	readonly chooseMessage?: () => void;
	/** Opens a part of the workbench; absent where there is none. */
	readonly openPart?: (part: BenchPart) => void;
};
