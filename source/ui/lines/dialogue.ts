import type {AskAnswer} from '../../domain/ask.ts';
import type {JsonObject} from '../../domain/json.ts';

/** What a typed line leads to. */
export type DialogueStep =
	| {readonly type: 'answer'; readonly answer: AskAnswer}
	/** Another side of the question. `isDecisive` when a line could decide something that has not been heard yet. */
	| {readonly type: 'say'; readonly lines: readonly string[]; readonly isDecisive: boolean}
	| {readonly type: 'open-page'}
	/** Arguments that may be used if the tool takes them. */
	| {readonly type: 'check'; readonly arguments: JsonObject}
	/** The text goes to the user's editor and comes back through `edited`. */
	| {readonly type: 'edit'; readonly text: string; readonly ending: string}
	/** A command, which is nothing of the question's. */
	| {readonly type: 'command'};

/** A question that is answered line by line. */
export type Dialogue = {
	readonly begin: readonly string[];
	/** What the user is asked for, at the beginning of the line that they type. */
	readonly prompt: () => string;
	/** Whether the next line is typed unseen. */
	readonly isHidden: () => boolean;
	readonly take: (line: string) => DialogueStep;
	readonly edited: (text: string) => DialogueStep;
};

export const saying = (lines: readonly string[], isDecisive = false): DialogueStep => ({
	type: 'say',
	lines,
	isDecisive,
});
