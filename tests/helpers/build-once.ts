import {execFile} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';

const script = fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url));

/** Builds the program once before the first end-to-end test. */
export const setup = async (): Promise<void> => {
	await promisify(execFile)(process.execPath, [script]);
};
