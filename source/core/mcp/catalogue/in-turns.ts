import {setImmediate as nextTurn} from 'node:timers/promises';
import {createTurnBudget} from '../../../support/turn-budget.ts';

/** Visits everything in a list of any length, and lets the rest of the program run in between. */
export const inTurns = async <T>(items: readonly T[], visit: (item: T) => void): Promise<void> => {
	const isOverBudget = createTurnBudget();
	for (const item of items) {
		if (isOverBudget()) await nextTurn();
		visit(item);
	}
};
