import type {App} from '../../app/app.ts';
import type {ApprovalAsk} from '../../domain/ask.ts';
import type {Schedule} from '../../domain/ports.ts';
import type {Styles} from '../theme/styles.ts';
import type {WindowHost} from '../window-host.ts';

export type DetailsDeps = {
	readonly app: App;
	readonly host: WindowHost;
	readonly styles: () => Styles;
	readonly now: () => number;
	readonly schedule: Schedule;
	/** Puts a text into the draft, for instance what a tool returned. */
	readonly putDraft: (text: string) => void;
};

export type Details = {
	/** The last tool call and those before it. */
	readonly openCalls: () => void;
	/** What the model thought. */
	readonly openThinking: () => void;
	/** The tool that a question is about, and all that the call would send. Resolves when it is closed. */
	readonly openAsk: (ask: ApprovalAsk) => Promise<void>;
};

export const createDetails = (_deps: DetailsDeps): Details => ({
	openCalls: () => undefined,
	openThinking: () => undefined,
	openAsk: async () => undefined,
});
