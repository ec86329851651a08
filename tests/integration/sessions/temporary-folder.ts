import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {onTestFinished} from 'vitest';

/** A folder that goes away with the test. */
export const temporaryFolder = async (): Promise<string> => {
	const folder = await mkdtemp(join(tmpdir(), 'mcp-tui-sessions-'));
	onTestFinished(async () => rm(folder, {recursive: true, force: true}));
	return folder;
};
