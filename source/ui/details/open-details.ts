import type {App} from '../../app/app.ts';
import type {Styles} from '../theme/styles.ts';
import type {WindowHost} from '../window-host.ts';

export type DetailsDeps = {
	readonly app: App;
	readonly host: WindowHost;
	readonly styles: () => Styles;
	readonly now: () => number;
	/** Puts a text into the draft, for instance a call to try again. */
	readonly putDraft: (text: string) => void;
};

export type Details = {
	/** The last tool call and those before it. */
	readonly openCalls: () => void;
	/** What the model thought. */
	readonly openThinking: () => void;
};

export const createDetails = (_deps: DetailsDeps): Details => ({
	openCalls: () => undefined,
	openThinking: () => undefined,
});
