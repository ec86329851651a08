import {mkdtemp} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {onTestFinished} from 'vitest';
import {removeFolder} from '../../helpers/remove-folder.ts';

/** A folder that goes away with the test. */
export const temporaryFolder = async (): Promise<string> => {
	const folder = await mkdtemp(join(tmpdir(), 'mcp-tui-sessions-'));
	onTestFinished(() => removeFolder(folder));
	return folder;
};
