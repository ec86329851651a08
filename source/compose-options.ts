import type {App} from './app/app.ts';
import type {Replay} from './compose-replay.ts';
import type {Surroundings, SurroundingsOptions} from './compose-settings.ts';
import type {Recording} from './core/cassettes/recording.ts';
import type {ApprovalMode, WorkMode} from './domain/approval.ts';
import type {BenchPorts} from './domain/bench-ports.ts';
import type {AppEvent} from './domain/event.ts';
import type {Failure} from './domain/failure.ts';
import type {LookSettings} from './domain/look.ts';
import type {Setup} from './domain/setup.ts';

/** Which session to go on with. With `isFork` in a copy of it. */
export type SessionWish =
	| {readonly type: 'none' | 'new'}
	| {readonly type: 'last'; readonly isFork?: boolean}
	| {readonly type: 'resume'; readonly sessionId: string; readonly isFork?: boolean};

export type ComposeOptions = {
	/** Which model; without it the configuration, the keys that are set or, where there is a person, the tour. */
	readonly modelId: string | undefined;
	/** The tour alone: no file of the user is read. */
	readonly isDemo: boolean;
	readonly configFiles: readonly string[];
	readonly isStrict: boolean;
	readonly trustsProject: boolean;
	readonly agentFile: string | undefined;
	/** The name of an assistant of the configuration. */
	readonly assistant: string | undefined;
	/** Names of the only servers to use; none means all. */
	readonly onlyServers: readonly string[];
	readonly approvalMode: ApprovalMode | undefined;
	readonly workMode: WorkMode | undefined;
	readonly allowedTools: readonly string[];
	readonly disallowedTools: readonly string[];
	readonly maxSteps: number;
	readonly session: SessionWish;
	/** What is played in place of the model and of the servers. */
	readonly replay?: Replay;
	/** Where everything is recorded, over all sessions of the run. */
	readonly recording?: Recording;
	/** Whether there is a person who can answer questions, as in the chat. */
	readonly isAttended?: boolean;
	readonly onEvent?: (event: AppEvent) => void;
	readonly askPassphrase?: SurroundingsOptions['askPassphrase'];
	/** Where the folders and the keychain come from that several chats share, one after the other. */
	readonly findSurroundings?: (options: SurroundingsOptions) => Surroundings;
};

export type Composed =
	/** `isModelChosen` is false where nobody said which model to use. */
	| {
			readonly type: 'composed';
			readonly app: App;
			readonly isModelChosen: boolean;
			/** What the user's own file says about the screen and the keyboard. */
			readonly look: LookSettings;
			/** Absent where nothing can be set up. */
			readonly setup?: Setup;
			/** What the workbench needs. */
			readonly bench: BenchPorts;
	  }
	| {readonly type: 'refused'; readonly failure: Failure};
