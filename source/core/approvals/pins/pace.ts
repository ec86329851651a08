import {setImmediate} from 'node:timers/promises';
import {createTurnBudget} from '../../../support/turn-budget.ts';

/**
 * Whether this turn of the event loop has been used up. One budget for all servers: each with its own, many of them
 * would hold up everything else together.
 */
export const isOverBudget = createTurnBudget();

export const nextTurn = (): Promise<unknown> => setImmediate();
