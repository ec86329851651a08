import type {ApprovalMode} from '../../domain/approval.ts';
import type {OfferedTool} from '../../domain/tool.ts';
import type {AppState} from '../../state/app-state.ts';

export type RefusedEntry = {readonly name: string; readonly problems: readonly string[]};

/** What a slash command may use. */
export type CommandHost = {
	readonly getState: () => AppState;
	readonly tools: () => readonly OfferedTool[];
	/** The servers whose entry in the configuration could not be used, and why. */
	readonly refused?: readonly RefusedEntry[];
	/** Shows a text in the transcript. It is never sent to the model. */
	readonly say: (text: string, tone?: 'info' | 'warning') => void;
	readonly setApprovalMode: (mode: ApprovalMode) => void;
	readonly exit: () => void;
};

export type Command = {
	readonly name: string;
	readonly aliases: readonly string[];
	/** How its argument is written, for help; empty when it takes none. */
	readonly argument: string;
	readonly summary: string;
	readonly run: (argument: string, host: CommandHost) => void;
};
