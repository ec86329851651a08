import {type TurnAsk, turnChoices} from '../../domain/ask.ts';
import type {AskUser, NewId} from '../../domain/ports.ts';

export type TurnChoice = 'continue' | 'wrap-up' | 'compact' | 'stop' | 'aborted';

/** Asks how a turn is to go on that cannot go on by itself. What is no answer to that question means stop. */
export const askTurn = async (
	question: Pick<TurnAsk, 'turnId' | 'reason' | 'message'>,
	{askUser, newId}: {readonly askUser: AskUser; readonly newId: NewId},
	signal: AbortSignal,
): Promise<TurnChoice> => {
	if (signal.aborted) {
		return 'aborted';
	}
	const answer = await askUser({kind: 'turn', askId: newId(), ...question}, signal);
	if (answer.type === 'aborted' || signal.aborted) {
		return 'aborted';
	}
	const choices: readonly TurnChoice[] = turnChoices[question.reason];
	return choices.find(choice => choice === answer.type) ?? 'stop';
};
