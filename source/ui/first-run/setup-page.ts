import type {Failure} from '../../domain/failure.ts';
import type {Setup} from '../../domain/setup.ts';
import type {SetupView} from './setup-view.ts';

/** One page, and what keys do on it. */
export type SetupPage = {
	readonly view: SetupView;
	/** Called once, when it is on the screen. The signal aborts when the page is left. */
	readonly onOpen?: (signal: AbortSignal) => void;
	/** The id of a choice, or the text of a field. */
	readonly onTake?: (taken: string) => void;
	/** Enter counts although nothing was typed. */
	readonly takesNothing?: boolean;
	readonly onBack: () => void;
};

export type PagesDeps = {
	readonly setup: Setup;
	readonly turnTo: (page: SetupPage) => void;
	/** Changes what a page shows, if it is still the one that is open. */
	readonly change: (page: SetupPage, edit: (view: SetupView) => SetupView) => void;
	/** Whether the tour can begin. */
	readonly hasTour: () => boolean;
	readonly beginTour: () => void;
	/** It is over; the sentence, if any, is said in the transcript. */
	readonly end: (sentence?: string) => void;
};

export const wordsOf = ({message, hint}: Failure): string =>
	hint === undefined ? message : `${message} ${hint}`;
