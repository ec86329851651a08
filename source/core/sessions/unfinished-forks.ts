import {lstat, readdir, rm, unlink} from 'node:fs/promises';
import {join} from 'node:path';
import {resultsFolder} from './result-store.ts';
import {sessionFile} from './session-files.ts';

const suffix = '.fork';
/** No copy takes so long. */
const oldestMilliseconds = 60 * 60_000;

/** A copy has this name until it is whole: then it is a session. */
export const unfinishedFork = (file: string): string => `${file}${suffix}`;

/** Removes what is left of copies whose program was killed: nobody would ever see or delete it. Never throws. */
export const clearUnfinishedForks = async (folder: string, now: number): Promise<void> => {
	try {
		for (const name of await readdir(folder)) {
			const sessionId = name.slice(0, -unfinishedFork('.jsonl').length);
			const file = sessionFile(folder, sessionId);
			const results = resultsFolder(folder, sessionId);
			if (file === undefined || results === undefined || join(folder, name) !== unfinishedFork(file)) {
				continue;
			}
			const {mtimeMs} = await lstat(join(folder, name));
			if (now - mtimeMs > oldestMilliseconds) {
				if ((await lstat(file).catch(() => undefined)) === undefined) {
					await rm(results, {recursive: true, force: true});
				}
				await unlink(join(folder, name));
			}
		}
	} catch {
		// Somebody else clears it away, or the next copy does.
	}
};
