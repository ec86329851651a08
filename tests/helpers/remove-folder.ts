import {rmSync} from 'node:fs';

/** Removes a folder also where somebody who was told to end still writes a last file into it. */
export const removeFolder = (folder: string): void => {
	for (let tries = 1; ; tries++) {
		try {
			// Its own retries do not look again at what is in the folder.
			rmSync(folder, {recursive: true, force: true, maxRetries: 1});
			return;
		} catch (error) {
			if (tries === 50) throw error;
		}
	}
};
