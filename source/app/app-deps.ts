import type {ApprovalMode, ApprovalSettings, WorkMode} from '../domain/approval.ts';
import type {Assistant} from '../domain/assistant.ts';
import type {UnusableAssistant} from '../domain/assistant-admin.ts';
import type {PartChange} from '../domain/definition-change.ts';
import type {AppEvent, SessionEvent} from '../domain/event.ts';
import type {Failure} from '../domain/failure.ts';
import type {ThemeName} from '../domain/look.ts';
import type {Message} from '../domain/message.ts';
import type {Model} from '../domain/model.ts';
import type {Models} from '../domain/model-ports.ts';
import type {
	Clock,
	GrantBook,
	Journal,
	NewId,
	OwnTools,
	PinBook,
	Policy,
	ResultStore,
	Schedule,
	ToolServers,
} from '../domain/ports.ts';
import type {DiagnosisStep, ServerOffers} from '../domain/server-ports.ts';
import type {SessionShelf} from '../domain/session-shelf.ts';
import type {ToolDefinition} from '../domain/tool.ts';
import type {TryBook} from '../domain/tool-desk.ts';
import type {UseBook} from '../domain/tool-statistics.ts';
import type {KnownNames} from '../support/tool-rule.ts';
import type {KeepImage} from './app.ts';
import type {RefusedEntry} from './commands/command.ts';
import type {OpenUrl} from './open-page.ts';
import type {KeepInput} from './own-questions.ts';

/** What the app is made of. */
export type AppDeps = {
	/** The model at first; `models` are those that it can be changed to. */
	readonly model: Model;
	readonly suggestPrompt: (messages: readonly Message[]) => string | undefined;
	readonly models?: Models;
	readonly servers: ToolServers;
	/** What turns start and call; all servers where it is absent. */
	readonly turnServers?: ToolServers | undefined;
	/** What a message may name besides tools. Without it, nothing. */
	readonly offers?: ServerOffers;
	/** Our own tools among those of the servers. */
	readonly ownTools?: OwnTools;
	/** Where results go that are too long for the conversation. */
	readonly results: ResultStore;
	/** Puts images into files; without it none are kept. */
	readonly keepImage?: KeepImage;
	/** What the model is told about its task, in place of our own words. */
	readonly instructions?: () => string;
	/** The servers whose entry in the configuration could not be used. */
	readonly refused?: readonly RefusedEntry[] | (() => readonly RefusedEntry[]);
	readonly policy: Policy;
	/** What the user has allowed for good; whoever makes it reports `grants-changed`. */
	readonly grantBook?: GrantBook;
	/** What the user has accepted the tools to be. */
	readonly pins?: PinBook;
	/** How a server differs from the one that the user said "always" to for a tool, for the question about a call. */
	readonly changeSinceAlways?: (tool: ToolDefinition) => readonly PartChange[];
	/** All servers that are configured, and the tools that are known of them. */
	readonly known?: (() => KnownNames) | undefined;
	/** What the command line allows and denies. */
	readonly toolLists?: {
		readonly allowedTools: readonly string[];
		readonly disallowedTools: readonly string[];
	};
	/** What the files say about approvals now. */
	readonly approvals?: () => ApprovalSettings;
	readonly assistants?: () => readonly Assistant[];
	/** Those that are configured and cannot be chosen. */
	readonly unusableAssistants?: () => readonly UnusableAssistant[];
	/** From now on only these servers are used; undefined means all. */
	readonly useServers?: (names: readonly string[] | undefined) => void;
	readonly keepInput?: KeepInput;
	/** The theme that the configuration names. */
	readonly configuredTheme?: () => ThemeName | undefined;
	/** Keeps the theme for the next start. */
	readonly keepTheme?: (theme: ThemeName) => Promise<Failure | undefined>;
	/** The files that settings are read from, for /config. */
	readonly configFiles?: (() => Promise<readonly string[]>) | undefined;
	/** Looks at what the program works with, for /doctor. */
	readonly checkUp?: (signal: AbortSignal) => Promise<readonly DiagnosisStep[]>;
	/** Every session there is. Without it none can be changed to. */
	readonly sessions?: () => SessionShelf | undefined;
	readonly journal: Journal;
	readonly now: Clock;
	readonly newId: NewId;
	readonly schedule: Schedule;
	/** From 0 to 1, so that not everybody who waits for a provider comes back at the same moment. */
	readonly random?: () => number;
	readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
	readonly sessionId: string;
	/** The events of the session so far, if it is an earlier one. */
	readonly past: readonly SessionEvent[];
	readonly version: string;
	readonly cwd: string;
	readonly maxSteps: number;
	readonly approvalMode: ApprovalMode;
	/** Without it, as the session was. */
	readonly workMode?: WorkMode;
	/** The one to begin with; its model and approval mode are those given here. Without it, as the session was. */
	readonly assistant?: string;
	readonly onEvent?: (event: AppEvent) => void;
	/** Takes secrets out of what is saved and printed. */
	readonly redact?: <Value>(value: Value) => Value;
	/** Told of every call that is over, and asked for what it knows. */
	readonly uses?: Pick<UseBook, 'note' | 'all' | 'refresh'>;
	/** Told of every call that the user tried. */
	readonly tries?: Pick<TryBook, 'add'>;
	/** Shows a page in the user's browser. Without it none can be shown. */
	readonly openUrl?: OpenUrl;
};
