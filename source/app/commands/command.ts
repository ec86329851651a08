import type {ApprovalMode, ApprovalSettings, WorkMode} from '../../domain/approval.ts';
import type {Assistant} from '../../domain/assistant.ts';
import type {UnusableAssistant} from '../../domain/assistant-admin.ts';
import type {Failure} from '../../domain/failure.ts';
import type {ThemeName} from '../../domain/look.ts';
import type {ModelOffer, Models} from '../../domain/model-ports.ts';
import type {Clock, GrantBook, ToolGate} from '../../domain/ports.ts';
import type {DiagnosisStep} from '../../domain/server-ports.ts';
import type {SessionMove, SessionShelf} from '../../domain/session-shelf.ts';
import type {OfferedTool, ToolRef} from '../../domain/tool.ts';
import type {AppState} from '../../state/app-state.ts';
import type {AssistantInUse} from '../assistant-in-use.ts';
import type {Catalogue} from '../catalogue.ts';
import type {CommandRuns} from '../command-runs.ts';
import type {Conversation} from '../conversation.ts';
import type {FrontEnd} from '../front-end.ts';
import type {ModelInUse} from '../model-in-use.ts';
import type {Rewinding} from '../rewinding.ts';

export type RefusedEntry = {
	readonly name: string;
	readonly problems: readonly string[];
	/** Nothing is wrong with it: it comes with the folder, and waits for the user's word. */
	readonly isUntrusted?: true;
};

/** What a slash command may use. */
export type CommandHost = {
	readonly getState: () => AppState;
	readonly tools: () => readonly OfferedTool[];
	/** The tools that the next request would have, out of how many that could be sent. */
	readonly offer: () => {readonly offered: readonly OfferedTool[]; readonly total: number};
	/** The system prompt of the next request. */
	readonly instructions: () => string;
	/** The servers whose entry in the configuration could not be used, and why. */
	readonly refused: () => readonly RefusedEntry[];
	/** What a message may name. */
	readonly catalogue: Catalogue;
	/** Whoever shows the app; undefined where nobody does. */
	readonly frontEnd: () => FrontEnd | undefined;
	/** The theme in use. */
	readonly theme: () => ThemeName;
	readonly setTheme: (theme: ThemeName) => void;
	/** Keeps it for the next start. Resolves with why that could not be. Absent where nothing is kept. */
	readonly keepTheme?: (theme: ThemeName) => Promise<Failure | undefined>;
	/** The files that settings are read from, one line each. Absent where none are. */
	readonly configFiles?: (() => Promise<readonly string[]>) | undefined;
	/** Looks at what the program works with. Absent where that cannot be seen. */
	readonly checkUp?: (signal: AbortSignal) => Promise<readonly DiagnosisStep[]>;
	readonly whyWithheld: ToolGate['whyWithheld'];
	/** Shows a text in the transcript. It is never sent to the model. */
	readonly say: (text: string, tone?: 'info' | 'warning') => void;
	readonly setApprovalMode: (mode: ApprovalMode) => void;
	readonly setWorkMode: (mode: WorkMode) => void;
	/** What the files say about approvals, where there are any. */
	readonly approvalSettings?: () => ApprovalSettings;
	/** Takes back what was allowed for good. Absent where nothing can be. */
	readonly revoke?: GrantBook['revoke'];
	/** Takes back what was allowed until the program ends. */
	readonly revokeForSession: (ref: ToolRef) => undefined;
	readonly assistants: () => readonly Assistant[];
	/** Those that are configured and cannot be chosen. */
	readonly unusableAssistants: () => readonly UnusableAssistant[];
	readonly changeAssistant: AssistantInUse['change'];
	/** Absent where the model cannot be changed. */
	readonly models?: Models;
	/** What a provider listed when it was last asked in this run. */
	readonly listed: (provider: string) => readonly ModelOffer[];
	readonly changeModel: ModelInUse['change'];
	readonly changeEffort: ModelInUse['changeEffort'];
	/** Going back to before a message of this session. */
	readonly rewinding: Rewinding;
	readonly now: Clock;
	readonly retry: Conversation['retry'];
	readonly compact: Conversation['compact'];
	readonly run: CommandRuns['run'];
	readonly exit: () => void;
	/** Every session there is; undefined where none are kept. */
	readonly sessions: () => SessionShelf | undefined;
	/** Leaves this session for another one. */
	readonly moveTo: (move: SessionMove) => void;
};

export type Command = {
	readonly name: string;
	readonly aliases: readonly string[];
	/** How its argument is written, for help; empty when it takes none. */
	readonly argument: string;
	readonly summary: string;
	/** Whether it does anything where this shows the app; absent means everywhere. */
	readonly worksIn?: (frontEnd: FrontEnd) => boolean;
	/** What it takes, where that can be counted. */
	readonly choices?: (host: CommandHost) => readonly string[];
	/** One that takes time ends early, without a word, when the signal aborts. */
	readonly run: (argument: string, host: CommandHost, signal: AbortSignal) => void | Promise<void>;
};
