import type {CommandLine} from '../command-line/parse-command-line.ts';
import type {ComposeOptions} from '../compose-options.ts';
import type {SessionMove} from '../domain/session-shelf.ts';
import type {AppState} from '../state/app-state.ts';

/** `stay`: the session that was left goes on after all. */
type Move = SessionMove | {readonly type: 'stay'};

type Wishes = Partial<
	Pick<ComposeOptions, 'modelId' | 'assistant' | 'approvalMode' | 'workMode' | 'session'>
>;

/** Those of the session count, not those of the command line. */
const ownChoices = {modelId: undefined, assistant: undefined} as const;

/**
 * What the next session takes over from the one before it. When tools ask is the user's last word, whatever the command
 * line said. A new session goes on with the same model and assistant; an earlier one has its own.
 */
export const wishesFor = (move: Move, before: AppState, line: CommandLine): Wishes => {
	const {approvalMode, workMode, model, assistant, sessionId, items} = before;
	const isKept = sessionId !== '' && [...items].some(({type}) => type === 'user');
	if (move.type === 'resume') {
		return {approvalMode, session: {type: 'resume', sessionId: move.sessionId}, ...ownChoices};
	}
	if (move.type === 'stay' && isKept) {
		return {approvalMode, session: {type: 'resume', sessionId}, ...ownChoices};
	}
	return {
		approvalMode,
		workMode,
		session: {type: line.values.has('no-session') ? 'none' : 'new'},
		modelId: model,
		// Also where there is none any more, whatever the command line said.
		assistant,
	};
};

/** Stands between two sessions in the window. */
export const openingOf = (move: Move, name?: string): string => {
	switch (move.type) {
		case 'new':
			return 'A new session';
		case 'resume':
			return name === undefined ? `Session ${move.sessionId}` : `Session "${name}"`;
		case 'stay':
			return 'The same session as before';
	}
};
