import type {App} from '../app/app.ts';
import type {BenchPart} from '../domain/bench-part.ts';
import type {BenchPorts} from '../domain/bench-ports.ts';
import type {LookSettings} from '../domain/look.ts';
import type {KeptDraft, Notebook} from '../domain/notebook.ts';
import type {Schedule} from '../domain/ports.ts';
import type {SessionMove} from '../domain/session-shelf.ts';
import type {Setup} from '../domain/setup.ts';
import type {BackgroundWatch} from './terminal/background.ts';
import type {FirstFrame} from './terminal/first-frame.ts';
import type {TerminalOutput} from './terminal/terminal-guard.ts';

export type ChatOptions = {
	readonly app: App;
	/** What was typed so far, where it is nothing but text. */
	readonly takeText?: () => string;
	/** What the launcher has drawn; the first frame takes its place. */
	readonly first?: FirstFrame;
	/** Called just before the screen takes the keyboard. */
	readonly onMount: () => void;
	readonly version: string;
	/** Where it runs, as it is shown. */
	readonly folder?: string;
	/** A path as it is shown. */
	readonly showPath?: (path: string) => string;
	/** False when nobody said which model to use: the greeting explains what this one is. */
	readonly isModelChosen: boolean;
	readonly stdin: NodeJS.ReadStream;
	readonly stdout: TerminalOutput;
	readonly stderr: NodeJS.WriteStream;
	/** Takes secrets out of what is said when the program ends because of a defect. */
	readonly redact?: (text: string) => string;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly now: () => number;
	readonly schedule: Schedule;
	/** What the first run needs; absent where nothing can be set up. */
	readonly setup?: Setup;
	/** What the workbench needs. */
	readonly bench: BenchPorts;
	/** Where what is typed is kept; absent where no trace is wanted. */
	readonly openNotebook?: () => Promise<Notebook>;
	/** What was being written when the session before this one was left. */
	readonly draft?: KeptDraft;
	/** Stands in the place of the greeting where the chat goes on with another session. */
	readonly opening?: string;
	/** Called in the place of giving the keyboard back, where the chat goes on with another session. */
	readonly onLeave?: () => void;
	/** The part of the workbench to begin with. */
	readonly startsIn?: BenchPart;
	/** What the user's configuration says about the screen and the keyboard. */
	readonly look?: LookSettings;
	/** What is known about the terminal's background, and becomes known. */
	readonly terminal?: Pick<BackgroundWatch, 'background' | 'subscribe'>;
};

/** How it ended, and with which session and draft the program goes on, if it does. */
export type ChatEnd = {readonly exitCode: number; readonly next?: SessionMove; readonly draft?: KeptDraft};
