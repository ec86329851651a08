import {chmodSync, mkdirSync} from 'node:fs';
import {join} from 'node:path';

/** A folder that nobody who runs this can make. Root may write nearly everywhere. */
export const unwritableFolder = (folder: string): string => {
	if (process.getuid?.() === 0) {
		return '/sys/mcp-tui';
	}
	const closed = join(folder, 'closed');
	mkdirSync(closed);
	chmodSync(closed, 0o500);
	return join(closed, 'home');
};
