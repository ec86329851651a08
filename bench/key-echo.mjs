import {setTimeout as sleep} from 'node:timers/promises';
import {promptShows} from './session.mjs';

const letters = 'abcdefghijklmnoprstuvwxyz';
const draftLength = 20;

/** Milliseconds from a key to the byte that shows it; the draft is emptied again. */
export const measureKeyEcho = async (session, count) => {
	const samples = [];
	let draft = '';
	for (let index = 0; index < count; index++) {
		const key = letters[(index * 7) % letters.length];
		draft += key;
		const sentAt = performance.now();
		session.write(key);
		samples.push((await session.waitFor(promptShows(draft))) - sentAt);
		// People do not type in step with the frames of a screen.
		await sleep(20 + ((index * 13) % 30));
		if (draft.length === draftLength || index === count - 1) {
			for (; draft.length > 0; draft = draft.slice(0, -1)) {
				session.write('\u007f');
				await sleep(15);
			}
			await session.waitFor(screen => !promptShows('a')(screen));
		}
	}
	return samples;
};
