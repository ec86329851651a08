import type {TurnOutcome} from '../core/chat/run-turn.ts';
import type {ApprovalMode} from '../domain/approval.ts';
import type {AskAnswer} from '../domain/ask.ts';
import type {Assistant} from '../domain/assistant.ts';
import type {AppFact} from '../domain/event.ts';
import type {Failure} from '../domain/failure.ts';
import type {JsonObject} from '../domain/json.ts';
import type {ResultPart} from '../domain/ports.ts';
import type {ServerRequests} from '../domain/server-ports.ts';
import type {SessionMove} from '../domain/session-shelf.ts';
import type {OfferedTool, ToolContent, ToolRef} from '../domain/tool.ts';
import type {UseBook} from '../domain/tool-statistics.ts';
import type {AppState} from '../state/app-state.ts';
import type {AssistantInUse} from './assistant-in-use.ts';
import type {Catalogue} from './catalogue.ts';
import type {SendOptions} from './conversation.ts';
import type {FrontEnd} from './front-end.ts';
import type {ModelInUse} from './model-in-use.ts';
import type {OwnQuestions} from './own-questions.ts';
import type {RawMessages} from './raw-messages.ts';
import type {Rewinding} from './rewinding.ts';
import type {RunAgain} from './run-again.ts';
import type {ToolExplorer} from './tool-explorer.ts';

export type KeepImage = (image: ToolContent & {readonly type: 'image'}) => Promise<string | undefined>;

/** Everything a front end may do, and the state it may show. */
export type App = OwnQuestions & {
	readonly getState: () => AppState;
	readonly subscribe: (listener: () => void) => () => void;
	/** A message for the model, or a slash command. */
	readonly submit: (text: string, options?: SendOptions) => void;
	/** A message for the model, whatever it starts with. */
	readonly send: (text: string, options?: SendOptions) => void;
	readonly answer: (askId: string, answer: AskAnswer) => void;
	/** Why a call that waits for approval cannot be made with these arguments; undefined when it can. */
	readonly checkArguments: (
		askId: string,
		args: JsonObject,
		signal: AbortSignal,
	) => Promise<Failure | undefined>;
	/** Opens the page that a question is about in the browser. */
	readonly openPage: (askId: string) => void;
	readonly interrupt: () => boolean;
	/** Sends the message that waits for servers without them; false where none does. */
	readonly stopWaiting: () => boolean;
	readonly withdrawQueue: () => string;
	/** Plan, always-ask, trusted-only, auto, and plan again. */
	readonly cycleApprovalMode: () => void;
	/** Talks to another model from the next turn on. */
	readonly changeModel: ModelInUse['change'];
	/** Who the user talks to, if it is somebody of the configuration. */
	readonly assistant: () => Assistant | undefined;
	/** Talks to another assistant from the next turn on; undefined means to none. */
	readonly changeAssistant: AssistantInUse['change'];
	/** Takes over what is different about the one in use. */
	readonly followAssistant: AssistantInUse['follow'];
	readonly setApprovalMode: (mode: ApprovalMode) => void;
	/** Takes back what was allowed until the program ends. */
	readonly revokeForSession: (ref: ToolRef) => void;
	readonly suggestion: () => string | undefined;
	/** Why a text that is typed like a command is none; undefined for commands and messages. */
	readonly whyUnknownCommand: (text: string) => string | undefined;
	/** What a command takes, as far as that is known. */
	readonly argumentsOf: (command: string) => readonly string[];
	/** What a message may name. */
	readonly catalogue: Catalogue;
	/** Whoever shows the app; commands may ask things of it. */
	readonly attachFrontEnd: (frontEnd: FrontEnd) => void;
	/** What was sent for a call, and what came back as long as it is kept; undefined where nothing was sent. */
	readonly rawMessages: (callId: string) => RawMessages | undefined;
	/** A part of a result that was too long for the conversation; undefined where it cannot be read any more. */
	readonly readResult: (
		id: string,
		range: {readonly offset: number; readonly limit: number},
		signal: AbortSignal,
	) => Promise<ResultPart | undefined>;
	/** Puts an image into a file beside the session and gives its path; undefined where nothing is kept. */
	readonly keepImage: KeepImage;
	/** The user calls the tool of a call once more, with the same arguments. The model hears nothing of it. */
	readonly runAgain: RunAgain['run'];
	/** Which rule wants the user to be asked before that; undefined where none does. */
	readonly whyAskAgain: RunAgain['whyAsk'];
	/** How tools were used, over all sessions. */
	readonly toolUses: Pick<UseBook, 'all' | 'refresh'>;
	/** Going back to before a message of this session. */
	readonly rewinding: Rewinding;
	/** Every tool there is, to look at and to try. */
	readonly explorer: ToolExplorer;
	readonly settled: () => Promise<TurnOutcome | undefined>;
	/** Resolves when a command asked the program to end, or to go on with another session. */
	readonly exitRequested: Promise<SessionMove | undefined>;
	/** Leaves this session for another one. What runs is stopped. */
	readonly moveTo: (move: SessionMove) => void;
	/** Resolves when everything that was said is on the disk, or cannot be. */
	readonly flush: () => Promise<void>;
	/** What servers may ask of the user and of the model. */
	readonly serverRequests: ServerRequests;
	/** Whether the model in use can call a tool at all. */
	readonly isUsable: (tool: OfferedTool) => boolean;
	/** Facts from outside a turn: the servers and the disk. */
	readonly report: (fact: AppFact) => void;
	/** The tools may be others now: compares them with what was accepted. */
	readonly refreshDefinitions: () => Promise<void>;
	readonly close: () => Promise<void>;
};
