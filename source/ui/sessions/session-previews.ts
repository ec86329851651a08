import type {SessionPreview, SessionShelf, ShelfSession} from '../../domain/session-shelf.ts';
import type {Bench} from '../bench/section.ts';

/** Whoever runs through the list looks at none of them. */
const restMilliseconds = 80;
const mostKept = 20;

const printOf = ({sessionId, size, modified}: ShelfSession): string => `${sessionId} ${size} ${modified}`;

/** Reads the sessions that somebody looks at, one at a time, and keeps the last of them. */
export const createPreviews = (shelf: SessionShelf, {schedule, signal, changed}: Bench) => {
	const kept = new Map<string, SessionPreview>();
	let reading: AbortController | undefined;
	let wanted: string | undefined;
	let cancel = (): void => undefined;

	const read = async (session: ShelfSession, stop: AbortController): Promise<void> => {
		const preview = await shelf.preview(session.sessionId, AbortSignal.any([stop.signal, signal]));
		if (preview.type === 'aborted' || stop.signal.aborted || signal.aborted) {
			return;
		}
		kept.set(printOf(session), preview);
		for (const oldest of kept.keys()) {
			if (kept.size <= mostKept) {
				break;
			}
			kept.delete(oldest);
		}
		changed();
	};

	return {
		of: (session: ShelfSession): SessionPreview | undefined => kept.get(printOf(session)),
		/** Reads it soon, unless another one is looked at before. */
		look(session: ShelfSession): void {
			const print = printOf(session);
			if (wanted === print) {
				return;
			}
			wanted = print;
			cancel();
			reading?.abort();
			if (kept.has(print)) {
				return;
			}
			const stop = new AbortController();
			reading = stop;
			cancel = schedule(() => void read(session, stop), restMilliseconds);
		},
		close(): void {
			cancel();
			reading?.abort();
		},
	};
};
