import type {AppEvent} from './event.ts';

/** What is said since a rewind does not follow from what it took back, so the two cannot both count. */
const types: ReadonlySet<AppEvent['type']> = new Set<AppEvent['type']>([
	'message-accepted',
	'turn-retried',
	'step-started',
	'history-compacted',
]);

/** Whether no rewind before it can be undone any more. */
export const endsUndo = ({type}: AppEvent): boolean => types.has(type);
