import type {TextBuffer} from '../input/text-buffer.ts';

export type SetupChoice = {
	readonly id: string;
	readonly label: string;
	/** Beside it, where there is room. */
	readonly detail?: string;
	/** Below the list while it is highlighted, a line each. */
	readonly about?: readonly string[];
};

/** What every page of the first run may say. */
type Page = {
	readonly title: string;
	/** Below the title, a paragraph each. */
	readonly about?: readonly string[];
	/** What was done just before. */
	readonly news?: string;
	/** What went wrong just before, and what to do about it. */
	readonly problem?: string;
};

/** Where the first run is. */
export type SetupView = Page &
	(
		| {
				readonly type: 'list';
				readonly choices: readonly SetupChoice[];
				/** The id of a choice: others may come and go around it. */
				readonly highlight: string;
				/** Narrows the list, where it is long. */
				readonly filter?: TextBuffer;
		  }
		| {
				readonly type: 'field';
				readonly text: TextBuffer;
				readonly isSecret: boolean;
				readonly placeholder: string;
		  }
		| {readonly type: 'waiting'}
	);

/** The choices that the filter leaves. */
export const shownChoices = (view: SetupView & {readonly type: 'list'}): readonly SetupChoice[] => {
	const wanted = view.filter?.text.trim().toLowerCase() ?? '';
	return wanted === ''
		? view.choices
		: view.choices.filter(({label}) => label.toLowerCase().includes(wanted));
};

/** Where the highlight is among what is shown; the first, when it is on something that is not. */
export const highlightedIndex = (view: SetupView & {readonly type: 'list'}): number =>
	Math.max(
		0,
		shownChoices(view).findIndex(({id}) => id === view.highlight),
	);
