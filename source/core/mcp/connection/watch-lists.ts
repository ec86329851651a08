import type {Client} from '@modelcontextprotocol/client';
import {sleep} from '../../../support/sleep.ts';
import {backoff} from './backoff.ts';
import {longestTimer} from './time-limit.ts';

const maxFailures = 5;
/** A stream that lived this long was a good one; some hosts cut every stream after a moment. */
const stableTime = 30_000;

/**
 * With 2026-07-28 a server reports changes of its lists only to whoever listens. A stream that breaks is opened again,
 * and `onGap` says that changes may have been missed.
 */
export const watchLists = async (
	client: Pick<Client, 'getProtocolEra' | 'getServerCapabilities' | 'listen'>,
	onGap: () => void,
	signal: AbortSignal,
): Promise<void> => {
	if (client.getProtocolEra() !== 'modern') return;
	const offers = client.getServerCapabilities();
	const wanted = {
		...(offers?.tools?.listChanged === true ? {toolsListChanged: true} : {}),
		...(offers?.prompts?.listChanged === true ? {promptsListChanged: true} : {}),
		...(offers?.resources?.listChanged === true ? {resourcesListChanged: true} : {}),
	};
	if (Object.keys(wanted).length === 0) return;
	for (let failures = 0; failures < maxFailures && !signal.aborted; ) {
		try {
			const stream = await client.listen(wanted, {signal, timeout: longestTimer});
			if (failures > 0) onGap();
			const opened = performance.now();
			if ((await stream.closed) !== 'remote') return;
			if (performance.now() - opened > stableTime) failures = 0;
		} catch {
			// Not every server that announces changes can be listened to: it works without.
		}
		failures += 1;
		await sleep(backoff(failures), signal);
	}
};
