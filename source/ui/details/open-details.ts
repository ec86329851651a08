import type {App} from '../../app/app.ts';
import type {ApprovalAsk} from '../../domain/ask.ts';
import type {BenchPart} from '../../domain/bench-part.ts';
import type {JsonObject} from '../../domain/json.ts';
import type {Schedule} from '../../domain/ports.ts';
import {isSameTool, type ToolRef} from '../../domain/tool.ts';
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
	/** Shows a tool in the workbench, with arguments to try it with. Resolves when the user is back. */
	readonly openTool: (tool: ToolRef, args: JsonObject, isAsked: boolean) => Promise<void>;
	/** Shows a part of the workbench. */
	readonly openPart: (part: BenchPart) => Promise<void>;
};

export type Details = {
	/** A tool call, the last one unless told which, and those before it. Resolves when it is closed, as all do. */
	readonly openCalls: (callId?: string) => Promise<void>;
	/** What the model thought. */
	readonly openThinking: () => Promise<void>;
	/** What the session took, how tools were used, and what took the time in a turn. */
	readonly openStats: (tab: 'Session' | 'Turn') => Promise<void>;
	/** The tool that a question is about, and all that the call would send, in the workbench if the tool is there. */
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
	/** One window follows the other: only one can be open. */
	const openBefore = async (create: (following: DetailsDeps) => Promise<Viewer>): Promise<void> => {
		let next: (() => Promise<void>) | undefined;
		const following: DetailsDeps = {
			...deps,
			async openTool(...tool) {
				next = () => deps.openTool(...tool);
			},
			async openPart(part) {
				next = () => deps.openPart(part);
			},
		};
		await open(() => create(following));
		await next?.();
	};
	return {
		openCalls: callId =>
			openBefore(async following => (await import('./call-screen.ts')).createCallScreen(following, callId)),
		openThinking: () =>
			openBefore(async following => (await import('./thinking-screen.ts')).createThinkingScreen(following)),
		openStats: tab =>
			open(async () => (await import('../stats/stats-screen.ts')).createStatsScreen(deps, tab)),
		openAsk: ask =>
			deps.app.explorer.tools().some(({definition}) => isSameTool(definition, ask))
				? deps.openTool(ask, ask.arguments, true)
				: open(async () => (await import('./ask-screen.ts')).createAskScreen(ask, deps)),
	};
};
