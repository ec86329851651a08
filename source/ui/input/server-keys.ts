import type {App} from '../../app/app.ts';
import type {Schedule} from '../../domain/ports.ts';
import {guardMilliseconds} from '../guard-time.ts';
import type {ViewState} from '../view-state.ts';
import type {Intent} from './binding.ts';

type ServerKeysDeps = {
	readonly app: Pick<App, 'getState' | 'stopWaiting' | 'catalogue'>;
	readonly schedule: Schedule;
	/** When the key that is handled was pressed. */
	readonly pressedAt: () => number;
	readonly getView: () => ViewState;
};

/** The first letters are on the screen before anything is loaded. */
const startMilliseconds = 200;

/** Keys that stop, leave or answer a question; those that only show something begin with "show-". */
const asides: ReadonlySet<Intent['type']> = new Set([
	'interrupt',
	'clear-or-quit',
	'quit-when-empty',
	'suspend',
	'redraw',
	'choose',
	'choose-highlighted',
	'highlight',
	'scroll',
	'explain',
	'open-palette',
	'search-history',
]);

const isAside = (intent: Intent | undefined): boolean =>
	intent !== undefined && (asides.has(intent.type) || intent.type.startsWith('show-'));

/** What typing means for servers: the first letters start them, and a key sends a message that waits for them. */
export const createServerKeys = ({app, schedule, pressedAt, getView}: ServerKeysDeps) => {
	const disposed = new AbortController();
	let cancelStart = (): void => undefined;
	/** A message that is begun starts the servers once, also one that was left from the last time. */
	let isBegun = false;
	return {
		/** A key or a paste is about to do something. */
		pressed(intent?: Intent): void {
			const {awaiting} = app.getState();
			// Keys that follow at once were pressed before the wait could be seen.
			const isSeen = awaiting !== undefined && pressedAt() - awaiting.startedAt >= guardMilliseconds;
			if (isSeen && !isAside(intent)) {
				app.stopWaiting();
			}
		},
		/** Something was typed. Commands do without servers. */
		typed(): void {
			const {text} = getView().draft;
			const wasBegun = isBegun;
			isBegun = text !== '' && (wasBegun || !text.startsWith('/'));
			if (isBegun && !wasBegun && !disposed.signal.aborted) {
				cancelStart();
				cancelStart = schedule(() => void app.catalogue.connect(disposed.signal), startMilliseconds);
			}
		},
		dispose(): void {
			cancelStart();
			disposed.abort();
		},
	};
};
