import type {App} from '../../app/app.ts';
import type {ApprovalAsk} from '../../domain/ask.ts';
import type {Schedule} from '../../domain/ports.ts';
import type {Viewer} from '../pager/viewer.ts';
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
	/** A tool call, the last one unless told which, and those before it. Resolves when it is closed, as all do. */
	readonly openCalls: (callId?: string) => Promise<void>;
	/** What the model thought. */
	readonly openThinking: () => Promise<void>;
	/** The tool that a question is about, and all that the call would send. */
	readonly openAsk: (ask: ApprovalAsk) => Promise<void>;
};

/** Opens windows about what has happened. Nothing of them is loaded before the first is opened. */
export const createDetails = (deps: DetailsDeps): Details => {
	const {host} = deps;
	const open = async (create: () => Promise<Viewer>): Promise<void> => {
		const screen = await create();
		await host.openScreen(screen);
		// Where another one is open already, this one was never seen.
		screen.close();
	};
	return {
		openCalls: callId => open(async () => (await import('./call-screen.ts')).createCallScreen(deps, callId)),
		openThinking: () => open(async () => (await import('./thinking-screen.ts')).createThinkingScreen(deps)),
		openAsk: ask => open(async () => (await import('./ask-screen.ts')).createAskScreen(ask, deps)),
	};
};
