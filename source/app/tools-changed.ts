import type {AppFact} from '../domain/event.ts';
import type {ServerStatus} from '../domain/server.ts';

/** In these states a server has other tools than before, or none. */
const settledStates: ReadonlySet<ServerStatus['type']> = new Set([
	'ready',
	'ready-but-list-failed',
	'failed',
	'disabled',
]);

/** Whether the tools may be others after it. */
export const mayChangeTools = (fact: AppFact): boolean =>
	(fact.type === 'server-status-changed' && settledStates.has(fact.status.type)) ||
	(fact.type === 'server-noticed' && fact.notice.type === 'catalogue-changed');
