import {sleep} from '../../../support/sleep.ts';
import type {AccessStore, StoredAccess} from './access-store.ts';

/** Whoever crashes while renewing keeps the others waiting no longer than this. */
const turnLimit = 20_000;
/** Longer than it takes to write: whoever wrote last is seen by all who wrote at the same time. */
const settling = 200;
const between = 250;

const isTaken = (me: string, {renewal}: StoredAccess): boolean =>
	renewal !== undefined && renewal.by !== me && renewal.until > Date.now();

/**
 * Lets one process at a time renew the token: a refresh token that is used twice may cost the user the sign-in.
 * Resolves with what is stored then; if its token is another one than before, somebody else has renewed it.
 */
export const takeRenewalTurn = async (
	store: AccessStore,
	stored: StoredAccess,
	signal: AbortSignal,
): Promise<StoredAccess> => {
	// It took a while to find out whom to ask.
	let now = await store.reload(signal);
	const before = stored.tokens?.accessToken;
	const isRenewed = (): boolean => now.tokens?.accessToken !== before;
	for (;;) {
		while (isTaken(store.id, now) && !isRenewed()) {
			await sleep(between, signal);
			signal.throwIfAborted();
			now = await store.reload(signal);
		}
		if (isRenewed()) return now;
		const mine: StoredAccess = {...now, renewal: {by: store.id, until: Date.now() + turnLimit}};
		try {
			await store.save(mine, signal);
		} catch {
			// What cannot be written cannot be shared with another process either.
			return now;
		}
		await sleep(settling, signal);
		signal.throwIfAborted();
		now = await store.reload(signal);
		if (!isTaken(store.id, now)) return now;
	}
};
