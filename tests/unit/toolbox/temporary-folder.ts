import {mkdtemp, realpath} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {onTestFinished} from 'vitest';
import {removeFolder} from '../../helpers/remove-folder.ts';

/** A folder of its own for the running test, without links in its path. */
export const makeTemporaryFolder = async (): Promise<string> => {
	const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'mcp-tui-toolbox-')));
	onTestFinished(() => removeFolder(folder));
	return folder;
};
