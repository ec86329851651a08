import type {Terminal} from './terminal.ts';

type Sender = Pick<Terminal, 'waitFor' | 'waitForStable' | 'press'>;

/** Sends what is suggested. Enter in the first moments of a screen sends nothing, so a person waits, and so do we. */
export const sendSuggestion = async (terminal: Sender, text = 'Show me around'): Promise<void> => {
	await terminal.waitFor(text);
	await terminal.waitForStable({quiet: 500});
	terminal.press('enter');
};
