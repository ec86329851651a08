import type {ServerNotice} from '../../../domain/server-request.ts';

type GateOptions = {
	readonly onNotice: (notice: ServerNotice) => void;
	/** At most this many in one window; what is more is counted and left out. */
	readonly limit?: number;
	readonly windowMilliseconds?: number;
};

/** More resources than anybody watches; beyond it, changes are counted like any other flood. */
const maxPending = 200;

/**
 * Lets notices of one server through at a bounded rate. Changes of a resource are never lost: several of the
 * same one in a window become one at its end.
 */
export const createNoticeGate = ({
	onNotice,
	limit = 50,
	windowMilliseconds = 1000,
}: GateOptions): ((notice: ServerNotice) => void) => {
	let passed = 0;
	let dropped = 0;
	const seen = new Set<string>();
	const pending = new Set<string>();
	let isOpen = false;

	const closeWindow = (): void => {
		isOpen = false;
		const count = dropped;
		const uris = [...pending];
		passed = 0;
		dropped = 0;
		seen.clear();
		pending.clear();
		if (count > 0) {
			onNotice({
				type: 'misbehaved',
				message: `left out ${count} of its messages: it sends more than ${limit} in a second`,
			});
		}
		for (const uri of uris) {
			pass({type: 'resource-updated', uri});
		}
	};

	const openWindow = (): void => {
		if (!isOpen) {
			isOpen = true;
			// Nothing waits for it: the program may end before.
			setTimeout(closeWindow, windowMilliseconds).unref();
		}
	};

	const pass = (notice: ServerNotice): void => {
		openWindow();
		if (notice.type === 'resource-updated') {
			if (seen.has(notice.uri) || passed >= limit) {
				if (pending.has(notice.uri) || pending.size < maxPending) {
					pending.add(notice.uri);
				} else {
					dropped += 1;
				}
				return;
			}
			seen.add(notice.uri);
		} else if (passed >= limit) {
			dropped += 1;
			return;
		}
		passed += 1;
		onNotice(notice);
	};
	return pass;
};
