import type {JsonObject} from '../../../domain/json.ts';
import type {ModelEvent, ModelTrouble, Usage} from '../../../domain/model.ts';
import type {NewId} from '../../../domain/ports.ts';
import type {ThinkingMemory} from './think-splitter.ts';

/** Turns the messages of one answer into events. After `finished` or `failed` it is not asked again. */
export type AnswerReader = {
	readonly read: (message: JsonObject) => readonly ModelEvent[];
	/** The answer in one piece, from a server that does not stream. */
	readonly readWhole: (message: JsonObject) => readonly ModelEvent[];
	/** The model has said why it stopped: whatever becomes of the connection, the answer is there. */
	readonly isComplete: () => boolean;
	/** Nothing more comes. `isAnnounced`: the server said so itself. */
	readonly end: (isAnnounced: boolean) => readonly ModelEvent[];
};

export type ReaderDeps = {
	readonly newId: NewId;
	/** Whose answer it is. */
	readonly provider: string;
	readonly thinking?: ThinkingMemory | undefined;
	/** The names that the model was offered. */
	readonly tools: readonly string[];
	readonly cut: () => ModelTrouble;
	readonly describe: (error: unknown) => ModelTrouble;
	readonly priced: (usage: Usage) => Usage;
};

/** What came in place of an answer: what the server says is wrong, or something that makes no sense. */
export const complaintIn = (message: JsonObject): unknown => {
	const says = [message.error, message.message, message.detail];
	return says.some(value => value !== undefined && value !== null)
		? message
		: new SyntaxError('This is neither an answer nor an error.');
};
