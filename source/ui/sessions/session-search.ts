import type {SearchProgress, SessionHit, SessionShelf} from '../../domain/session-shelf.ts';
import type {Bench} from '../bench/section.ts';

/** What a search has found so far. The same object as long as it is the same. */
export type Found = {
	readonly query: string;
	readonly hits: ReadonlyMap<string, readonly SessionHit[]>;
	readonly progress?: SearchProgress;
	readonly isOver: boolean;
};

/** So often are new hits shown. */
const tellMilliseconds = 100;

/** Searches all sessions; what it finds is shown while it goes on. */
export const createSearch = (shelf: SessionShelf, {schedule, signal, changed, say}: Bench) => {
	let found: Found | undefined;
	let running: AbortController | undefined;
	let cancel: (() => void) | undefined;

	const tell = (): void => {
		cancel ??= schedule(() => {
			cancel = undefined;
			changed();
		}, tellMilliseconds);
	};

	const end = (): void => {
		running?.abort();
		cancel?.();
		cancel = undefined;
		found = undefined;
	};

	const run = async (query: string, stop: AbortController): Promise<void> => {
		const outcome = await shelf.search(
			query,
			{
				onHit(hit) {
					if (found !== undefined && !stop.signal.aborted) {
						const known = found.hits.get(hit.sessionId) ?? [];
						found = {...found, hits: new Map(found.hits).set(hit.sessionId, [...known, hit])};
						tell();
					}
				},
				onProgress(progress) {
					if (found !== undefined && !stop.signal.aborted) {
						found = {...found, progress};
						tell();
					}
				},
			},
			AbortSignal.any([stop.signal, signal]),
		);
		if (stop.signal.aborted || signal.aborted || found === undefined) {
			return;
		}
		found = {...found, isOver: true};
		if (outcome.type === 'failed') {
			say(outcome.failure.message);
		}
		changed();
	};

	return {
		found: () => found,
		start(query: string): void {
			end();
			if (query.trim() !== '') {
				const stop = new AbortController();
				running = stop;
				found = {query: query.trim(), hits: new Map(), isOver: false};
				void run(query, stop);
			}
			changed();
		},
		end,
	};
};
