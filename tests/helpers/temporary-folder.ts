import {mkdtempSync, realpathSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {onTestFinished} from 'vitest';

/** A folder that is gone when the test is over. */
export const createTemporaryFolder = (): string => {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcp-tui-unit-')));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	return folder;
};
