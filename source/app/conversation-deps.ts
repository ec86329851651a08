import type {TurnDeps} from '../core/chat/run-turn.ts';
import type {Failure} from '../domain/failure.ts';
import type {Model} from '../domain/model.ts';
import type {ToolServers} from '../domain/ports.ts';
import type {AppState} from '../state/app-state.ts';
import type {Reading} from './read-attachments.ts';

type FromState =
	| 'history'
	| 'approvalMode'
	| 'workMode'
	| 'sessionGrants'
	| 'setAside'
	| 'calls'
	| 'hearing'
	| 'hinted'
	| 'hasStored'
	| 'firstNote'
	| 'standingNote';

/** A message, and what of it may name things. */
type SentText = {readonly text: string; readonly typed: string};

export type ConversationDeps = Omit<TurnDeps, FromState | 'model' | 'compact'> & {
	readonly servers: Pick<ToolServers, 'connect' | 'starting' | 'statuses'>;
	/** The one to use from now on; what is under way keeps its own. */
	readonly model: () => Model;
	/** The same for a turn, which may be asked in another way than for a summary. */
	readonly turnModel?: (model: Model) => Model;
	readonly getState: () => AppState;
	/** Takes known secrets out of what the user sends. */
	readonly redact?: ((text: string) => string) | undefined;
	/** Whether messages have to wait: the end of a turn would be the end of every call that runs. */
	readonly isHeld?: () => boolean;
	/** What a message has to get from servers before it is sent; undefined where that is nothing. */
	readonly attach?: (message: SentText) => Reading | undefined;
	/** A message was not sent. Its text is the user's again, with why, unless they stopped it. */
	readonly giveBack?: (text: string, failure?: Failure) => void;
};
