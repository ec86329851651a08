import {mkdtemp, realpath, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {onTestFinished} from 'vitest';

/** A folder of its own for the running test, without links in its path. */
export const makeTemporaryFolder = async (): Promise<string> => {
	const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'mcp-tui-toolbox-')));
	onTestFinished(() => rm(folder, {recursive: true, force: true}));
	return folder;
};
