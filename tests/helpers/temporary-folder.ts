import {mkdtempSync, realpathSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {onTestFinished} from 'vitest';
import {removeFolder} from './remove-folder.ts';

/** A folder that is gone when the test is over. */
export const createTemporaryFolder = (): string => {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcp-tui-unit-')));
	onTestFinished(() => removeFolder(folder));
	return folder;
};
