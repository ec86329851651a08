import {access} from 'node:fs/promises';

/** A file that cannot be reached is as good as none. */
export const pathExists = async (path: string): Promise<boolean> => {
	try {
		await access(path);
		return true;
	} catch {
		// Why it cannot be reached is for whoever opens it to say.
		return false;
	}
};
